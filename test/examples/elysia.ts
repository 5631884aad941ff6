import { type Http2Bindings, type HttpBindings, serve } from "@hono/node-server";
import { Elysia } from "elysia";
import { handbill, hostname, port, ready } from "./shared.ts";

/** On Node the server in front of Elysia knows the address; on Bun Elysia's own server does. */
const addresses = new WeakMap<Request, string | undefined>();

const app = new Elysia()
  // `mount` would pass on a copy of the request, of which the server knows no address.
  .onRequest(({ request, server }) => {
    if (!handbill.handles(request.url)) return;
    const clientAddress = server?.requestIP(request)?.address ?? addresses.get(request);
    return handbill.fetch(request, { clientAddress });
  })
  .get("/hello", () => "The application's own page.");

if ("Bun" in globalThis) {
  app.listen({ port, hostname }, (server) => ready(`http://${hostname}:${server.port}`));
} else {
  const fetch = (request: Request, { incoming }: HttpBindings | Http2Bindings) => {
    addresses.set(request, incoming.socket.remoteAddress);
    return app.fetch(request);
  };
  serve({ fetch, port, hostname }, (address) => ready(`http://${hostname}:${address.port}`));
}
