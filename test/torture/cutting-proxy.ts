import { connect, createServer, type Socket } from "node:net";

/**
 * What a proxy does with what arrives: `flow` passes it on, `cut` ends every connection, `hang` holds back both directions, and
 * `mute` passes requests on and drops their answers, so that what was asked for happens and nobody learns of it.
 */
export type Weather = "flow" | "cut" | "hang" | "mute";

/** A network between two processes that can be cut. */
export interface CuttingProxy {
  /** The port on 127.0.0.1 that it listens on. */
  readonly port: number;
  /** Changes the port on 127.0.0.1 that it leads to. */
  readonly leadTo: (port: number) => void;
  /** Changes the weather. Connections that lost something end when it is over. */
  readonly turn: (weather: Weather) => void;
  /** From now on everything comes so many milliseconds later. */
  readonly delay: (ms: number) => void;
  /** Ends every connection and stops listening. */
  readonly close: () => Promise<void>;
}

/** Starts a proxy in front of a port on 127.0.0.1. */
export async function startCuttingProxy(target: number): Promise<CuttingProxy> {
  const sockets = new Set<Socket>();
  const timers = new Set<ReturnType<typeof setTimeout>>();
  let weather: Weather = "flow";
  let delayMs = 0;
  let to = target;

  const pass = (from: Socket, into: Socket, isAnswer: boolean): void => {
    let lastAt = 0;
    from.on("data", (chunk) => {
      if (weather === "hang" || (weather === "mute" && isAnswer)) return;
      if (delayMs === 0 && lastAt <= Date.now()) {
        into.write(chunk);
        return;
      }
      // Never before what came earlier.
      lastAt = Math.max(lastAt, Date.now() + delayMs);
      const timer = setTimeout(() => {
        timers.delete(timer);
        into.write(chunk);
      }, lastAt - Date.now());
      timers.add(timer);
    });
    from.on("close", () => into.destroy());
    from.on("error", () => {});
  };
  const endAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((client) => {
    if (weather === "cut") {
      client.destroy();
      return;
    }
    const upstream = connect(to, "127.0.0.1");
    for (const socket of [client, upstream]) {
      socket.setNoDelay(true);
      sockets.add(socket);
      socket.once("close", () => sockets.delete(socket));
    }
    pass(client, upstream, false);
    pass(upstream, client, true);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("A listening server has a port.");
  return {
    port: address.port,
    leadTo: (port) => {
      to = port;
    },
    turn: (next) => {
      if (weather !== "flow" || next === "cut") endAll();
      weather = next;
    },
    delay: (ms) => {
      delayMs = ms;
    },
    close: async () => {
      for (const timer of timers) clearTimeout(timer);
      endAll();
      await new Promise((closed) => server.close(closed));
    },
  };
}
