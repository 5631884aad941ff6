import { Socket } from "node:net";
import { noteEarlyEnd } from "./early-end.ts";
import type { Hosts } from "./hosts.ts";

/** The argument of postgres.js 3.4.9 to its option `socket`. */
interface SocketOptions {
  readonly host: readonly string[];
  readonly port: readonly number[];
  /** Of a Unix socket. */
  readonly path: string | false;
}

/** A request to cancel a query has this length and no answer; a request to open a session is longer. */
const cancelRequestBytes = 16;

/**
 * Opens the socket for postgres.js, and reports an error when the server closes it before the first byte. postgres.js 3.4.9 alone
 * would reconnect a thousand times a second, and the waiting call would never end.
 */
export function openSocket({ host: [host = ""], port: [port = 0], path }: SocketOptions): Socket {
  const socket = new Socket();
  let isGreeted = false;
  socket.once("data", () => {
    isGreeted = true;
  });
  // These come before those of postgres.js.
  socket.once("error", (error) => {
    if (!isGreeted) noteEarlyEnd(error);
  });
  socket.once("close", (hadError) => {
    if (isGreeted || hadError || socket.bytesWritten === cancelRequestBytes) return;
    const message = `${path || `${host}:${port}`} closed the connection at once`;
    const error = Object.assign(new Error(message), { code: "CONNECTION_CLOSED" });
    noteEarlyEnd(error);
    socket.emit("error", error);
  });
  // The names that postgres.js checks a certificate by.
  Object.assign(socket, { host, port });
  return path ? socket.connect(path) : socket.connect(port, host);
}

/**
 * {@link openSocket} to the server in use of several. A failure before the first byte goes on to the next one. postgres.js 3.4.9 alone
 * would try refused hosts hundreds of times a second, and report nothing.
 */
export function openSocketTo(hosts: Hosts): (options: SocketOptions) => Socket {
  return ({ path }) => {
    const host = hosts.current();
    const socket = openSocket({ host: [host.name], port: [host.port], path });
    let isGreeted = false;
    socket.once("data", () => {
      isGreeted = true;
    });
    socket.once("error", () => {
      if (!isGreeted) hosts.leave(host);
    });
    return socket;
  };
}

/** Deno 2.9 does not tell such a socket when it may not connect; that of postgres.js it does. */
export const isDeno: boolean = "Deno" in globalThis;
