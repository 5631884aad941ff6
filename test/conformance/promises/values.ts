import { countFields } from "../store/counts.ts";
import { callersDuty, definition, type PromiseCoverage } from "./promise.ts";

/** What goes into the storage ports and comes out of them. */
export const valueCoverage: readonly PromiseCoverage[] = [
  ["What an adapter for a whole installation", definition],
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
  [
    "The campaign's current day",
    [
      "a campaign that moves to another zone keeps its open holds on the day of their issue",
      "a hold and its charge belong to the day of the issue",
    ],
  ],
  ["Where a delivery is shown", definition],
  ["A wish to issue one delivery.", definition],
  ["Keyed hash of the identity", callersDuty],
  ["Language asked for", definition],
  ["Best first; 1 to", ["issue tries all eight choices of an order"]],
  ["The topic that the campaign", definition],
  ["Part of the price that goes", ["what the advertiser pays is what publisher and operator get"]],
  ["Why, for each choice.", ["a refused order names the reason for each choice"]],
  ["One issuance of one ad", ["a delivery keeps what its order and its choice said"]],
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
    "`delivery` is the state after",
    ["an event of a batch is answered with the state that the ones before it left"],
  ],
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
  ["Which statistics are read", ["only the metrics asked for are read"]],
  ["Hours from here on", ["statistics are read from an hour on, and before another"]],
  ["… and before this one.", ["statistics are read from an hour on, and before another"]],
  [
    "Only lines of these.",
    [
      "only lines of the platforms and the campaigns asked for are read",
      "only the metrics asked for are read",
    ],
  ],
  ["Absent: of all.", ["only lines of the platforms and the campaigns asked for are read"]],
  ["1 to {@link maxTotals}.", callersDuty],
  [
    "The sum of all lines that agree",
    [
      "statistics by no field are one sum",
      ...countFields.map((field) => `statistics can be added up by ${field} alone, and by all but ${field}`),
    ],
  ],
  [
    "Sums over all charges",
    [
      "what the advertiser pays is what publisher and operator get",
      "the audit of an empty store finds nothing",
    ],
  ],
  [
    "In balance: spent = charged",
    ["money is in balance after a storm of orders, events and releases (seed 1)"],
  ],
  ["Days on which spent differs", { because: "no operation can put a store out of balance" }],
];
