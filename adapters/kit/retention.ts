import type { Retention } from "../../core/storage/installation-store.ts";
import { defaultCountsKeptMs } from "../../core/timing/windows.ts";

const dayMs = 86_400_000;

/** The retention options of a store, in milliseconds. Throws a RangeError for less than a day. */
export function checkedRetention(
  deliveriesKeptMs: number,
  countsKeptMs: number = defaultCountsKeptMs,
): Retention {
  return {
    deliveriesKeptMs: checkedKeptMs("deliveriesKeptMs", deliveriesKeptMs),
    countsKeptMs: checkedKeptMs("countsKeptMs", countsKeptMs),
  };
}

/** A day is far more than the hour in which a delivery holds money. */
export function checkedKeptMs(name: keyof Retention, keptMs: number): number {
  if (Number.isSafeInteger(keptMs) && keptMs >= dayMs) return keptMs;
  throw new RangeError(`${name} is ${keptMs}: set it to a whole number of at least ${dayMs}, one day.`);
}
