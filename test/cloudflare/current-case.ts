import { type Clock, systemClock } from "../../core/timing/clock.ts";

/** What a case gives its objects. They have one isolate with the worker, so they share this module. */
export interface CurrentCase {
  /** The time of the objects. */
  readonly clock: Clock;
  /** The time between two alarms of an object. Default: that of Handbill. */
  readonly maintainEveryMs?: number | undefined;
  /** Ends the first object of the case, as a deployment does; the next call starts it again. Rejects. */
  readonly reset: () => Promise<unknown>;
}

let aheadMs = 0;
let current: CurrentCase | undefined;

/** Lets the time of the worker and of its objects pass. */
export function letPass(ms: number): void {
  aheadMs += ms;
}

/** Begins a case. */
export function beginCase(begun: CurrentCase): void {
  current = begun;
}

/** The case that runs; `undefined` outside of cases. */
export function currentCase(): CurrentCase | undefined {
  return current;
}

/** The time of the objects: that of the case that runs, or the platform's with what has passed. */
export const now: Clock = () => current?.clock() ?? systemClock() + aheadMs;
