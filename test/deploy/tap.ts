import { connect, createServer, type Socket } from "node:net";

/** Between a proxy and a server: which connections are made, and what they begin with. */
export interface Tap {
  readonly port: number;
  readonly connections: () => number;
  /** The request lines that went through. */
  readonly requestLines: () => readonly string[];
  readonly close: () => Promise<void>;
}

export async function startTap(serverPort: number): Promise<Tap> {
  const sockets = new Set<Socket>();
  const lines: string[] = [];
  let connections = 0;
  const server = createServer((client) => {
    connections += 1;
    const upstream = connect(serverPort, "127.0.0.1");
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.once("close", () => sockets.delete(socket));
      // "close" ends the other side.
      socket.on("error", () => {});
    }
    client.on("data", (chunk: Buffer) => {
      for (const [line] of chunk.toString("latin1").matchAll(/^(?:GET|POST) \S+ HTTP\/1\.[01]/gm)) {
        lines.push(line);
      }
    });
    client.once("close", () => upstream.destroy());
    upstream.once("close", () => client.destroy());
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("a listening server has a port");
  return {
    port: address.port,
    connections: () => connections,
    requestLines: () => lines,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
