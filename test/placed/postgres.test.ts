import { afterAll, beforeAll, describe, it } from "vitest";
import { openPlaced } from "../../adapters/placed/mod.ts";
import type { StoreHarness } from "../conformance/mod.ts";
import { isRace } from "../postgres/conformance/define.ts";
import { type Backend, emptied, serverBackend } from "../setup/postgres-backends.ts";
import { placedCases } from "./exceptions.ts";

/** All cases run on memory stores; here calls compete. */
const races = placedCases.filter(({ name }) => isRace(name));

/** Home and three places, each in a schema of its own. */
const schemas = 4;

describe("the races of campaigns placed on three schemas of one PostgreSQL", () => {
  let backends: readonly Backend[] = [];
  beforeAll(async () => {
    const server = await serverBackend();
    // One server for all; the last to close stops it.
    const shared = { ...server, close: async () => {} };
    const open = Array.from({ length: schemas }, (_, index) =>
      emptied(async () => (index === 0 ? server : shared))(),
    );
    backends = await Promise.all(open);
  });
  afterAll(async () => {
    for (const backend of [...backends].reverse()) await backend.close();
  });

  const harness: StoreHarness = {
    deadlineMs: 60_000,
    open: async (clock) => {
      const opened = await Promise.all(backends.map((backend) => backend.open(clock)));
      const instance = (which: 0 | 1) => {
        const [home, ...places] = opened.map(({ stores }) => stores[which]);
        if (home === undefined) throw new Error("There is no home.");
        // A busy machine must not make an outage of a place.
        return openPlaced({ home, places, awayAfterMs: 20_000 });
      };
      return {
        stores: [instance(0), instance(1)],
        close: async () => void (await Promise.all(opened.map(({ close }) => close()))),
      };
    },
  };

  it.each(races)("$name", ({ run }) => run(harness));
});
