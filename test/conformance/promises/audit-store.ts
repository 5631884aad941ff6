import { callersDuty, definition, definitions, type PromiseCoverage } from "./promise.ts";

/** Who changed what. */
export const auditCoverage: readonly PromiseCoverage[] = [
  ["Most records of one page", definition],
  ["Who changed what.", definition],
  [
    "A store writes a record and its change",
    [
      "the note of a change is read back unchanged, with its time",
      "a change that is refused is not noted",
      "of 64 racing changes of one version the applied one is noted",
      "a new key is noted, and one whose id is taken is not",
      "of 64 racing keys of one id the stored one is noted",
      "a revocation is noted when it changes something, and only then",
      "a webhook is noted when it changes, and only then",
      "an empty trail has no records, and a change without a note adds none",
    ],
  ],
  [
    "The rules of `core/storage/store.ts`",
    [
      "a change that is repeated because its reply was lost is noted once",
      "of 64 racing revocations at one time one is noted",
      "any text can be noted",
    ],
  ],
  [
    "Records of the audit trail:",
    [
      "the trail is read in pages, forward and backward",
      "the trail is read of one publisher, one kind and one thing",
    ],
  ],
  ["At most `limit`.", ["the trail is read in pages, forward and backward"]],
  [
    "Records are only ever added",
    ["a reader that continues after the last record misses none, with any number of writers"],
  ],
  ["The kinds of objects that an audit", definition],
  ...definitions(
    "Adapters check stored words against this list.",
    "The actions that an audit record may name.",
    "Adapters check stored words against this list.",
    "The kind of object that an",
  ),
  ["A change to note in", definition],
  ["`operator`, `publisher:<id>`", callersDuty],
  ...definitions(
    "The kind of change.",
    "`submit`: what an author created or changed",
    "`forget` deletes the data of a user,",
    "The kind of the object that changed.",
    "The id of the object.",
  ),
  ["For a forgotten `user`:", callersDuty],
  ["For a `session` of the console:", callersDuty],
  ["For adjusted `charge`s:", callersDuty],
  ["For a `statement`:", callersDuty],
  ["At most 256 characters", ["any text can be noted"]],
  [
    "The id of the publisher that owns the object",
    ["the trail is read of one publisher, one kind and one thing"],
  ],
  ["JSON: the fields that changed", callersDuty],
  ["At most 16,384 characters.", ["any text can be noted"]],
  ...definitions("A stored entry of the audit trail."),
  [
    "Grows with every record.",
    ["a reader that continues after the last record misses none, with any number of writers"],
  ],
  [
    "The time of the change, by the store's clock.",
    ["the note of a change is read back unchanged, with its time"],
  ],
  ...definitions("A page of the audit trail."),
  ["All filters apply together, and an", ["the trail is read of one publisher, one kind and one thing"]],
  ["Only records with a smaller id.", ["the trail is read in pages, forward and backward"]],
  ["Only records with a greater id,", ["the trail is read in pages, forward and backward"]],
  ["Only records of objects of this", ["the trail is read of one publisher, one kind and one thing"]],
  [
    "Only records about objects of this kind.",
    ["the trail is read of one publisher, one kind and one thing"],
  ],
  [
    "Only records about the object with this id.",
    ["the trail is read of one publisher, one kind and one thing"],
  ],
  ["1 to {@link maxAuditPage}.", callersDuty],
];
