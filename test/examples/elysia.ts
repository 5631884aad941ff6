import { serve } from "@hono/node-server";
import { Elysia } from "elysia";
import { handbill, hostname, mount, port, ready } from "./shared.ts";

const app = new Elysia()
  .get("/hello", () => "The application's own page.")
  .mount(mount, (request) => handbill.fetch(request));

if ("Bun" in globalThis) {
  app.listen({ port, hostname }, (server) => ready(`http://${hostname}:${server.port}`));
} else {
  serve({ fetch: app.fetch, port, hostname }, (address) => ready(`http://${hostname}:${address.port}`));
}
