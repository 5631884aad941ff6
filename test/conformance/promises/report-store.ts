import { chargeFields } from "../store/charge-reports.ts";
import { callersDuty, definition, definitions, type PromiseCoverage } from "./promise.ts";

const byEachField = chargeFields.map(
  (field) => `charges can be added up by ${field} alone, and by all but ${field}`,
);

const byField = [
  "users are counted by publisher, platform and key, together and each alone",
  "users by field are those of the owners asked for",
];
const inOrder = ["users by field come in the order of the ranges, and the largest number first"];

const listed = [
  "users are listed once each, in the order of their characters, page by page",
  "the users listed are those of the range and the owners asked for",
  "networks are listed like users, as long as they are kept",
];

const ofMarks = ["only charges and recent deliveries of the marks asked for are read"];

const listBounds = ["deliveries are listed from an instant on, and before another"];
const listPages = ["deliveries are listed by issue, page by page"];

/** The sums and the users that reports are made of, and what was issued lately. */
export const reportCoverage: readonly PromiseCoverage[] = [
  ["Most ranges of one query of uniques", definition],
  ["Most deliveries of one page of", definition],
  ["Reads charges, users and recent deliveries", definition],
  [
    "The rules of `core/storage/store.ts`",
    [
      "any text can tell charges apart, in every field",
      "any text is a user, a platform and a campaign of its own",
      "any text is a platform of recent deliveries",
      "sums of charges are exact up to 2^53 - 1",
    ],
  ],
  [
    "Sums of the charges and adjustments",
    [
      ...byEachField,
      "charges are read from an instant on, and before another",
      "a charge belongs to the hour of its event, not of its issue",
      "charges by no field are one sum, with each side's part",
      "where nothing was charged there are no sums",
      "the largest spend comes first, and the limit leaves out the smallest",
    ],
  ],
  ["An adjustment has the fields of", ["reports and the audit are charges less adjustments"]],
  [
    "They are the ledger itself:",
    [
      "money is in balance after a storm of orders, events and releases (seed 1)",
      "a delivery's later events add no charge, and a bot's click is one",
      "64 charges at once are all in the sums",
    ],
  ],
  ["Charges made before a field was kept", { because: "only an older release makes them" }],
  [
    "Every sum is exact.",
    ["sums of charges are exact up to 2^53 - 1", "charges beyond 2^53 - 1 are exact less their adjustments"],
  ],
  ["The call rejects with an error", ["a sum beyond 2^53 - 1 is refused, and its parts are exact"]],
  [
    "For each range the number",
    [
      "a user that sees several ads is one user",
      "a user counts in every range in which an ad was seen",
      "a user without a seen ad is not counted",
      "the first of a delivery's events is its view",
      "an ad issued before a range and seen in it counts",
      "users are counted whatever the time of their delivery's id",
      "64 users that see an ad at once are all counted",
    ],
  ],
  [
    "Without `by` fields each range has",
    ["a user counts in every range in which an ad was seen", ...byField],
  ],
  [
    "With them it has one for",
    [
      ...byField,
      "any text is a publisher, a platform and a key that users are counted by",
      "512 platforms and keys are counted at once",
    ],
  ],
  ["The numbers come in the order", inOrder],
  ["Only deliveries that are still kept", { because: "when a store drops deliveries is its own affair" }],
  [
    'With `of: "networks"`',
    [
      "different networks that saw an ad are counted as users are",
      "networks are counted whatever the time of their delivery's id",
      "networks are counted by field where there is one",
    ],
  ],
  ["The different users that `readUniques` counts", listed],
  ["Who adds up several stores", definition],
  [
    "The deliveries issued within the last hour",
    [
      "the latest delivery is read first",
      "a delivery is recent for an hour, and no millisecond longer",
      "the limit leaves out the earliest deliveries",
      "recent deliveries are as they stand",
      "a refused order is no recent delivery, and a repeated one is one",
      "recent deliveries are found whatever the time of their id",
      "64 deliveries issued at once are all read",
    ],
  ],
  [
    "All deliveries that are still kept,",
    [
      ...listPages,
      "listed deliveries are as they stand, without user and network",
      "deliveries are listed whatever the time of their id",
      "a repeated order is listed once, and a refused one or a forgotten user's not at all",
      "64 deliveries issued at once are all listed",
    ],
  ],
  ["A delivery that commits late may", definition],
  ["Absent: the store has no order", listPages],
  ["A delivery without what stands for", ["listed deliveries are as they stand, without user and network"]],
  ["Selects deliveries by the time of", definition],
  ["The first instant of `issuedAt`, included.", listBounds],
  ["The end, excluded.", listBounds],
  ["The last delivery of the page", listPages],
  ["1 to {@link maxListedDeliveries}.", callersDuty],
  ...definitions("Selects charges, and the fields that"),
  ["The first instant, included, by the", ["charges are read from an instant on, and before another"]],
  ["The end, excluded.", ["charges are read from an instant on, and before another"]],
  ["Only charges with one of these marks;", ofMarks],
  ["Absent: any.", ofMarks],
  ...definitions("Fields to add up by."),
  ["Empty: one sum of all charges.", ["charges by no field are one sum, with each side's part"]],
  ["1 to `maxTotals`.", callersDuty],
  ["The fields that charges are added", byEachField],
  ["Start of the hour of the charge.", ["a charge belongs to the hour of its event, not of its issue"]],
  ["The id of the publisher of the issue.", ["a charge keeps publisher, advertiser and key of its issue"]],
  ["The advertiser of the issue.", ["a charge keeps publisher, advertiser and key of its issue"]],
  ["The id of the API key", ["a charge keeps publisher, advertiser and key of its issue"]],
  ...definitions(
    "The id of the platform that asked for the ad.",
    "The placement of the ad request",
    "The id of the campaign that paid.",
  ),
  ["The id of the creative, the", ["all versions of a creative are one creative, also when it is gone"]],
  ...definitions(
    "The id of the topic that",
    "The language of the request, as",
    "The format of the creative.",
  ),
  [
    "The mark of the delivery when",
    ["a charge keeps the mark that its delivery has after the event that charges"],
  ],
  ...definitions("A field that charges are added up by."),
  [
    "The sum of the charges that agree",
    [...byEachField, "all versions of a creative are one creative, also when it is gone"],
  ],
  ...definitions(
    "The number of charges.",
    "The number of adjustments.",
    "The sum that the advertisers pay:",
    "Negative where more was taken back",
    "The publishers' part of it.",
    "The operator's part of it.",
    "The sum of the adjustments.",
    "The publishers' part of that sum.",
    "Selects recent deliveries.",
  ),
  ["Only deliveries with one of these marks;", ofMarks],
  ["Absent: any.", ofMarks],
  ["1 to `maxBatch`.", callersDuty],
  ...definitions("Selects the users to count."),
  [
    "1 to {@link maxRanges}; `from` included",
    ["400 ranges are counted at once", "a view counts at the begin of a range, and not at its end"],
  ],
  ["Default `users`.", ["different networks that saw an ad are counted as users are"]],
  ...definitions("Fields to count by."),
  ["Default: none.", byField],
  ["1 to `maxTotals`, the default.", inOrder],
  ...definitions("Selects the users or networks of"),
  ["The first instant of `seenAt`, included.", listed],
  ["The end, excluded.", listed],
  ["Default `users`.", listed],
  ["The last user or network of", listed],
  ["1 to `maxTotals`.", callersDuty],
  ...definitions("A field that users and networks are counted by:"),
  ["The different users or networks of", byField],
  ["The place of the range in", inOrder],
  ["The number of users or networks.", definition],
];
