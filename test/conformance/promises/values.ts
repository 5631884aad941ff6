import { countFields } from "../store/counts.ts";
import { callersDuty, definition, type PromiseCoverage } from "./promise.ts";

const keepOwners = [
  "a delivery keeps publisher, advertiser and key of its issue",
  "a charge keeps publisher, advertiser and key of its issue",
];

const ofOwners = [
  "any text is a publisher, an advertiser and an API key of its own",
  "charges, statistics, users and deliveries are read of the owners asked for",
  "only lines of the platforms and the campaigns asked for are read",
  "only charges of the platforms and the campaigns asked for are read",
  "only users of the platforms and the campaigns asked for are counted",
  "recent deliveries are read of the platforms asked for, however many the others have",
];

/** Changes of the catalogue. */
export const changeCoverage: readonly PromiseCoverage[] = [
  [
    "Opaque; changes whenever",
    ["an applied change answers with the new version", "a new key and a revocation reach the serving side"],
  ],
  ["What an instance learns when it asks", definition],
  ["The store's time while it answered", ["the store tells its time, whether something changed or not"]],
  ["True: this is everything", ["without a version everything is told, to forget the rest"]],
  ["False: apply on top", ["changes told from one version to the next add up to the whole catalogue"]],
  ["Current versions only.", ["a delta has only the current version of an edited creative"]],
  ["Empty when `reload`.", ["a version that the store does not know gets everything"]],
  ["Each with the id of its version", callersDuty],
  [
    "What is noted in the audit trail",
    [
      "what is noted with a change is read back as it was, with its time",
      "a change that is refused is not noted",
    ],
  ],
  [
    "The least amount that can be stored now",
    [
      "a total budget below what is spent and held is refused with its floor",
      "floors are exact up to 2^53 - 1",
    ],
  ],
];

const keepMarks = [
  "a delivery keeps the mark of its order, and its charge has it",
  "any text is a mark, of an order and of an event",
];
const networks = [
  "a network is read back by id and among recent deliveries",
  "a refused order leaves no network",
  "any text is a network",
  "64 orders with networks at once keep each its own",
];
const forgotten = [
  "a network is forgotten when the store promises it, and not a week before",
  "the networks of a forgotten user are gone at once",
];
const unproven = [
  "each order has its own share of what all unproven orders hold",
  "unproven holds fill their share of totalBudgetMicros, and take no micro more",
];

/** Orders, events and deliveries. */
export const deliveryCoverage: readonly PromiseCoverage[] = [
  ["Most ranked choices of one order.", definition],
  ["Longest `mark` and longest `network`", definition],
  ["Where a delivery is shown", definition],
  ["A wish to issue one delivery.", definition],
  ["Whose platform it is at this moment", keepOwners],
  ["The API key that asked;", keepOwners],
  ["Keyed hash of the identity", callersDuty],
  ["Language asked for", definition],
  ["The traffic rule that marked the request", keepMarks],
  ["The delivery and its charge carry it.", keepMarks],
  ["Keyed hash of the client's network;", networks],
  ["The store forgets it", [...forgotten]],
  ["Set for a requester that has not confirmed", unproven],
  [
    "Absent: the requester is not limited.",
    ["who has confirmed a view, a bot and a free ad have no share to keep within"],
  ],
  ["Best first; 1 to", ["issue tries all eight choices of an order"]],
  ["Whose campaign it is at this moment", keepOwners],
  ["The topic that the campaign", definition],
  ["Part of the price that goes", ["what the advertiser pays is what publisher and operator get"]],
  ["Why, for each choice.", ["a refused order names the reason for each choice"]],
  ["One issuance of one ad", ["a delivery keeps what its order and its choice said"]],
  ["It belongs for ever to the publisher", keepOwners],
  ["The mark of its order", keepMarks],
  ["Of its order.", networks],
  ["Empty once the store has forgotten it.", [...forgotten]],
  ["The answers of `issue` and `record`", { because: "allows, and promises nothing" }],
  [
    "The campaign's day at issue",
    [
      "a hold and its charge belong to the day of the issue",
      "a press past midnight charges the day of the issue",
    ],
  ],
  ["By the store's clock.", ["the time of a delivery id judges nothing: the store's clock does"]],
  ["Distinct presses, in the order", ["distinct presses are recorded once each, in their order"]],
  [
    "The traffic rule that marked the event;",
    ["the first recorded event with a mark marks its delivery for good"],
  ],
  [
    "`delivery` is the state after",
    ["an event of a batch is answered with the state that the ones before it left"],
  ],
];

/** Statistics. */
export const countCoverage: readonly PromiseCoverage[] = [
  ["Most sums of one query of statistics.", definition],
  ["What is counted.", definition],
  ["`seen`: once for each delivery", callersDuty],
  ["`press` and `click`: once", callersDuty],
  [
    "One line of statistics",
    [
      "lines with the same fields are added up, of one call and of several",
      ...countFields.map((field) => `statistics can be added up by ${field} alone, and by all but ${field}`),
    ],
  ],
  ["A field that does not apply", callersDuty],
  ["Start of the hour", callersDuty],
  ["One of a closed set", callersDuty],
  ["One of the catalogue's languages", definition],
  ["Only what belongs to these", ofOwners],
  ["A list that is absent: any;", ofOwners],
  ["Which statistics are read", ["only the metrics asked for are read"]],
  ["Hours from here on", ["statistics are read from an hour on, and before another"]],
  ["… and before this one.", ["statistics are read from an hour on, and before another"]],
  ["1 to {@link maxTotals}.", callersDuty],
  [
    "The sum of all lines that agree",
    [
      "statistics by no field are one sum",
      ...countFields.map((field) => `statistics can be added up by ${field} alone, and by all but ${field}`),
    ],
  ],
];

const unprovenSum = [
  "an unproven hold leaves its share at its first event, and no proven one does",
  "an unproven hold leaves its share when it is given back",
];

/** The audit of the ledger. */
export const ledgerCoverage: readonly PromiseCoverage[] = [
  [
    "Sums over all charges",
    [
      "what the advertiser pays is what publisher and operator get",
      "the audit of an empty store finds nothing",
    ],
  ],
  [
    "In balance: spent = charged",
    [
      "money is in balance after a storm of orders, events and releases (seed 20261120)",
      "money is in balance after a storm of orders, events and releases (seed 4294967295)",
      "money is in balance after a storm of orders, events and releases (seed 1)",
    ],
  ],
  ["The part of `heldMicros` that orders", unprovenSum],
  ["… and as the sum of these open holds.", unprovenSum],
  ["Days on which spent differs", { because: "no operation can put a store out of balance" }],
];
