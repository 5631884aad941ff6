import { serve } from "@hono/node-server";
import { getConnInfo } from "@hono/node-server/conninfo";
import { Hono } from "hono";
import { handbill, hostname, mount, port, ready } from "./shared.ts";

const app = new Hono();
app.get("/hello", (context) => context.text("The application's own page."));
// At the root, without taking a path away from the application. Under a prefix: app.mount.
if (mount === "/") {
  app.use((context, next) => {
    if (!handbill.handles(context.req.path)) return next();
    return handbill.fetch(context.req.raw, { clientAddress: getConnInfo(context).remote.address });
  });
} else {
  app.mount(mount, (request, clientAddress) => handbill.fetch(request, { clientAddress }), {
    optionHandler: (context) => [getConnInfo(context).remote.address],
  });
}

serve({ fetch: app.fetch, port, hostname }, (address) => ready(`http://${hostname}:${address.port}`));
