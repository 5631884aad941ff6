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

/** Orders, events and deliveries. */
export const deliveryCoverage: readonly PromiseCoverage[] = [
  ["Most ranked choices of one order.", definition],
  ["Where a delivery is shown", definition],
  ["A wish to issue one delivery.", definition],
  ["Whose platform it is at this moment", keepOwners],
  ["The API key that asked;", keepOwners],
  ["Keyed hash of the identity", callersDuty],
  ["Language asked for", definition],
  ["The traffic rule that marked the request", definition],
  ["Keyed hash of the client's network;", definition],
  ["Best first; 1 to", ["issue tries all eight choices of an order"]],
  ["Whose campaign it is at this moment", keepOwners],
  ["The topic that the campaign", definition],
  ["Part of the price that goes", ["what the advertiser pays is what publisher and operator get"]],
  ["Why, for each choice.", ["a refused order names the reason for each choice"]],
  ["One issuance of one ad", ["a delivery keeps what its order and its choice said"]],
  ["It belongs for ever to the publisher", keepOwners],
  ["The mark of its order", definition],
  ["Of its order.", definition],
  [
    "The campaign's day at issue",
    [
      "a hold and its charge belong to the day of the issue",
      "a press past midnight charges the day of the issue",
    ],
  ],
  ["By the store's clock.", ["the time of a delivery id judges nothing: the store's clock does"]],
  ["Distinct presses, in the order", ["distinct presses are recorded once each, in their order"]],
  ["The traffic rule that marked the event;", definition],
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
  ["Days on which spent differs", { because: "no operation can put a store out of balance" }],
];
