import { getRequestIP, H3, readBody, serve } from "h3";
import { handbill, hostname, port, ready } from "./shared.ts";

const app = new H3();
// The first middleware, so the body has not been read yet.
app.use((event, next) => {
  if (!handbill.handles(event.req.url)) return next();
  return handbill.fetch(event.req, { clientAddress: getRequestIP(event) });
});
app.get("/hello", () => "The application's own page.");
app.post("/hello", async (event) => ({ parsed: await readBody(event) }));

const server = await serve(app, { port, hostname, silent: true }).ready();
ready(server.url ?? "");
