import { countFields } from "../store/counts.ts";
import { callersDuty, definition, definitions, type PromiseCoverage } from "./promise.ts";

const keepOwners = [
  "a delivery keeps publisher, advertiser and key of its issue",
  "a charge keeps publisher, advertiser and key of its issue",
];

const ofOwners = [
  "any text is a publisher, an advertiser and an API key of its own",
  "charges, statistics, users and deliveries are read of the requested owners",
  "only lines of the requested platforms and campaigns are read",
  "only charges of the requested platforms and campaigns are read",
  "only users of the requested platforms and campaigns are counted",
  "recent deliveries are read of the requested platforms, with any number on others",
];

/** Changes of the catalogue. */
export const changeCoverage: readonly PromiseCoverage[] = [
  [
    "Opaque; changes whenever",
    ["an applied change answers with the new version", "a new key and a revocation reach the serving side"],
  ],
  ["The answer to an instance", definition],
  ["The store's time during the call", ["the store tells its time, whether something changed or not"]],
  ...definitions("Instances judge schedules by it.", "The changes."),
  ["Absent: nothing changed.", ["no delta is returned when nothing changed"]],
  ...definitions(
    "New and changed entities of a catalogue.",
    "New and changed publishers.",
    "New and changed platforms.",
    "New and changed campaigns.",
  ),
  ["Current versions only.", ["a delta has only the current version of an edited creative"]],
  ["The core makes the id of a version", callersDuty],
  ...definitions(
    "New and changed topics.",
    "Changes of the catalogue and of the API keys.",
    "The version that the catalogue has",
  ),
  ["True: the delta is the whole", ["without a version everything is returned, as a reload"]],
  ["False: the delta adds", ["changes from one version to the next add up to the whole catalogue"]],
  ["New and changed API keys, revoked ones included.", ["a new key and a revocation reach the serving side"]],
  ["Empty when `reload`.", ["a version that the store does not know gets everything"]],
  ...definitions(
    "The kinds of entities of a catalogue.",
    "The kind of an entity of the catalogue.",
    "The name of an entity of the catalogue.",
    "The kind of the entity.",
    "The id of the entity, unique within its kind.",
    "A change of the catalogue for `applyCatalog`.",
    "The version that the change was made for.",
    "Entities to create, and entities to",
    "Entities to remove.",
  ),
  [
    "Noted in the audit trail",
    ["the note of a change is read back unchanged, with its time", "a change that is refused is not noted"],
  ],
  ...definitions("The outcome of a change of the catalogue."),
  ["`conflict`: the catalogue was not", ["a change of another version is a conflict and changes nothing"]],
  ["The current version, which includes", ["an applied change answers with the new version"]],
  ["Every budget that is too low.", ["every campaign and budget below its floor is named"]],
  ...definitions("A budget that cannot be stored,", "The id of the campaign.", "The field that is too low."),
  [
    "The least amount that can be stored now",
    [
      "a total budget below the spent and held amounts is refused with its floor",
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
  ["Longest `mark`, in characters", definition],
  ["Longest `network`, in characters", definition],
  ["Where a delivery is shown", definition],
  ...definitions("The place and the person of an ad", "The place where the ad is shown."),
  ["The publisher that owns the platform", keepOwners],
  ["The delivery and its charge stay", keepOwners],
  ...definitions("The id of the platform that asked for the ad.", "The placement that the ad is"),
  ["The id of the API key of the request;", keepOwners],
  ["Keyed hash of the identity", callersDuty],
  ["The delivery's own id: nothing of the identity", callersDuty],
  ...definitions(
    "The language of the request",
    "An order to issue one delivery.",
    "The id of the delivery, made",
  ),
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
  ...definitions("An ad that an order may issue.", "The id of the campaign."),
  ["The advertiser of the campaign at the issue.", keepOwners],
  ["The delivery and its charge stay", keepOwners],
  ...definitions("The id of the version of the creative to show.", "The format of the creative."),
  ["The topic that the campaign", definition],
  ...definitions("The charge for the impression. 0:"),
  [
    "Part of the price that goes",
    ["the advertiser's amount is the sum of the publisher's and the operator's"],
  ],
  ...definitions(
    "The limit that refused a choice.",
    "The outcome of an order.",
    "The delivery of this order.",
  ),
  ["The reason for each choice.", ["a refused order names the reason for each choice"]],
  ["One issuance of one ad", ["a delivery keeps the fields of its order and its choice"]],
  ["It belongs for ever to the publisher", keepOwners],
  ["22 characters of base64url.", definition],
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
  ["The time of the issue", ["the time of a delivery id judges nothing: the store's clock does"]],
  ...definitions(
    "The time of the first event:",
    "The time of the first press.",
    "The time of the click.",
    "The time of the charge.",
    "Absent: not charged.",
  ),
  ["Distinct presses, in the order", ["distinct presses are recorded once each, in their order"]],
  ...definitions(
    "A recorded press of a button.",
    "Index of the scene, 0 to 255.",
    "Index of the button among all",
    "The time of the press, by the store's clock.",
    "An event of a delivery, for `record`.",
    "Index of the scene, 0 to 255.",
    "Index of the button among all",
  ),
  [
    "The traffic rule that marked the event;",
    ["the first recorded event with a mark marks its delivery for good"],
  ],
  ...definitions("The id of the delivery that was", "The outcome of an event."),
  [
    "Whether this event charged the delivery.",
    ["view, press and click race for one charge and are each recorded once"],
  ],
  [
    "The delivery after the event.",
    ["an event of a batch is answered with the state that the ones before it left"],
  ],
  ...definitions("Why the event is not recorded."),
  [
    "The delivery, which the event did not change.",
    [
      "a view at 999 ms is too early and changes nothing",
      "a view at 3,600,001 ms is expired and changes nothing",
      "a repeated event whose reply was lost gets the state and changes nothing",
    ],
  ],
];

/** Statistics. */
export const countCoverage: readonly PromiseCoverage[] = [
  ["Most sums of one query of statistics.", definition],
  ["The counted events.", definition],
  ["`seen`: once for each delivery", callersDuty],
  ["`press` and `click`: once", callersDuty],
  ["`reported`: once for each delivery", callersDuty],
  ["`view_seconds`: the seconds from the issue", callersDuty],
  ["`unlearned_…`: the part of another metric", callersDuty],
  [
    "One line of statistics",
    [
      "lines with the same fields are added up, of one call and of several",
      ...countFields.map((field) => `statistics can be added up by ${field} alone, and by all but ${field}`),
    ],
  ],
  ["A field that does not apply", callersDuty],
  ["Start of the hour", callersDuty],
  ...definitions("The counted event."),
  ["One of a closed set", callersDuty],
  ...definitions(
    "The id of the publisher whose",
    "The id of the platform that asked for the ad.",
    "The placement that the ad is",
    "The id of the API key",
    "The format of the ad.",
  ),
  ["One of the catalogue's languages", definition],
  ...definitions(
    "The advertiser of the campaign.",
    "The id of the campaign.",
    "The id of the creative.",
    "The id of the topic that",
    "The number of events.",
    "A field that statistics are added up by.",
    "A filter by owners.",
  ),
  ["All lists apply together.", ofOwners],
  ["An absent list fits everything", ofOwners],
  ...definitions(
    "Ids of publishers.",
    "Names of advertisers.",
    "Ids of API keys; the empty",
    "Ids of platforms.",
    "Ids of campaigns.",
    "Selects statistics, and the fields that",
  ),
  ["Start of the first hour", ["statistics are read from an hour on, and before another"]],
  ["End of the last hour", ["statistics are read from an hour on, and before another"]],
  ["The metrics to read.", ["only the requested metrics are read"]],
  ...definitions("Fields to add up by."),
  ["Empty: one sum of all lines.", ["statistics by no field are one sum"]],
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
  ...definitions("The balance of all campaigns at one moment."),
  ["A sum that passes", ["sums of the audit beyond 2^53 - 1 are the nearest numbers, or it is refused"]],
  ...definitions("The campaigns, in any order."),
  [
    "Sums over all charges",
    [
      "the advertiser's amount is the sum of the publisher's and the operator's",
      "the audit of an empty store finds nothing",
      "reports and the audit are charges less adjustments",
    ],
  ],
  ...definitions("The publishers' part of it.", "The operator's part of it."),
  [
    "In balance: used = charged",
    [
      "money is in balance after a storm of orders, events and releases (seed 20261120)",
      "money is in balance after a storm of orders, events and releases (seed 4294967295)",
      "money is in balance after a storm of orders, events and releases (seed 1)",
    ],
  ],
  ["On every day used = charged", ["no adjustment gives a daily budget back"]],
  ...definitions(
    "The id of the campaign.",
    "What the total budget has used",
    "The spent amount, as the campaign says.",
    "The sum of the charges.",
    "The sum of the adjustments.",
    "The sum of the adjustments with `restoresBudget`.",
    "The held amount that limits are judged by.",
    "The sum of the prices of the open deliveries.",
  ),
  ["The part of `heldMicros` that orders", unprovenSum],
  ["… and as the sum of these open holds.", unprovenSum],
  ...definitions("The number of charges."),
  ["Days on which used differs", { because: "no operation can put a store out of balance" }],
];
