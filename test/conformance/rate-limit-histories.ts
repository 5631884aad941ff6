import type { RateClaim } from "../../core/ratelimit/rate-limiter.ts";

/** Claims in the order of their times, and the decisions that every limiter makes on them. */
export interface RateLimitHistory {
  /** The promise in a sentence. */
  readonly name: string;
  /** The claim whose fields a step uses where it names no others. */
  readonly usual: RateClaim;
  /** The calls, in their order. */
  readonly steps: readonly RateLimitStep[];
}

/** One call of `take`. */
export interface RateLimitStep {
  /** Milliseconds after the step before; negative: the clock was set back. */
  readonly afterMs: number;
  /** The claims of the call, without the fields of `usual`. */
  readonly claims: readonly Partial<RateClaim>[];
  /** The decision on each claim. */
  readonly decisions: readonly PinnedDecision[];
}

/** A `RateDecision` as a tuple; times in milliseconds. */
export type PinnedDecision = readonly [
  granted: boolean,
  remaining: number,
  resetAfterMs: number,
  retryAfterMs: number,
];

const second = 1_000;
const minute = 60_000;
const hour = 3_600_000;

function history(
  name: string,
  usual: Partial<RateClaim>,
  ...steps: readonly (readonly [
    afterMs: number,
    ...rows: (readonly [Partial<RateClaim>, PinnedDecision])[],
  ])[]
): RateLimitHistory {
  return {
    name,
    usual: { key: "somebody", limit: 3, windowMs: minute, cost: 1, ...usual },
    steps: steps.map(([afterMs, ...rows]) => ({
      afterMs,
      claims: rows.map(([claim]) => claim),
      decisions: rows.map(([, decision]) => decision),
    })),
  };
}

/**
 * Decisions to the millisecond. Units that are taken less than a twentieth of the window after the first of a burst
 * come back together with the last of it; a limiter with another such rule keeps the port's promises, but decides
 * otherwise in the histories whose names speak of a burst.
 */
export const rateLimitHistories: readonly RateLimitHistory[] = [
  history(
    "a limit is used up and comes back whole",
    {},
    [0, [{}, [true, 2, minute, 0]], [{}, [true, 1, minute, 0]]],
    [0, [{}, [true, 0, minute, 0]]],
    [0, [{}, [false, 0, minute, minute]]],
    [59_999, [{}, [false, 0, 1, 1]]],
    [1, [{}, [true, 2, minute, 0]]],
    [2 * minute, [{ cost: 3 }, [true, 0, minute, 0]]],
  ),
  history(
    "units taken far apart come back one by one",
    {},
    [0, [{}, [true, 2, minute, 0]]],
    [20_000, [{}, [true, 1, minute, 0]]],
    [20_000, [{}, [true, 0, minute, 0]]],
    [
      10_000,
      [{ cost: 1 }, [false, 0, 50_000, 10_000]],
      [{ cost: 2 }, [false, 0, 50_000, 30_000]],
      [{ cost: 3 }, [false, 0, 50_000, 50_000]],
    ],
    [9_999, [{}, [false, 0, 40_001, 1]]],
    [1, [{}, [true, 0, minute, 0]]],
    [19_999, [{}, [false, 0, 40_001, 1]]],
    [1, [{}, [true, 0, minute, 0]]],
  ),
  history("a batch is decided in order, each claim seeing the ones before it", {}, [
    0,
    [{ cost: 2 }, [true, 1, minute, 0]],
    [{ cost: 2 }, [false, 1, minute, minute]],
    [{ cost: 1 }, [true, 0, minute, 0]],
    [{ cost: 1 }, [false, 0, minute, minute]],
    [{ key: "other", cost: 3 }, [true, 0, minute, 0]],
    [{ key: "other" }, [false, 0, minute, minute]],
  ]),
  history(
    "a refused claim takes nothing and postpones nothing",
    {},
    [0, [{ cost: 2 }, [true, 1, minute, 0]]],
    [10_000, [{ cost: 2 }, [false, 1, 50_000, 50_000]]],
    [10_000, [{ cost: 2 }, [false, 1, 40_000, 40_000]], [{}, [true, 0, minute, 0]]],
    [40_000, [{ cost: 2 }, [true, 0, minute, 0]]],
  ),
  history(
    "a claim above its limit is refused for a window, whatever is taken",
    {},
    [0, [{ cost: 4 }, [false, 3, 0, minute]]],
    [0, [{ cost: 3 }, [true, 0, minute, 0]], [{ cost: 4 }, [false, 0, minute, minute]]],
    [30_000, [{ cost: 4 }, [false, 0, 30_000, minute]]],
    [30_000, [{ cost: 4 }, [false, 3, 0, minute]], [{ cost: 3 }, [true, 0, minute, 0]]],
  ),
  history("a limit of nothing grants nothing", { limit: 0 }, [0, [{}, [false, 0, 0, minute]]]),
  history(
    "a claim of nothing is granted and takes nothing",
    {},
    [0, [{ cost: 0 }, [true, 3, 0, 0]]],
    [0, [{ cost: 3 }, [true, 0, minute, 0]], [{ cost: 0 }, [true, 0, minute, 0]]],
    [30_000, [{ cost: 0 }, [true, 0, 30_000, 0]]],
    [30_000, [{ cost: 0 }, [true, 3, 0, 0]]],
  ),
  history(
    "a dear claim waits for as many units as it needs",
    { limit: 10 },
    [0, [{ cost: 4 }, [true, 6, minute, 0]]],
    [10_000, [{ cost: 3 }, [true, 3, minute, 0]]],
    [
      10_000,
      [{ cost: 3 }, [true, 0, minute, 0]],
      [{ cost: 1 }, [false, 0, minute, 40_000]],
      [{ cost: 4 }, [false, 0, minute, 40_000]],
      [{ cost: 5 }, [false, 0, minute, 50_000]],
      [{ cost: 7 }, [false, 0, minute, 50_000]],
      [{ cost: 8 }, [false, 0, minute, minute]],
      [{ cost: 10 }, [false, 0, minute, minute]],
    ],
    [40_000, [{ cost: 5 }, [false, 4, 20_000, 10_000]], [{ cost: 4 }, [true, 0, minute, 0]]],
    [10_000, [{ cost: 5 }, [false, 3, 50_000, 10_000]], [{ cost: 3 }, [true, 0, minute, 0]]],
  ),
  history(
    "a limit cannot be doubled at the edge of a minute",
    { limit: 10 },
    [59_999, [{ cost: 10 }, [true, 0, minute, 0]]],
    [1, [{}, [false, 0, 59_999, 59_999]]],
    [59_998, [{}, [false, 0, 1, 1]]],
    [1, [{}, [true, 9, minute, 0]]],
  ),
  history(
    "keys take nothing from each other",
    { limit: 1 },
    [
      0,
      [{ key: "a" }, [true, 0, minute, 0]],
      [{ key: "A" }, [true, 0, minute, 0]],
      [{ key: "a " }, [true, 0, minute, 0]],
      [{ key: "__proto__" }, [true, 0, minute, 0]],
      [{ key: "a" }, [false, 0, minute, minute]],
      [{ key: "__proto__" }, [false, 0, minute, minute]],
    ],
    [30_000, [{ key: "b" }, [true, 0, minute, 0]], [{ key: "A" }, [false, 0, 30_000, 30_000]]],
  ),
  history(
    "windows of one key take nothing from each other",
    { limit: 1 },
    [0, [{ windowMs: second }, [true, 0, second, 0]], [{ windowMs: hour }, [true, 0, hour, 0]]],
    [
      second,
      [{ windowMs: second }, [true, 0, second, 0]],
      [{ windowMs: hour }, [false, 0, hour - second, hour - second]],
    ],
  ),
  history(
    "a changed limit counts the grants of the old one",
    {},
    [0, [{ cost: 3 }, [true, 0, minute, 0]]],
    [10_000, [{ limit: 5, cost: 2 }, [true, 0, minute, 0]], [{ limit: 2 }, [false, 0, minute, minute]]],
    [50_000, [{ limit: 2 }, [false, 0, 10_000, 10_000]], [{}, [true, 0, minute, 0]]],
  ),
  history(
    "a window of a second",
    { windowMs: second },
    [0, [{}, [true, 2, second, 0]]],
    [50, [{}, [true, 1, second, 0]]],
    [50, [{}, [true, 0, second, 0]], [{}, [false, 0, second, 900]]],
    [899, [{}, [false, 0, 101, 1]]],
    [1, [{}, [true, 0, second, 0]], [{}, [false, 0, second, 50]]],
  ),
  history(
    "a window of an hour",
    { limit: 2, windowMs: hour },
    [0, [{}, [true, 1, hour, 0]]],
    [180_000, [{}, [true, 0, hour, 0]], [{}, [false, 0, hour, 3_420_000]]],
    [3_419_999, [{}, [false, 0, 180_001, 1]]],
    [1, [{}, [true, 0, hour, 0]]],
  ),
  history(
    "a burst comes back together with the last of it",
    {},
    [0, [{}, [true, 2, minute, 0]]],
    [2_999, [{}, [true, 1, minute, 0]]],
    [1, [{}, [true, 0, minute, 0]], [{}, [false, 0, minute, 59_999]]],
    [57_000, [{}, [false, 0, 3_000, 2_999]]],
    [2_999, [{}, [true, 1, minute, 0]]],
    [1, [{ cost: 2 }, [true, 0, minute, 0]], [{}, [false, 0, minute, minute]]],
  ),
  history(
    "a burst ends a twentieth of its window after its first unit, however steadily units are taken",
    { limit: 5, windowMs: second },
    [0, [{}, [true, 4, second, 0]]],
    [30, [{}, [true, 3, second, 0]]],
    [19, [{}, [true, 2, second, 0]]],
    [1, [{}, [true, 1, second, 0]]],
    [
      40,
      [{}, [true, 0, second, 0]],
      [{ cost: 3 }, [false, 0, second, 959]],
      [{ cost: 4 }, [false, 0, second, second]],
    ],
    [958, [{}, [false, 0, 42, 1]]],
    [1, [{ cost: 3 }, [true, 0, second, 0]]],
  ),
  history(
    "a burst of a window that twenty does not divide",
    { limit: 2, windowMs: 10_001 },
    [0, [{}, [true, 1, 10_001, 0]]],
    [500, [{}, [true, 0, 10_001, 0]], [{}, [false, 0, 10_001, 10_001]]],
    [9_501, [{}, [false, 0, 500, 500]]],
    [500, [{}, [true, 1, 10_001, 0]]],
    [501, [{}, [true, 0, 10_001, 0]], [{}, [false, 0, 10_001, 9_500]]],
  ),
  history(
    "a clock that is set back gives nothing back: grants of its future count from now",
    { limit: 2 },
    [0, [{}, [true, 1, minute, 0]]],
    [-5_000, [{}, [true, 0, minute, 0]], [{}, [false, 0, minute, minute]]],
    [59_999, [{}, [false, 0, 1, 1]]],
    [1, [{}, [true, 1, minute, 0]]],
  ),
  history(
    "a clock that is set back by an hour refuses no key for longer than the window",
    {},
    [0, [{ cost: 1 }, [true, 2, minute, 0]]],
    [30_000, [{ cost: 2 }, [true, 0, minute, 0]]],
    [-hour, [{}, [false, 0, minute, minute]]],
    [59_999, [{}, [false, 0, 1, 1]]],
    [1, [{ cost: 3 }, [true, 0, minute, 0]]],
  ),
  history(
    "a clock that is set back a little keeps older grants unchanged",
    {},
    [0, [{ cost: 1 }, [true, 2, minute, 0]]],
    [30_000, [{ cost: 2 }, [true, 0, minute, 0]]],
    [-10_000, [{}, [false, 0, minute, 40_000]], [{ cost: 2 }, [false, 0, minute, minute]]],
    [40_000, [{ cost: 2 }, [false, 1, 20_000, 20_000]], [{}, [true, 0, minute, 0]]],
    [20_000, [{ cost: 2 }, [true, 0, minute, 0]]],
  ),
  history(
    "a clock that is set back takes returned grants again, with any claims meanwhile",
    { windowMs: second },
    [0, [{ cost: 3 }, [true, 0, second, 0]]],
    [1_001, [{ key: "a" }, [true, 2, second, 0]], [{ key: "b" }, [true, 2, second, 0]]],
    [-31, [{ cost: 0 }, [true, 0, 30, 0]], [{}, [false, 0, 30, 30]]],
    [29, [{}, [false, 0, 1, 1]]],
    [1, [{}, [true, 2, second, 0]]],
  ),
  history(
    "a clock that is set back by less than the longest window forgets no key, with any claims meanwhile",
    { windowMs: second },
    [0, [{ cost: 3 }, [true, 0, second, 0]], [{ key: "long", windowMs: minute }, [true, 2, minute, 0]]],
    [30_000, [{ key: "a" }, [true, 2, second, 0]], [{ key: "b" }, [true, 2, second, 0]]],
    [20_000, [{ key: "c" }, [true, 2, second, 0]]],
    [-49_500, [{}, [false, 0, 500, 500]]],
    [-2_000, [{}, [false, 0, second, second]]],
    [second, [{}, [true, 2, second, 0]]],
  ),
];
