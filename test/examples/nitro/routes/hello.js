export default defineEventHandler(async (event) =>
  event.method === "POST" ? { parsed: await readBody(event) } : "The application's own page.",
);
