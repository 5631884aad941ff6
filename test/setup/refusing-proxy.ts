import { connect, createServer, type Socket } from "node:net";

/**
 * The fate of a new connection: the server, a refusal of PostgreSQL with its code, or a connection that is closed or
 * reset at once.
 */
export type Welcome = "server" | "close" | "reset" | "57P03" | "53300";

/** A TCP proxy on 127.0.0.1 in front of a server that may be away. */
export interface RefusingProxy {
  readonly port: number;
  /** From now on new connections meet this; open ones go on. */
  readonly welcome: (next: Welcome) => void;
  /** Ends the connections that are open. */
  readonly breakOpen: () => void;
  /** Connections so far, refused ones too. */
  readonly attempts: () => number;
  readonly close: () => Promise<void>;
}

export async function startRefusingProxy(targetPort: number): Promise<RefusingProxy> {
  const sockets = new Set<Socket>();
  let welcome: Welcome = "server";
  let attempts = 0;
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => sockets.delete(socket));
  };
  const server = createServer((near) => {
    attempts += 1;
    keep(near);
    if (welcome === "close") {
      near.destroy();
    } else if (welcome === "reset") {
      near.resetAndDestroy();
    } else if (welcome === "server") {
      const far = connect(targetPort, "127.0.0.1");
      keep(far);
      near.pipe(far).pipe(near);
      near.on("close", () => far.destroy());
      far.on("close", () => near.destroy());
    } else {
      const refusal = fatal(welcome);
      near.once("data", () => near.end(refusal));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    welcome: (next) => {
      welcome = next;
    },
    breakOpen: () => {
      for (const socket of sockets) socket.destroy();
    },
    attempts: () => attempts,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** PostgreSQL's ErrorResponse: a letter, a length that counts itself, fields that end with a zero, and a zero. */
function fatal(code: string): Buffer {
  const fields = `SFATAL\0VFATAL\0C${code}\0Mthe database system is not yet accepting connections\0\0`;
  const message = Buffer.alloc(5 + Buffer.byteLength(fields));
  message.write("E");
  message.writeUInt32BE(message.length - 1, 1);
  message.write(fields, 5);
  return message;
}
