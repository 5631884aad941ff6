import process from "node:process";

/** A middleware of the application that reads bodies, for example to check signatures. Off by default. */
export default defineEventHandler(async (event) => {
  if (process.env.READ_BODIES === "on" && event.method === "POST") await readBody(event).catch(() => {});
});
