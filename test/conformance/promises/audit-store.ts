import { callersDuty, definition, type PromiseCoverage } from "./promise.ts";

/** Who changed what. */
export const auditCoverage: readonly PromiseCoverage[] = [
  ["Most records of one page", definition],
  ["Who changed what.", definition],
  [
    "Written with the change, in one atomic step:",
    [
      "what is noted with a change is read back as it was, with its time",
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
  ["Records are only ever added", ["who reads after the last record misses none, however many write"]],
  ["All that a record may be about", definition],
  ["One thing that somebody changed.", definition],
  ["Who:", definition],
  ["`operator`, `publisher:<id>`", callersDuty],
  ["Of a `user` who was forgotten:", callersDuty],
  ["Of a `session` of the console:", callersDuty],
  ["Whose object it is", ["the trail is read of one publisher, one kind and one thing"]],
  ["JSON: the fields that changed", callersDuty],
  ["At most 16,384 characters.", ["any text can be noted"]],
  ["Grows with every record.", ["who reads after the last record misses none, however many write"]],
  ["By the store's clock.", ["what is noted with a change is read back as it was, with its time"]],
  ["1 to {@link maxAuditPage}.", callersDuty],
];
