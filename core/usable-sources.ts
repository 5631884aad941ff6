import { type Random, systemRandom } from "./signing/random.ts";
import { type Clock, systemClock } from "./timing/clock.ts";

/** A clock and a random source that never throw. */
export interface UsableSources {
  readonly clock: Clock;
  readonly random: Random;
  /** The faults of the given sources. Tries the clock; the random source only after its first use. */
  readonly faults: () => readonly string[];
}

const clockFault = "Pass a function that returns milliseconds as the option clock, or leave it out.";
const randomFault =
  "Pass a function that returns as many bytes as asked as the option random, or leave it out.";

/** The given clock and random source. Where a call of one fails, the platform's answers it. */
export function usableSources(given: {
  readonly clock?: Clock | undefined;
  readonly random?: Random | undefined;
}): UsableSources {
  const found = new Set<string>();
  // A program without types may pass false or 0, which are no functions either.
  const clock = isGiven(given.clock) ? guardClock(given.clock, () => found.add(clockFault)) : undefined;
  const random = isGiven(given.random) ? guardRandom(given.random, () => found.add(randomFault)) : undefined;
  return {
    clock: clock ?? systemClock,
    random: random ?? systemRandom,
    faults: () => {
      clock?.();
      return [...found];
    },
  };
}

function isGiven<T>(value: T): value is NonNullable<T> {
  return value !== undefined && value !== null;
}

function guardClock(given: Clock, onFailed: () => void): Clock {
  return () => {
    try {
      const now = given();
      if (Number.isFinite(now)) return now;
    } catch {
      // As a wrong value.
    }
    onFailed();
    return systemClock();
  };
}

function guardRandom(given: Random, onFailed: () => void): Random {
  return (length) => {
    try {
      const bytes = given(length);
      if (bytes instanceof Uint8Array && bytes.length === length) return bytes;
    } catch {
      // As a wrong value.
    }
    onFailed();
    return systemRandom(length);
  };
}
