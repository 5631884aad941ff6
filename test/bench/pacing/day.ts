import { createPrng, type Prng } from "../../conformance/prng.ts";

/** One simulated day. Hours are those of UTC. */
export interface Scenario {
  readonly name: string;
  readonly instances: number;
  readonly requests: number;
  readonly shape: Shape;
  /** An hour of today with a multiple of the requests. */
  readonly shock?: { readonly hour: number; readonly times: number } | undefined;
  /** The days that were counted before today, yesterday first; without it one like today. */
  readonly before?: readonly Shape[] | undefined;
  /** The hour at which one instance is killed; its requests go to the others. */
  readonly deathAt?: number | undefined;
  readonly seed: number;
}

export const dayStart: number = Date.UTC(2026, 2, 4);
export const hourMs = 3_600_000;
export const dayMs: number = 24 * hourMs;

/** People all day, people at work, people in the evening, machines, people on their way, and an office's day off. */
export type Shape = "usual" | "office" | "evening" | "flat" | "two peaks" | "day off";

/** Requests by hour, relative; in between they change steadily. */
const shapes: Readonly<Record<Shape, readonly number[]>> = {
  usual: [
    0.5, 0.42, 0.36, 0.34, 0.36, 0.45, 0.6, 0.8, 1, 1.15, 1.2, 1.25, 1.3, 1.25, 1.2, 1.2, 1.25, 1.35, 1.45,
    1.55, 1.55, 1.35, 1, 0.7,
  ],
  office: [
    0.1, 0.08, 0.07, 0.07, 0.08, 0.12, 0.3, 0.8, 1.7, 2.3, 2.4, 2.2, 1.7, 2, 2.3, 2.2, 1.9, 1.3, 0.7, 0.5,
    0.4, 0.35, 0.25, 0.15,
  ],
  evening: [
    0.9, 0.5, 0.25, 0.15, 0.1, 0.1, 0.2, 0.35, 0.4, 0.4, 0.45, 0.5, 0.7, 0.7, 0.6, 0.7, 0.9, 1.2, 1.6, 2.1,
    2.6, 2.8, 2.4, 1.6,
  ],
  flat: Array.from({ length: 24 }, () => 1),
  "two peaks": [
    0.3, 0.2, 0.15, 0.15, 0.3, 0.9, 2, 2.6, 1.9, 1.2, 0.9, 0.9, 1, 1, 0.9, 1, 1.4, 2.2, 2.5, 1.8, 1.2, 0.9,
    0.7, 0.5,
  ],
  "day off": [
    0.9, 0.7, 0.5, 0.4, 0.3, 0.3, 0.4, 0.5, 0.7, 1, 1.3, 1.4, 1.4, 1.4, 1.4, 1.3, 1.3, 1.3, 1.4, 1.5, 1.5,
    1.5, 1.3, 1.1,
  ],
};

/** The days before had a fifth less, and a day off has a third of that. */
const sizeBefore = (shape: Shape): number => (shape === "day off" ? 0.27 : 0.8);

/** The part of the day's requests that comes in an hour as busy as this instant, where there is no shock. */
function usualAt(shape: Shape, ms: number): number {
  const hours = shapes[shape];
  const hour = ms / hourMs;
  const before = Math.floor(hour);
  const at = (index: number): number => hours[index % 24] ?? 0;
  const sum = hours.reduce((all, one) => all + one, 0);
  return (at(before) + (at(before + 1) - at(before)) * (hour - before)) / sum;
}

/** The store's counts of the days before, each hour up to a tenth off. */
export function countedBefore({
  requests,
  shape: today,
  before = [today],
  seed,
}: Scenario): readonly { readonly hour: number; readonly n: number }[] {
  const prng = createPrng(seed + 1);
  return before.flatMap((shape, daysAgo) =>
    shapes[shape].map((_, index) => {
      const share = usualAt(shape, (index + 0.5) * hourMs);
      const off = 0.9 + 0.2 * even(prng);
      return {
        hour: dayStart - (daysAgo + 1) * dayMs + index * hourMs,
        n: Math.round(requests * sizeBefore(shape) * share * off),
      };
    }),
  );
}

/** Ad requests until each sample, for who has the counts of a day like today and knows how large today is. */
export function expectedTraffic(scenario: Scenario, sampleMs: number): readonly number[] {
  const counted = countedBefore({ ...scenario, before: [scenario.shape] });
  let sum = 0;
  return Array.from({ length: dayMs / sampleMs + 1 }, (_, sample) => {
    const before = sum;
    const hour = counted[Math.floor((sample * sampleMs) / hourMs)];
    sum += ((hour?.n ?? 0) / sizeBefore(scenario.shape)) * (sampleMs / hourMs);
    return before;
  });
}

/** How many ad requests come in each second of the day. */
export function todaysRequests({ requests, shape, shock, seed }: Scenario): Uint16Array {
  const prng = createPrng(seed + 2);
  const counts = new Uint16Array(dayMs / 1_000);
  let ripple = 1;
  for (let second = 0; second < counts.length; second++) {
    if (second % 600 === 0) ripple = 0.9 + 0.2 * even(prng);
    const factor = shock?.hour === Math.floor(second / 3_600) ? shock.times : 1;
    const perSecond = (requests * usualAt(shape, second * 1_000)) / 3_600;
    counts[second] = poisson(perSecond * factor * ripple, prng);
  }
  return counts;
}

/** A number from 0 (included) to 1 (excluded). */
export function even(prng: Prng): number {
  return prng.below(2 ** 32) / 2 ** 32;
}

function poisson(mean: number, prng: Prng): number {
  const limit = Math.exp(-mean);
  let product = even(prng);
  let n = 0;
  while (product > limit) {
    n += 1;
    product *= even(prng);
  }
  return n;
}
