import { describe, expect, test } from "vitest";
import { historyOf, playMany } from "./many.ts";
import { plants } from "./plants.ts";
import { play } from "./play.ts";
import { reduce } from "./reduce.ts";

const seeds = (from: number, n: number): readonly number[] =>
  Array.from({ length: n }, (_, index) => from + index);

/** The promise that each planted fault breaks. */
const brokenBy: Readonly<Record<string, string>> = {
  "answer-before-commit": "every view, press and click that was answered is charged",
  "no-unique-key": "a delivery is charged once",
  "repeated-order": "a delivery is charged once",
  "hold-not-released": "every hold comes back",
  "budget-before-lock": "spent and held never pass a budget",
  "charged-when-issued": "a delivery is charged once",
  "own-clock": "a view within a second is too early",
};

describe("simulated histories of several servers", () => {
  test("keep every promise, in memory and on SQLite", async () => {
    const { broken, histories, answers } = await playMany(seeds(0, 100));
    expect(broken?.promise.message).toBeUndefined();
    expect(histories).toBe(100);
    // Not all servers were away all the time.
    expect(answers).toBeGreaterThan(1_000);
  });

  test.each([0, 99])("are the same for the same seed: %i", async (seed) => {
    const [first, second, other] = [
      await play(historyOf(seed), { keepsTrace: true }),
      await play(historyOf(seed), { keepsTrace: true }),
      await play({ ...historyOf(seed), seed: seed + 1 }),
    ];
    expect(second.trace).toEqual(first.trace);
    expect(second.hash).toBe(first.hash);
    expect(other.hash).not.toBe(first.hash);
    expect(first.trace.length).toBeGreaterThan(50);
  });

  test.each(Object.keys(plants))("find the planted fault %s and reduce it", async (name) => {
    const plant = plants[name];
    const { broken } = await playMany(seeds(0, 200), { plant });
    expect(broken?.promise.promised).toContain(brokenBy[name]);
    if (broken === undefined) return;
    const { history, ending } = await reduce(broken.history, broken.promise.promised, { plant });
    expect(ending.broken?.promised).toBe(broken.promise.promised);
    expect(history.steps.length).toBeLessThan(10);
    // Each step that is left is needed.
    for (const step of history.steps) {
      const without = history.steps.filter((one) => one !== step);
      const { broken: still } = await play({ ...history, steps: without }, { plant });
      expect(still?.promised).not.toBe(broken.promise.promised);
    }
  });
});
