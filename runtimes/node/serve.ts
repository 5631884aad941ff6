import { createServer, type Server, type ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import type { Handbill } from "../../core/handbill.ts";
import { httpUrl, type RunningServer, runningServer, type ServeOptions } from "../long-lived.ts";
import { toNodeHandler } from "./handler.ts";

/** How long, at the end, a connection without a request may still bring one; and how long a request may take. */
const quietMs = 250;
const longestCloseMs = 10_000;

/** Serves a handbill over node:http. Rejects when the port cannot be had. */
export async function serve(handbill: Handbill, options: ServeOptions): Promise<RunningServer> {
  const hostname = options.hostname ?? "127.0.0.1";
  // Other runtimes join repeated headers; node:http would drop all but the first Authorization.
  const server = createServer({ joinDuplicateHeaders: true });
  const drain = trackConnections(server);
  server.on("request", toNodeHandler(handbill));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, hostname, () => {
      server.off("error", reject);
      resolve();
    });
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : options.port;
  return runningServer(handbill, httpUrl(hostname, port), options.maintainEveryMs, drain);
}

/** The returned function stops listening and resolves when the last connection is closed. */
function trackConnections(server: Server): () => Promise<void> {
  const busy = new Map<Socket, number>();
  let closing = false;
  let quietIsOver = false;
  server.on("connection", (socket) => {
    busy.set(socket, 0);
    socket.once("close", () => busy.delete(socket));
  });
  server.on("request", (request, response: ServerResponse) => {
    const { socket } = request;
    busy.set(socket, (busy.get(socket) ?? 0) + 1);
    if (closing) response.setHeader("connection", "close");
    response.once("close", () => {
      const left = (busy.get(socket) ?? 1) - 1;
      if (!socket.destroyed) busy.set(socket, left);
      if (quietIsOver && left === 0) socket.destroySoon();
    });
  });
  const end = (stillAllowed: number): void => {
    for (const [socket, requests] of busy) if (requests <= stillAllowed) socket.destroySoon();
  };
  return () =>
    new Promise((resolve) => {
      closing = true;
      const quiet = setTimeout(() => {
        quietIsOver = true;
        end(0);
      }, quietMs);
      const deadline = setTimeout(() => server.closeAllConnections(), longestCloseMs);
      // http.Server.close (Node 19 and later) destroys idle connections at once, and with them requests that
      // are on their way; net.Server.close only stops listening and waits.
      NetServer.prototype.close.call(server, () => {
        clearTimeout(quiet);
        clearTimeout(deadline);
        server.close(() => {});
        resolve();
      });
    });
}
