import { definition, definitions, type PromiseCoverage } from "./promise.ts";

/** The operations of the management store. */
export const managementCoverage: readonly PromiseCoverage[] = [
  ["The operations of the operator's side.", definition],
  [
    "The whole catalogue and its version",
    [
      "an applied change is read back unchanged",
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
      "pausing is possible whatever was spent",
      "a lowered budget and racing orders never leave less than is held",
      "a total budget below the spent and held amounts is refused with its floor",
      "a floor of a budget is what it has used, not what is spent",
      "a daily budget below the spent and held amounts of the day is refused with its floor",
      "every campaign and budget below its floor is named",
      "a daily budget may be lowered below the spent amounts of earlier days",
      "yesterday's open deliveries do not bound today's daily budget",
      "a budget that could not be lowered can be once its holds have expired",
    ],
  ],
  [
    "Removing a campaign keeps",
    [
      "removing a campaign keeps its deliveries and its charges",
      "a campaign that comes back keeps its spent amount",
      "open deliveries of a removed campaign are charged as issued",
    ],
  ],
  [
    "Removing a publisher revokes",
    [
      "removing a publisher revokes its keys in the same step, for good",
      "a reader never sees a good key of a removed publisher",
    ],
  ],
  [
    "The last entity under each id",
    [
      "an entity that was removed and stored again is returned as present, not as removed",
      "a removed entity is read as it last stood",
    ],
  ],
  ["Kept for as long as the installation", ["a removed entity is known as long as the store exists"]],
  [
    "Stores a new key, and notes it.",
    [
      "keys are listed in order of creation, of all publishers or of one",
      "a new key is noted, and one whose id is taken is not",
    ],
  ],
  [
    "`exists` when the id is taken",
    [
      "a key whose id is taken is not stored",
      "of 64 racing keys of one id one is stored",
      "a publisher has most keys that are not refused, of its own",
    ],
  ],
  [
    "These two change nothing.",
    ["a key whose id is taken is not stored", "a publisher has most keys that are not refused, of its own"],
  ],
  [
    "However many callers add keys at once",
    [
      "of 64 racing keys no more are stored than there may be",
      "of 64 racing rotations of different keys no more old keys stay than there may be",
    ],
  ],
  [
    "All keys, of one publisher if given",
    [
      "keys are listed in order of creation, of all publishers or of one",
      "a key is revoked by the store's clock",
    ],
  ],
  [
    "Revokes a key `afterMs` milliseconds from now",
    [
      "a key is revoked by the store's clock",
      "a key that is revoked at once is marked so, and stays so",
      "a key whose time has come can still be revoked at once",
      "a new key and a revocation reach the serving side",
    ],
  ],
  [
    "A revocation that is due earlier stays",
    [
      "a revocation can be moved forward and never back",
      "a key that is revoked at once is marked so, and stays so",
      "a revocation whose reply was lost is answered alike when it is repeated",
      "a revocation is noted when it changes something, and only then",
      "of 64 racing revocations at one time one is noted",
    ],
  ],
  [
    "Returns the key after the change",
    ["a key is revoked by the store's clock", "an unknown key cannot be revoked"],
  ],
  [
    "Stores a new key and revokes the one",
    [
      "a rotation stores the new key and revokes the old one in one step",
      "a reader never sees a half of a rotation",
      "a rotation never puts off a revocation that is due earlier",
      "of 64 racing rotations of one key at once one is done",
    ],
  ],
  ["`unknown`: there is no key to replace.", ["a rotation that is refused changes nothing"]],
  [
    "`revoked`: it is refused already",
    [
      "a rotation that is refused changes nothing",
      "of 64 racing rotations of one key at once one is done",
      "a rotation whose reply was lost changes nothing when it is repeated",
    ],
  ],
  [
    "`exists`: the new id is taken.",
    [
      "a rotation that is refused changes nothing",
      "a rotation stores the new key and revokes the old one in one step",
    ],
  ],
  [
    "`full`, only with `afterMs` above 0",
    ["a rotation that keeps the old key counts, one that ends it does not"],
  ],
  [
    "These four change nothing",
    [
      "a rotation that is refused changes nothing",
      "a rotation whose reply was lost changes nothing when it is repeated",
    ],
  ],
  [
    "Compares used amounts with charges",
    [
      "the advertiser's amount is the sum of the publisher's and the operator's",
      "an audit under way of orders, clicks and releases is always in balance",
    ],
  ],
  ["A new key in place of an old one.", definition],
  ["The key that is replaced.", definition],
  ["How long it stays valid", ["a rotation stores the new key and revokes the old one in one step"]],
  ...definitions("The key that is stored."),
  ["Most keys of its publisher", ["a publisher has most keys that are not refused, of its own"]],
  [
    "Noted together with the change",
    ["of 64 racing rotations of one key at once one is done", "a rotation that is refused changes nothing"],
  ],
  ...definitions("An entity that was removed."),
  ["The entity as it last stood.", ["a removed entity is read as it last stood"]],
];
