import { connect, createServer, type Socket } from "node:net";

/** A TCP proxy on 127.0.0.1 that can be told to be a bad network. */
export interface SlowProxy {
  readonly port: number;
  /** From now on answers arrive this many milliseconds late. */
  readonly delayAnswers: (ms: number) => void;
  /** From now on the connections that are open carry nothing more, and nobody is told; new ones are not affected. */
  readonly freeze: () => void;
  /** Connections opened so far. */
  readonly opened: () => number;
  readonly close: () => Promise<void>;
}

export async function startSlowProxy(targetPort: number): Promise<SlowProxy> {
  const links = new Set<{ readonly near: Socket; readonly far: Socket; frozen: boolean }>();
  let delayMs = 0;
  let opened = 0;
  const server = createServer((near) => {
    opened += 1;
    const far = connect(targetPort, "127.0.0.1");
    const link = { near, far, frozen: false };
    links.add(link);
    near.on("data", (chunk) => {
      if (!link.frozen) far.write(chunk);
    });
    far.on("data", (chunk) => {
      const deliver = (): void => {
        if (!link.frozen && !near.destroyed) near.write(chunk);
      };
      if (delayMs > 0) setTimeout(deliver, delayMs);
      else deliver();
    });
    const end = (): void => {
      links.delete(link);
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) {
      socket.on("error", end);
      socket.on("close", () => {
        if (!link.frozen) end();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    delayAnswers: (ms) => {
      delayMs = ms;
    },
    freeze: () => {
      for (const link of links) link.frozen = true;
    },
    opened: () => opened,
    close: async () => {
      for (const { near, far } of links) {
        near.destroy();
        far.destroy();
      }
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
