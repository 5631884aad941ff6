import { definition, type PromiseCoverage } from "./promise.ts";

/** The operations of the management store. */
export const managementCoverage: readonly PromiseCoverage[] = [
  ["What the operator's side needs.", definition],
  [
    "The whole catalogue and its version",
    [
      "what was applied is read back as it was",
      "an empty store has an empty catalogue and a version",
      "a catalogue is read with the version of its moment",
    ],
  ],
  [
    "Applies a change as a whole",
    [
      "a change that one budget refuses is applied in no part",
      "of 64 racing changes of one version one is applied",
      "every kind of thing can be removed",
    ],
  ],
  ["`conflict` when the catalogue", ["a change of another version is a conflict and changes nothing"]],
  [
    "`budget_below_floor` when",
    [
      "a total budget below what is spent and held is refused with its floor",
      "a daily budget below what the day has spent and holds is refused with its floor",
      "every campaign and budget below its floor is named",
      "a daily budget may be lowered below what earlier days have spent",
      "yesterday's open deliveries do not bound today's daily budget",
      "a budget that could not be lowered can be once its holds have expired",
    ],
  ],
  [
    "Removing a campaign keeps",
    [
      "removing a campaign keeps its deliveries and its charges",
      "a campaign that comes back has spent what it had spent",
      "open deliveries of a removed campaign are charged as issued",
    ],
  ],
  [
    "Stores a new key, and notes it.",
    [
      "keys are listed in order of creation, of one publisher if asked",
      "a new key is noted, and one whose id is taken is not",
    ],
  ],
  [
    "`exists` when the id is taken",
    ["a key whose id is taken is not stored", "of 64 racing keys of one id one is stored"],
  ],
  [
    "All keys, of one publisher if given",
    [
      "keys are listed in order of creation, of one publisher if asked",
      "a revoked key keeps its record with the time",
    ],
  ],
  [
    "Sets `revokedAt`",
    [
      "a revocation can be moved forward and never back",
      "a revocation is noted when it changes something, and only then",
    ],
  ],
  [
    "The revoked record, or",
    ["a revoked key keeps its record with the time", "an unknown key cannot be revoked"],
  ],
  [
    "Compares spent amounts with charges",
    [
      "what the advertiser pays is what publisher and operator get",
      "an audit under way of orders, clicks and releases is always in balance",
    ],
  ],
];
