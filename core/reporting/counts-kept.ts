import { defaultCountsKeptMs } from "../timing/windows.ts";

const dayMs = 86_400_000;

/** For adapters: how long statistics are kept, in milliseconds. Throws a RangeError for less than a day. */
export function checkedCountsKeptMs(keptMs: number = defaultCountsKeptMs): number {
  if (Number.isSafeInteger(keptMs) && keptMs >= dayMs) return keptMs;
  throw new RangeError(`countsKeptMs is ${keptMs}: set it to a whole number of at least ${dayMs}, one day.`);
}
