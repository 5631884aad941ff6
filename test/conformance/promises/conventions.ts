import { definition, type PromiseCoverage } from "./promise.ts";

/** The rules for all operations of the storage ports. */
export const conventionCoverage: readonly PromiseCoverage[] = [
  ["The storage ports.", definition],
  ["The doc comment of an operation", definition],
  ["For all operations:", definition],
  [
    "Outcomes are values.",
    [
      "any calls in any order are answered as the memory store answers them (seed 1)",
      "any calls in any order are answered as the memory store answers them (seed 20261121)",
      "any calls in any order are answered as the memory store answers them (seed 4294967295)",
      "a refused order names the reason for each choice",
      "an event of an unknown delivery is unknown and leaves nothing behind",
    ],
  ],
  [
    "A rejected promise means an outage",
    [
      "a repeated event whose reply was lost gets the state and changes nothing",
      "orders whose reply was lost are issued once, however often they are repeated",
      "a refused order whose reply was lost is refused again and leaves nothing",
      "events whose reply was lost are recorded and charged once",
      "a release whose reply was lost gives back nothing twice",
      "a change whose reply was lost is a conflict when it is repeated, and applied once",
      "a key whose reply was lost exists when it is repeated, as it was stored",
      "a revocation whose reply was lost is answered alike when it is repeated",
      "a rotation whose reply was lost changes nothing when it is repeated",
      "64 orders, events, releases and changes in opposite orders all finish",
      "a change that the store cannot take leaves everything of it or nothing",
    ],
  ],
  ["A promise is fulfilled after", ["a change that one store confirmed is visible to the other at once"]],
  [
    "Arrays in, arrays out",
    [
      "an unknown id keeps its place in an answer",
      "512 answers keep the places of unknown ids",
      "an empty batch is answered with nothing",
      "a batch of one is answered with one",
    ],
  ],
  [
    "A batch has at most",
    [
      "a batch of 512 orders is answered in order",
      "a batch of 512 views is recorded in order and charged once each",
      "512 lines are counted in one batch",
      "a batch of 512 holds four events of each of 128 deliveries, and each charges once",
    ],
  ],
  [
    "Ids and amounts were validated",
    [
      "any text is an id: of campaigns, users, platforms, placements and topics",
      "any text is an id: in the catalogue, and can be removed",
      "any text is an id: of a key and its publisher",
      "amounts up to 2^53 - 1 are exact",
      "a price of 2^53 - 1 is held, given back, held again and charged to the micro",
      "floors are exact up to 2^53 - 1",
    ],
  ],
  ["Ids are opaque:", ["any text is an id: of campaigns, users, platforms, placements and topics"]],
  ["`__proto__` is an id", ["any text is an id: of campaigns, users, platforms, placements and topics"]],
  [
    "Delivery ids are UUIDv7",
    [
      "delivery ids that differ in one letter, or only in its case, are different",
      "a well-formed id of any time that was never issued is unknown",
    ],
  ],
  [
    "Their time is the issuing instance's",
    [
      "the time of a delivery id judges nothing: the store's clock does",
      "holds are given back by age, whatever the time of their ids",
    ],
  ],
  [
    "Any other text is the id of no delivery",
    ["a text that is no delivery id is unknown, and spoils nothing beside it"],
  ],
  ["An outage is an error", { because: "only an adapter's own tests can take its database away" }],
  ["The core then answers 503.", definition],
  ["Any other error blames", definition],
  [
    "One clock judges money",
    ["a view at 1,000 ms is recorded", "the time of a delivery id judges nothing: the store's clock does"],
  ],
  [
    "It stamps `issuedAt`",
    [
      "a view at 999 ms is too early and changes nothing",
      "a view at 3,600,001 ms is expired and changes nothing",
    ],
  ],
  [
    "When it steps back",
    [
      "a view is too early again while the clock is set back",
      "a place counts again when the clock is set back before it was given back",
    ],
  ],
  ["A hold that was given back", ["a clock that steps back leaves the money in balance"]],
  ["What an adapter for a whole installation", definition],
];
