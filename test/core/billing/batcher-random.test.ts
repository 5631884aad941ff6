import { describe, expect, it } from "vitest";
import { createBatcher, QueueFull } from "../../../core/storage/batcher.ts";
import { createPrng } from "../../conformance/prng.ts";
import { seeds } from "../seeds.ts";
import { Outage } from "./held-runs.ts";

interface Item {
  readonly identity: string;
  readonly serial: number;
}
type Outcome = { readonly identity: string; readonly repeated: boolean };

const submissions = 10_000;
const maxBatch = 64;
const maxWaiting = 300;

/**
 * Ten thousand items of three thousand identities, in bursts, over a store that is slow, now and then out, and refuses
 * some identities for good. The store remembers which identities it holds.
 */
async function simulate(seed: number): Promise<{
  readonly outcomes: readonly PromiseSettledResult<Outcome>[];
  readonly items: readonly Item[];
  readonly stored: ReadonlyMap<string, number>;
  readonly faults: readonly string[];
}> {
  const prng = createPrng(seed);
  const isBad = (identity: string): boolean => Number(identity) % 97 === 0;
  const stored = new Map<string, number>();
  const faults: string[] = [];
  let running = 0;
  const batcher = createBatcher<Item, Outcome>({
    identity: (item) => item.identity,
    repeated: (first) => ({ ...first, repeated: true }),
    maxBatch,
    maxWaiting,
    run: async (batch) => {
      running += 1;
      if (running > 1) faults.push("two batches under way");
      if (batch.length > maxBatch || batch.length === 0) faults.push(`a batch of ${batch.length}`);
      if (new Set(batch.map((item) => item.identity)).size !== batch.length)
        faults.push("an identity twice in a batch");
      for (let turn = prng.below(3); turn > 0; turn--) await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      if (prng.below(20) === 0) throw new Outage("not there");
      if (batch.some(({ identity }) => isBad(identity))) throw new Error("bad item");
      for (const { identity } of batch) stored.set(identity, (stored.get(identity) ?? 0) + 1);
      return batch.map(({ identity }) => ({ identity, repeated: false }));
    },
  });
  const items = Array.from({ length: submissions }, (_, serial) => ({
    identity: String(prng.below(3_000)),
    serial,
  }));
  const promises: Promise<Outcome>[] = [];
  while (promises.length < submissions) {
    for (const item of items.slice(promises.length, promises.length + 1 + prng.below(120))) {
      const promise = batcher.submit(item);
      promise.catch(() => undefined);
      promises.push(promise);
    }
    if (prng.below(2) === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  await batcher.drained();
  return { outcomes: await Promise.allSettled(promises), items, stored, faults };
}

describe("ten thousand random submissions", () => {
  it.each(seeds)(
    "are each answered once with their own outcome, none lost, none doubled (seed %i)",
    async (seed) => {
      const { outcomes, items, stored, faults } = await simulate(seed);
      expect(faults).toEqual([]);
      expect(outcomes).toHaveLength(submissions);
      const firsts = new Map<string, number>();
      const seen = { fulfilled: 0, bad: 0, outage: 0, full: 0 };
      outcomes.forEach((outcome, index) => {
        const identity = items[index]?.identity ?? "";
        if (outcome.status === "fulfilled") {
          seen.fulfilled += 1;
          expect(outcome.value.identity).toBe(identity);
          if (!outcome.value.repeated) firsts.set(identity, (firsts.get(identity) ?? 0) + 1);
        } else if (outcome.reason instanceof QueueFull) seen.full += 1;
        else if (outcome.reason instanceof Outage) seen.outage += 1;
        else {
          seen.bad += 1;
          expect(Number(identity) % 97).toBe(0);
        }
      });
      // Per identity: the outcomes of the store, and the outcomes that callers got.
      expect([...firsts].sort()).toEqual([...stored].sort());
      for (const [kind, count] of Object.entries(seen)) expect(count, kind).toBeGreaterThan(0);
    },
  );
});
