import type { Admission } from "../../../core/pipeline/admission.ts";
import { createBatcher } from "../../../core/storage/batcher.ts";
import { createDeadlines, type Stopwatch } from "../../../core/timing/deadlines.ts";
import { createPrng } from "../../conformance/prng.ts";
import { heldTimer } from "../../faults/held-timer.ts";

/** A server in simulated time: an admission, a batcher, and a store that takes the same time for every batch. */
export interface Simulation {
  readonly seed: number;
  readonly admission: (stopwatch: Stopwatch) => Admission;
  readonly maxWaiting?: number;
  readonly maxWaitMs?: number;
  readonly batchMs: number;
  /** The offered load: multiples of the capacity, each for a time. */
  readonly phases: readonly { readonly times: number; readonly ms: number }[];
  /** One in this many admitted requests never ends: a fault. */
  readonly leakOneOf?: number;
  /** Requests a second beside these that are let in and answered at once, such as refused keys. */
  readonly instantPerSecond?: number;
}

export interface PhaseFigures {
  /** Answers within 800 ms, beside what the store can do in the time. */
  readonly useful: number;
  /** Milliseconds. */
  readonly p99: number;
  readonly refused: number;
  readonly offered: number;
  /** Answered after the store had failed them or in vain. */
  readonly failed: number;
}

export const maxBatch = 64;
const usefulWithinMs = 800;

export async function simulate(simulation: Simulation): Promise<readonly PhaseFigures[]> {
  const { batchMs, seed, phases } = simulation;
  const prng = createPrng(seed);
  const { timer, stopwatch, pass } = heldTimer();
  const admission = simulation.admission(stopwatch);
  const batcher = createBatcher<number, number>({
    run: (items) => new Promise((resolve) => void timer(batchMs, () => resolve(items))),
    identity: String,
    repeated: (first) => first,
    maxBatch,
    maxWaiting: simulation.maxWaiting ?? 10_000,
    maxWaitMs: simulation.maxWaitMs,
    deadlines: createDeadlines({ subject: "The store", timeoutMs: () => 5_000, timer, stopwatch }),
  });
  const perMs = maxBatch / batchMs;
  let number = 0;
  const figures: PhaseFigures[] = [];
  /** Of the phase in which something ends. */
  let latencies: number[] = [];
  let count = { refused: 0, offered: 0, failed: 0 };
  for (const { times, ms } of phases) {
    latencies = [];
    count = { refused: 0, offered: 0, failed: 0 };
    const arrive = (isInstant: boolean): void => {
      const admitted = admission.enter(undefined);
      if (!isInstant) count.offered += 1;
      if (admitted === undefined) {
        if (!isInstant) count.refused += 1;
        return;
      }
      number += 1;
      if (isInstant) {
        admission.leave(admitted);
        return;
      }
      const isLeaked = simulation.leakOneOf !== undefined && number % simulation.leakOneOf === 0;
      const leave = (): void => {
        if (!isLeaked) admission.leave(admitted);
      };
      batcher.submit(number).then(
        () => {
          latencies.push(stopwatch() - admitted.at);
          leave();
        },
        () => {
          count.failed += 1;
          leave();
        },
      );
    };
    for (let now = 0; now < ms; now += 1) {
      for (let n = poisson(times * perMs, prng); n > 0; n -= 1) arrive(false);
      for (let n = poisson((simulation.instantPerSecond ?? 0) / 1_000, prng); n > 0; n -= 1) arrive(true);
      pass(1);
      for (let step = 0; step < 40; step += 1) await undefined;
    }
    const sorted = latencies.sort((a, b) => a - b);
    figures.push({
      ...count,
      useful: sorted.filter((took) => took <= usefulWithinMs).length / (perMs * ms),
      p99: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN,
    });
  }
  return figures;
}

/** How many come where `mean` are expected. */
function poisson(mean: number, prng: ReturnType<typeof createPrng>): number {
  const end = Math.exp(-mean);
  let count = -1;
  let product = 1;
  do {
    count += 1;
    product *= (prng.below(2 ** 32) + 1) / 2 ** 32;
  } while (product > end);
  return count;
}
