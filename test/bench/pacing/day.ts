import { createPrng, type Prng } from "../../conformance/prng.ts";

/** One simulated day. Hours are those of UTC. */
export interface Scenario {
  readonly name: string;
  readonly instances: number;
  readonly requests: number;
  /** Beside the daily curve. */
  readonly shock: "none" | "triple hour" | "dead hour" | "no history";
  /** The hour at which one instance is killed; its requests go to the others. */
  readonly deathAt?: number | undefined;
  readonly seed: number;
}

export const dayStart: number = Date.UTC(2026, 2, 4);
export const hourMs = 3_600_000;
export const dayMs: number = 24 * hourMs;

/** Requests by hour, relative; in between it changes steadily. */
const usual = [
  0.5, 0.42, 0.36, 0.34, 0.36, 0.45, 0.6, 0.8, 1, 1.15, 1.2, 1.25, 1.3, 1.25, 1.2, 1.2, 1.25, 1.35, 1.45,
  1.55, 1.55, 1.35, 1, 0.7,
] as const;

const shockHour = 11;
const sumOfUsual = usual.reduce((sum, hour) => sum + hour, 0);

function usualAt(ms: number): number {
  const hour = ms / hourMs;
  const before = Math.floor(hour);
  const at = (index: number): number => usual[index % 24] ?? 0;
  return at(before) + (at(before + 1) - at(before)) * (hour - before);
}

/** What the store counted yesterday: the same curve, a fifth less of it, each hour up to a tenth off. */
export function yesterday({
  requests,
  shock,
  seed,
}: Scenario): readonly { readonly hour: number; readonly n: number }[] {
  if (shock === "no history") return [];
  const prng = createPrng(seed + 1);
  return usual.map((_, index) => {
    const share = usualAt((index + 0.5) * hourMs) / sumOfUsual;
    const off = 0.9 + 0.2 * even(prng);
    return { hour: dayStart - dayMs + index * hourMs, n: Math.round(requests * 0.8 * share * off) };
  });
}

/** How many ad requests come in each second of the day. */
export function todaysRequests({ requests, shock, seed }: Scenario): Uint16Array {
  const prng = createPrng(seed + 2);
  const counts = new Uint16Array(dayMs / 1_000);
  let ripple = 1;
  for (let second = 0; second < counts.length; second++) {
    if (second % 600 === 0) ripple = 0.9 + 0.2 * even(prng);
    const isShock = Math.floor(second / 3_600) === shockHour;
    const factor = !isShock ? 1 : shock === "triple hour" ? 3 : shock === "dead hour" ? 0 : 1;
    const perSecond = (requests * usualAt(second * 1_000)) / sumOfUsual / 3_600;
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
