import { setTimeout as pause } from "node:timers/promises";
import type { Prng } from "../conformance/prng.ts";
import type { Server } from "./servers.ts";
import type { Backend } from "./tortured-store.ts";

/** Notes a line of the timeline. */
export type Note = (line: string) => void;

/** What can be disturbed. */
export interface Disturbed {
  readonly servers: readonly Server[];
  readonly backend: Backend;
  readonly prng: Prng;
  readonly note: Note;
}

const weathers = ["cut", "hang", "mute"] as const;

/** Causes one fault, chosen by the seed, and undoes it. */
export async function causeFault({ servers, backend, prng, note }: Disturbed): Promise<void> {
  const index = prng.below(servers.length);
  const server = servers[index];
  if (server === undefined) return;
  const name = `server ${index + 1}`;
  const lasts = 200 + prng.below(1_800);
  const sides = [
    { side: server.clientSide, between: `clients and ${name}` },
    ...(server.storeSide === undefined ? [] : [{ side: server.storeSide, between: `${name} and the store` }]),
  ];
  const kinds = ["weather", "weather", "delay", "kill", "stop", ...(backend.process ? ["kill store"] : [])];
  const kind = prng.pick(kinds);
  const { side, between } = prng.pick(sides);
  const weather = prng.pick(weathers);
  switch (kind) {
    case "weather":
      note(`${weather} between ${between} for ${lasts} ms`);
      side.turn(weather);
      await pause(lasts);
      side.turn("flow");
      return;
    case "delay": {
      const ms = 20 + prng.below(400);
      note(`${ms} ms of delay between ${between} for ${lasts} ms`);
      side.delay(ms);
      await pause(lasts);
      side.delay(0);
      return;
    }
    case "kill":
      note(`kill -9 of ${name}`);
      await server.kill9();
      await pause(prng.below(1_000));
      await server.start();
      return;
    case "stop":
      note(`SIGTERM to ${name}`);
      // A server that cannot confirm every write says so by its exit code.
      await server.stop();
      await server.start();
      return;
    default:
      note("kill -9 of the store");
      await backend.process?.kill9();
      await pause(prng.below(1_500));
      await backend.process?.restart();
  }
}

/** Undoes every fault that may be left. */
export async function heal({ servers }: Disturbed): Promise<void> {
  for (const server of servers) {
    for (const side of [server.clientSide, server.storeSide]) {
      side?.turn("flow");
      side?.delay(0);
    }
    await server.start();
  }
}
