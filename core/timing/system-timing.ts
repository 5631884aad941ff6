import { quietTimer, type Stopwatch, systemStopwatch, systemTimer, type Timer } from "./deadlines.ts";

/** The passing of time for one instance: nothing else of an instance waits. */
export interface Timing {
  /** A timer for work that must be done. */
  readonly timer: Timer;
  /** A timer for work that may be dropped: does not keep the process alive. */
  readonly quietTimer: Timer;
  /** A monotonic clock. */
  readonly stopwatch: Stopwatch;
  /** Calls back in the next turn of the event loop, in the order of the calls. `undefined`: the platform has no such turns. */
  readonly inNextTurn: ((then: () => void) => unknown) | undefined;
}

/** Not a web standard. Node, Bun and Deno have it and call back after the pending I/O events. */
declare const setImmediate: ((then: () => void) => unknown) | undefined;

/** The platform's time. Read once: tests of a host may replace the globals by fake timers. */
export const systemTiming: Timing = {
  timer: systemTimer,
  quietTimer,
  stopwatch: systemStopwatch,
  inNextTurn: typeof setImmediate === "undefined" ? undefined : setImmediate,
};
