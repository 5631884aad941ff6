import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMemoryStore } from "../../adapters/memory/mod.ts";
import { openSqlite } from "../../adapters/sqlite/mod.ts";
import { createInstance, type Handbill, type HandbillOptions } from "../../core/handbill.ts";
import { createSharedState } from "../../core/shared-state.ts";
import type { Random } from "../../core/signing/random.ts";
import type { Store } from "../../core/storage/store.ts";
import type { Prng } from "../conformance/prng.ts";
import type { Clockwork } from "./clockwork.ts";
import { beginLife, type Life } from "./life.ts";
import { type Link, storeOver } from "./network.ts";
import type { Plant } from "./plants.ts";
import { servers as serverCount, streamOf } from "./steps.ts";

/** A server of the simulation: one process after the other, behind one link and before another. */
export interface SimulatedServer {
  /** The link to its clients. */
  readonly client: Link;
  /** The link to the store. */
  readonly store: Link;
  /** The process that runs now, or ran last. */
  readonly process: () => { readonly handbill: Handbill; readonly life: Life };
  /** Starts a process with an empty memory. Does nothing while one lives. */
  readonly start: () => void;
  /** Sets the clock of the machine. */
  readonly setAhead: (ms: number) => void;
}

/** The servers and the store of one history. */
export interface World {
  readonly clockwork: Clockwork;
  readonly store: Store;
  readonly servers: readonly SimulatedServer[];
}

/** Bytes of a generator. */
export function bytesOf(prng: Prng): Random {
  return (length) => {
    const bytes = new Uint8Array(length);
    for (let index = 0; index < length; index++) bytes[index] = prng.below(2 ** 32) >>> 24;
    return bytes;
  };
}

/** Opens the store of a history: in memory, or a file that is deleted with it. Its clock is the true time. */
export function openStore(kind: "memory" | "sqlite", clock: () => number): Store {
  if (kind === "memory") return createMemoryStore({ clock });
  const folder = mkdtempSync(join(tmpdir(), "handbill-simulation-"));
  const store = openSqlite({ file: join(folder, "handbill.db"), clock });
  return {
    ...store,
    close: async () => {
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Creates the servers on a store. All that is drawn comes from the seed. */
export function createWorld(
  seed: number,
  store: Store,
  clockwork: Clockwork,
  plant: Plant | undefined,
): World {
  const servers = Array.from({ length: serverCount }, (_, index) =>
    createServer(index, seed, store, clockwork, plant),
  );
  for (const server of servers) server.start();
  return { clockwork, store, servers };
}

const settings: Omit<HandbillOptions, "store"> = {
  baseUrl: "https://ads.example",
  secrets: ["a signing secret of the simulation alone"],
  log: () => {},
};

function createServer(
  index: number,
  seed: number,
  store: Store,
  clockwork: Clockwork,
  plant: Plant | undefined,
): SimulatedServer {
  const prng = streamOf(seed, 10 + index);
  const random = bytesOf(prng);
  const client: Link = { fates: [], prng: streamOf(seed, 20 + index) };
  const link: Link = { fates: [], prng: streamOf(seed, 30 + index) };
  let aheadMs = prng.below(20_000) - 10_000;
  const clock = (): number => Math.floor(clockwork.now()) + aheadMs;

  const begin = (): { readonly handbill: Handbill; readonly life: Life } => {
    const life = beginLife();
    const timing = clockwork.timingOf(life);
    const planted = plant?.plant(store, { life, clockwork, clock }) ?? store;
    const options: HandbillOptions = {
      ...settings,
      clock,
      random,
      store: storeOver(planted, link, `server ${index}`, life, clockwork),
    };
    const pause = (): Promise<void> => new Promise((resume) => void timing.timer(0, resume));
    const handbill = createInstance(options, createSharedState(options, pause), timing);
    return { handbill, life };
  };
  let running = begin();
  return {
    client,
    store: link,
    process: () => running,
    start: () => {
      if (!running.life.isAlive()) running = begin();
    },
    setAhead: (ms) => {
      aheadMs = ms;
    },
  };
}
