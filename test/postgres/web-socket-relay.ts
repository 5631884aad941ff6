import { connect } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";

/** A proxy from WebSockets to one PostgreSQL server, as Neon has before its databases. */
export interface WebSocketRelay {
  /** Host, port and path. */
  readonly address: string;
  readonly close: () => Promise<void>;
}

/** Starts the proxy on a free port. */
export async function startWebSocketRelay(databasePort: number): Promise<WebSocketRelay> {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  server.on("connection", (client) => relay(client, databasePort));
  const { promise: listening, resolve } = Promise.withResolvers<void>();
  server.once("listening", resolve);
  await listening;
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The relay has no port.");
  return {
    address: `127.0.0.1:${address.port}/v1`,
    close: async () => {
      for (const client of server.clients) client.terminate();
      const { promise: closed, resolve: end } = Promise.withResolvers<void>();
      server.close(() => end());
      await closed;
    },
  };
}

function relay(client: WebSocket, databasePort: number): void {
  const socket = connect(databasePort, "127.0.0.1");
  client.binaryType = "nodebuffer";
  client.on("message", (bytes) => {
    if (Buffer.isBuffer(bytes)) socket.write(bytes);
  });
  client.on("close", () => socket.destroy());
  socket.on("data", (bytes) => client.send(bytes));
  socket.on("close", () => client.close());
  socket.on("error", () => client.close());
}
