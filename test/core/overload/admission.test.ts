import { describe, expect, it } from "vitest";
import { type Admission, createAdmission, leastUnderWay } from "../../../core/pipeline/admission.ts";
import type { Stopwatch } from "../../../core/timing/deadlines.ts";
import { heldTimer } from "../../faults/held-timer.ts";
import { type PhaseFigures, type Simulation, simulate } from "./simulate.ts";

const seeds = [1, 2, 3];
const maxWaitMs = 400;
const server = { admission: (stopwatch: Stopwatch) => createAdmission(stopwatch), maxWaitMs };

/** The queue of old: bounded by length only. */
function fixed(most: number): (stopwatch: Stopwatch) => Admission {
  return (stopwatch) => createAdmission(stopwatch, { least: most, first: most, most });
}

async function overload(simulation: Partial<Simulation>): Promise<PhaseFigures> {
  const { seed = 1, ...rest } = simulation;
  const phases = [
    { times: 4, ms: 1_000 },
    { times: 4, ms: 2_000 },
  ];
  const [, steady] = await simulate({ seed, batchMs: 20, phases, ...server, ...rest });
  if (steady === undefined) throw new Error("There are two phases.");
  return steady;
}

describe.each(seeds)("a server that is offered more than it can do (seed %i)", (seed) => {
  it.each([
    [2, 5],
    [2, 20],
    [4, 5],
    [4, 20],
    [4, 100],
    [8, 20],
  ])(
    "%i times its capacity, with batches of %i ms, goes on at its capacity with answers of use",
    async (times, batchMs) => {
      const phases = [
        { times, ms: 1_000 },
        { times, ms: 2_000 },
      ];
      const [first, steady] = await simulate({ seed, batchMs, phases, ...server });
      expect(first?.p99).toBeLessThanOrEqual(800);
      expect(steady?.useful).toBeGreaterThan(0.9);
      expect(steady?.p99).toBeLessThanOrEqual(800);
    },
  );

  it("does all that comes a second after there is less of it", async () => {
    const phases = [
      { times: 4, ms: 2_000 },
      { times: 0.5, ms: 1_000 },
      { times: 0.5, ms: 1_000 },
    ];
    const [, , after] = await simulate({ seed, batchMs: 20, phases, ...server });
    expect(after).toMatchObject({ refused: 0, failed: 0 });
  });

  it("refuses no request while it can serve all", async () => {
    const phases = [{ times: 0.8, ms: 3_000 }];
    const [figures] = await simulate({ seed, batchMs: 20, phases, ...server });
    expect(figures).toMatchObject({ refused: 0, failed: 0 });
  });

  it("is not deceived by requests that are answered without waiting", async () => {
    const steady = await overload({ seed, instantPerSecond: 20_000 });
    expect(steady.useful).toBeGreaterThan(0.8);
    expect(steady.p99).toBeLessThanOrEqual(800);
  });
});

describe("the simulation finds", () => {
  it("a queue that is bounded by its length", async () => {
    const steady = await overload({ admission: fixed(10_000), maxWaitMs: Number.POSITIVE_INFINITY });
    expect(steady.useful).toBeLessThan(0.1);
    expect(steady.p99).toBeGreaterThan(800);
  });

  it("places that are not given back", async () => {
    const phases = Array.from({ length: 4 }, () => ({ times: 2, ms: 2_000 }));
    const figures = await simulate({ seed: 1, batchMs: 20, phases, ...server, leakOneOf: 10 });
    expect(figures.at(-1)?.useful).toBeLessThan(0.5);
  });

  it("a limit that nothing raises again", async () => {
    const steady = await overload({ admission: fixed(16), batchMs: 20 });
    expect(steady.useful).toBeLessThan(0.5);
  });
});

describe("the limit", () => {
  function world() {
    const { stopwatch, pass } = heldTimer();
    const admission = createAdmission(stopwatch);
    const enter = (peer?: string) => admission.enter(peer);
    return { admission, pass, enter };
  }

  it("falls when nothing is answered any more, to a few, and never to none", () => {
    const { admission, pass, enter } = world();
    while (enter() !== undefined) pass(0.1);
    for (let n = 0; n < 40; n += 1) {
      pass(100);
      admission.hasRoom(undefined);
    }
    expect(admission.limit()).toBe(leastUnderWay);
  });

  it("gives a place back once, with any number of calls of leave", () => {
    const { admission, enter } = world();
    const one = enter();
    enter();
    if (one === undefined) throw new Error("There is room at first.");
    admission.leave(one);
    admission.leave(one);
    expect(admission.underWay()).toBe(1);
  });

  it("leaves room for others where all comes from one address", () => {
    const { admission, enter } = world();
    while (enter("203.0.113.1") !== undefined);
    expect(admission.hasRoom("203.0.113.1")).toBe(false);
    for (let n = 0; n < 50; n += 1) expect(enter(`203.0.113.${n + 2}`)).toBeDefined();
    expect(admission.hasRoom(undefined)).toBe(true);
  });
});
