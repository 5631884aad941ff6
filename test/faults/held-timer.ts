import type { Stopwatch, Timer } from "../../core/timing/deadlines.ts";

export interface HeldTimer {
  readonly timer: Timer;
  /** The time that has passed. */
  readonly stopwatch: Stopwatch;
  /** Lets this many milliseconds pass, and calls the due timers in order. */
  readonly pass: (ms: number) => void;
  /** How many timers are set. */
  readonly pending: () => number;
}

/** A timer whose time passes when the test says so. */
export function heldTimer(): HeldTimer {
  const set = new Set<{ readonly at: number; readonly then: () => void }>();
  let now = 0;
  return {
    timer: (ms, then) => {
      const one = { at: now + ms, then };
      set.add(one);
      return () => void set.delete(one);
    },
    stopwatch: () => now,
    pass: (ms) => {
      const until = now + ms;
      for (;;) {
        const [next] = [...set].filter(({ at }) => at <= until + 1e-6).sort((a, b) => a.at - b.at);
        if (next === undefined) break;
        set.delete(next);
        now = Math.max(now, next.at);
        next.then();
      }
      now = until;
    },
    pending: () => set.size,
  };
}
