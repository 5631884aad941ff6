/** A clock that moves only by its methods. Give `now` to the adapter as its clock. */
export interface TestClock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly now: () => number;
  /** Moves the clock by this many milliseconds; a negative number sets it back. */
  readonly advance: (ms: number) => void;
  /** Sets the clock to this time, in milliseconds since 1970-01-01T00:00:00Z. */
  readonly set: (at: number) => void;
}

/** Noon in UTC on a day without anything special in any zone. */
export const quietNoon: number = Date.UTC(2026, 2, 4, 12);

/** Creates a clock that stands at `start`. Default: {@link quietNoon}. */
export function createTestClock(start: number = quietNoon): TestClock {
  let at = start;
  return {
    now: () => at,
    advance: (ms) => {
      at += ms;
    },
    set: (to) => {
      at = to;
    },
  };
}
