import type { Random } from "../../core/signing/random.ts";
import { createPrng } from "../conformance/prng.ts";

/** Reproducible bytes in the place of the platform's random source. */
export function seededRandom(seed: number): Random {
  const prng = createPrng(seed);
  return (length) => Uint8Array.from({ length }, () => prng.below(2 ** 32) >>> 24);
}

/** Reproducible numbers from 0 (included) to 1 (excluded). */
export function seededDraw(seed: number): () => number {
  const prng = createPrng(seed);
  return () => prng.below(2 ** 32) / 2 ** 32;
}

/**
 * The distance of counts from what was expected of them. Of fair draws, values above `degrees + 5 √(2 degrees)`
 * are one in millions.
 */
export function chiSquare(counts: readonly number[], expected: readonly number[]): number {
  return counts.reduce((sum, count, index) => {
    const wanted = expected[index] ?? Number.NaN;
    return sum + (count - wanted) ** 2 / wanted;
  }, 0);
}

export function tooFarFor(degrees: number): number {
  return degrees + 5 * Math.sqrt(2 * degrees);
}
