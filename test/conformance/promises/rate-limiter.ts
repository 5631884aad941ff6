import { callersDuty, definition, type PromiseCoverage } from "./promise.ts";

/** The rate-limit port. */
export const rateLimitCoverage: readonly PromiseCoverage[] = [
  ["The rate-limit port.", definition],
  [
    "A claim asks for `cost` units",
    [
      "as many units as the limit are granted, and no more",
      "a claim that costs more than its limit is refused and takes nothing",
      "keys do not share a limit, whatever their text",
    ],
  ],
  [
    "Limits are sliding",
    [
      "no window, wherever it begins, grants more than the limit (seed 7)",
      "history: a limit cannot be doubled at the edge of a minute",
      "history: units taken far apart come back one by one",
      "nothing is given back before the window has passed",
      "a key without claims for two windows has the whole limit again",
    ],
  ],
  [
    "Decides each claim in array order",
    [
      "claims of one batch are decided in order, each seeing the ones before it",
      "64 racers share a limit of ten",
    ],
  ],
  [
    "A refused claim takes nothing.",
    ["a refused claim takes nothing", "history: a refused claim takes nothing and postpones nothing"],
  ],
  ["A rejected promise means an outage", { because: "says what the core does" }],
  ["A request for units under one key.", definition],
  ["A keyed hash of the limited party", callersDuty],
  ["The maximum number of units", definition],
  ["The length of the sliding window", definition],
  ["The units to take.", definition],
  ["The answer to a", definition],
  ["Whether the claim took its units.", definition],
  [
    "Units that could still be granted now.",
    [
      "as many units as the limit are granted, and no more",
      "history: a limit is used up and comes back whole",
    ],
  ],
  ["Until everything that was taken", ["everything is given back after resetAfterMs"]],
  [
    "Until a claim of the same cost",
    [
      "a claim is granted after retryAfterMs, and not a millisecond sooner",
      "history: a dear claim waits for as many units as it needs",
      "history: a claim above its limit is refused for a window, whatever is taken",
    ],
  ],
];
