/** A clock that stands still until it is told otherwise. Give `now` to the adapter as its clock. */
export interface TestClock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly now: () => number;
  readonly advance: (ms: number) => void;
  readonly set: (at: number) => void;
}

/** Noon in UTC on a day without anything special in any zone. */
export const quietNoon: number = Date.UTC(2026, 2, 4, 12);

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
