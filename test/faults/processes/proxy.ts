import { connect, createServer, type Socket } from "node:net";

/** A network between an instance and its database, in which answers can be late or stay away. */
export interface Network {
  /** The database's URL through the proxy. */
  readonly url: string;
  /** The database's answers come so much later. */
  readonly delay: (ms: number) => void;
  /** Nothing goes through, in either direction, and no connection is closed. */
  readonly hang: () => void;
  /** Everything goes through, what was held back first. */
  readonly flow: () => void;
  readonly close: () => Promise<void>;
}

export async function startProxy(databaseUrl: string): Promise<Network> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const late = new Set<() => void>();
  let delayMs = 0;
  let open = Promise.withResolvers<void>();
  open.resolve();

  const later = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const now = (): void => {
        clearTimeout(timer);
        late.delete(now);
        resolve();
      };
      const timer = setTimeout(now, ms);
      late.add(now);
    });
  const pipe = (from: Socket, to: Socket, isAnswer: boolean): void => {
    let before = Promise.resolve();
    const inTurn = (then: () => void): void => {
      const due = isAnswer && delayMs > 0 ? later(delayMs) : Promise.resolve();
      before = Promise.all([before, due])
        .then(() => open.promise)
        .then(then);
    };
    from.on("data", (chunk) => inTurn(() => to.destroyed || to.write(chunk)));
    from.on("close", () => inTurn(() => to.destroy()));
    from.on("error", () => {});
  };
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.once("close", () => sockets.delete(socket));
    }
    pipe(client, upstream, false);
    pipe(upstream, client, true);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("a listening server has a port");
  const url = new URL(databaseUrl);
  url.port = String(address.port);
  return {
    url: url.href,
    delay: (ms) => {
      delayMs = ms;
    },
    hang: () => {
      open = Promise.withResolvers();
    },
    flow: () => {
      delayMs = 0;
      for (const now of late) now();
      open.resolve();
    },
    close: async () => {
      for (const now of late) now();
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
