import { createServer, type Server, type ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import type { Handbill } from "../../core/handbill.ts";
import {
  checkedPort,
  hostnameOf,
  httpUrl,
  type RunningServer,
  readyToServe,
  runningServer,
  type ServableInstallation,
  type ServeOptions,
} from "../server-lifecycle.ts";
import { toServerHandler } from "./handler.ts";

/**
 * On close, idle connections may send a request for `quietMs`. The remaining connections are cut after `longestCloseMs`, just
 * before the server's own limit (runtimes/server-lifecycle.ts).
 */
const quietMs = 250;
const longestCloseMs = 4_900;

/** Serves a handbill or an installation over node:http. Rejects when the port cannot be had, with a RangeError when it is no port. */
export async function serve(
  served: Handbill | ServableInstallation,
  options: ServeOptions,
): Promise<RunningServer> {
  const wanted = checkedPort(options);
  const hostname = hostnameOf(options);
  const installation = await readyToServe(served, options);
  const { handbill } = installation;
  // Other runtimes join repeated headers; node:http would drop all but the first Authorization. It would also answer a message
  // without Host, and one with an unknown expectation (417), by itself: without Request-Id.
  const server = createServer({ joinDuplicateHeaders: true, requireHostHeader: false });
  const stopListening = trackConnections(server);
  server.on("request", toServerHandler(handbill));
  server.on("checkExpectation", (request, response) => void server.emit("request", request, response));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(wanted, hostname, () => {
      server.off("error", reject);
      resolve();
    });
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : wanted;
  return runningServer(installation, httpUrl(hostname, port), options, stopListening);
}

/** The returned function stops listening and resolves when the last connection is closed. */
function trackConnections(server: Server): () => Promise<void> {
  const open = new Map<Socket, Set<ServerResponse>>();
  let closing = false;
  let quietIsOver = false;
  server.on("connection", (socket) => {
    open.set(socket, new Set());
    socket.once("close", () => open.delete(socket));
  });
  server.on("request", (request, response: ServerResponse) => {
    const { socket } = request;
    const responses = open.get(socket);
    responses?.add(response);
    if (closing) response.setHeader("connection", "close");
    response.once("close", () => {
      responses?.delete(response);
      if (quietIsOver && responses?.size === 0) socket.destroySoon();
    });
  });
  // Without the word a client would send its next request while we close the connection, and have it reset.
  const announce = (): void => {
    for (const responses of open.values())
      for (const response of responses) if (!response.headersSent) response.setHeader("connection", "close");
  };
  const endIdle = (): void => {
    for (const [socket, responses] of open) if (responses.size === 0) socket.destroySoon();
  };
  return () =>
    new Promise((resolve) => {
      closing = true;
      announce();
      const quiet = setTimeout(() => {
        quietIsOver = true;
        endIdle();
      }, quietMs);
      const deadline = setTimeout(() => server.closeAllConnections(), longestCloseMs);
      // http.Server.close (Node 19 and later) destroys idle connections at once, and with them requests that
      // are on their way; net.Server.close only stops listening and waits. On Bun 1.4 there is no such server beneath.
      const isNetServer: boolean = server instanceof NetServer;
      const closed = (): void => {
        clearTimeout(quiet);
        clearTimeout(deadline);
        if (isNetServer) server.close(() => {});
        resolve();
      };
      if (isNetServer) NetServer.prototype.close.call(server, closed);
      else server.close(closed);
    });
}
