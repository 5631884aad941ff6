import { countFields } from "../store/counts.ts";
import { windowCases } from "../store/windows.ts";
import { definition, definitions, type PromiseCoverage } from "./promise.ts";

const restored = ["a budget is used again only by adjustments that restore it"];

/** The operations of the serving store. */
export const servingCoverage: readonly PromiseCoverage[] = [
  ["Most items of one batch.", definition],
  ["The operations of the serving side", definition],
  ...definitions(
    "Set when campaigns lie in several",
    "The core then orders choices of",
    "Absent: there is one database.",
  ),
  [
    "The store's time, even when nothing changed",
    [
      "the store tells its time, whether something changed or not",
      "without a version everything is returned, as a reload",
      "a version that the store does not know gets everything",
      "a known version gets the changes since it, and no more",
      "changes of several applies since one version are returned together",
      "changes from one version to the next add up to the whole catalogue",
    ],
  ],
  ["`delta` is absent when nothing changed.", ["no delta is returned when nothing changed"]],
  ["Never a part of one", ["a reader never sees a half of one change"]],
  [
    "Spent, used and held per campaign",
    [
      "spent and held of one campaign are read from one moment",
      "a removed campaign is refused and has no spend to read",
    ],
  ],
  ["Creative versions by id", ["an unknown id keeps its place in an answer"]],
  [
    "A version never changes",
    [
      "a creative version is kept when its creative is edited and when it is removed",
      "a creative can go back to an earlier version",
    ],
  ],
  [
    "Deliveries by id in their current state",
    [
      "an unknown id keeps its place in an answer",
      "a change that one store confirmed is visible to the other at once",
    ],
  ],
  [
    "Issues each order's first choice",
    [
      "issue takes the first choice when its limits hold",
      "issue falls back on the next choice when a limit refuses the one before",
      "each order of a batch sees the holds of the ones before it",
      "each order of a batch sees how often the ones before it reached the user",
      "the last unit of a budget goes to the first order of a batch that comes to it",
      "an order too dear for the rest of a budget leaves it to a cheaper one behind it",
      "a user's last impression goes to the first order of a batch that comes to it",
      "512 orders of one batch compete for twenty units in the order of the array",
    ],
  ],
  [
    "One atomic step for each order",
    [
      "concurrent batches in opposite campaign order all finish and lose nothing",
      "64 racers share the last units of a total budget without overspending",
      "64 racers share the last unit of a daily budget without overspending",
      "of 64 racers for a user's last impression one wins",
      "racers that lose a budget fall back on their next choice",
      "64 batches of orders in opposite campaign order all finish and lose nothing",
      "spent and held never pass the budget while orders, views and releases race",
    ],
  ],
  [
    "The limits of a choice are those of the stored campaign",
    [
      "limits are those of the stored campaign, not of the caller",
      "a raised budget gives room at once",
      "a budget lowered to the held amount still pays every open delivery",
      "a daily budget that is set at noon counts the morning",
      "a cap that is set later counts earlier deliveries",
      "a budget raised and lowered under 64 racing orders and views is never passed",
    ],
  ],
  [
    "the campaign exists and is active",
    [
      "a paused campaign is refused and an activated one issued at once",
      "a removed campaign is refused and has no spend to read",
    ],
  ],
  [
    "used + held + price",
    [
      "a price of nothing needs no budget, and one micro needs one",
      "a budget of exactly the price is enough, and one micro less is not",
      "spent and held amounts count toward the budget alike",
      "a daily budget is whole again on the next day of the campaign",
      "a daily budget follows the clocks when they change",
    ],
  ],
  [
    "unproven holds, judged for a web order",
    [
      "unproven holds fill their share of totalBudgetMicros, and take no micro more",
      "unproven holds fill their share of dailyBudgetMicros, and take no micro more",
      "20 unproven holds of a price are issued however small their share is",
      "unproven holds are judged after the budgets and before the cap",
      "an unproven hold leaves its share at its first event, and no proven one does",
      "unproven holds of one batch of events leave their share each once",
      "an unproven hold leaves its share when it is given back",
      "the unproven holds of a forgotten user leave their share",
      "a repeated order takes its share once, however it is repeated",
      "a campaign that is removed and made again keeps its unproven holds",
      "a share follows the budgets at once, and what is held stays held",
      "64 racers share the last unproven holds and take no more",
      "unproven holds stay within their share while orders, views and releases race",
    ],
  ],
  ["A share is floor(budget", ["a share of 2^53 - 2 is exact"]],
  [
    "A campaign without any budget",
    ["who has confirmed a view, a bot and a free ad have no share to keep within"],
  ],
  [
    "frequency cap: fewer than",
    [
      "a campaign that is dear and capped and nearly spent is judged by all of it at once",
      "a place in a cap that was given back stays free when the clock is set back (window day)",
      "a place in a cap that was given back stays free when the clock is set back (window 36000000)",
      "a place that another order's release gave back stays free, too",
      "a place counts again when the clock is set back before it was given back",
      "a house campaign's cap is given back like any other",
      "a user gets a capped campaign as often as the cap allows and no more",
      "a cap is per user and per campaign",
      "a delivery that expired unseen gives its place in the cap back",
      "a delivery that was seen keeps its place in the cap after it expired",
      "a press keeps a place in the cap as a view does",
    ],
  ],
  [
    "A sliding window of w ms",
    [
      "a sliding cap reaches back to deliveries younger than its window",
      "a day cap begins anew at midnight in the campaign's zone, on UTC+14 too",
      "a day of 23 hours ends an hour early",
      ...windowCases.map(({ name }) => name),
      "a sliding cap of 1 ms ends on its millisecond",
      "a sliding cap of 7776000000 ms ends on its millisecond",
      "a sliding cap takes no notice of midnight",
      "a sliding cap counts each delivery on its own",
      "in America/Havana the day 2026-03-07 ends on its millisecond, for caps and budgets",
      "a day that has midnight twice gives its cap and its budget once",
      "a day cap holds to the end of a day of 25 hours",
    ],
  ],
  ["Bot deliveries count in any case", ["a bot delivery keeps its place in the cap without a click"]],
  [
    "A web delivery holds its price",
    [
      "a web delivery holds the price of its choice, on its campaign and on its day",
      "a bot delivery holds nothing",
      "a bot delivery is refused when the free budget is below its price",
    ],
  ],
  [
    "Holds of expired deliveries never refuse",
    [
      "holds that expire under a lowered budget give their room back, and no more",
      "an expired hold never refuses an order",
      "more expired holds than a batch has items never refuse an order",
      "racing orders and releases give expired holds back once",
    ],
  ],
  [
    "A refused order changes nothing.",
    [
      "a refused order changes nothing",
      "an id that was refused can be issued later",
      "a refused order takes no place in a cap",
    ],
  ],
  [
    "Idempotent by delivery id",
    [
      "a repeated order gets the outcome of the first and holds nothing more",
      "64 repeats of one order at once issue it once",
      "an order repeated after its delivery was seen or expired changes nothing",
      "a repeated order takes no second place in a cap",
    ],
  ],
  ["Records events of deliveries.", definition],
  [
    "The identity of an event is",
    [
      "of 64 views of one delivery one is recorded and charges",
      "of 64 clicks of one delivery one is recorded",
      "of 64 presses of one button one is recorded",
      "distinct presses are recorded once each, in their order",
      "64 distinct presses at once are all recorded and charge once",
    ],
  ],
  [
    "Judged in this order",
    [
      "a press and a click count at once",
      "a bot's click expires as a page's does",
      "a batch judges each event by its own delivery's age",
      "a released delivery is expired for every event",
      "a view at 999 ms is too early and changes nothing",
      "a view at 3,600,000 ms is recorded",
      "a press and a click count at 3,600,000 ms and no later",
      "expired is judged before too early and before duplicate",
      "a batch mixes every judgement and each leaves the others alone",
    ],
  ],
  [
    "The first three change nothing.",
    [
      "a view at 999 ms is too early and changes nothing",
      "a view at 3,600,001 ms is expired and changes nothing",
      "an event of an unknown delivery is unknown and leaves nothing behind",
    ],
  ],
  [
    "Money: at most one event",
    [
      "view, press and click race for one charge and are each recorded once",
      "view, press and click of one batch charge once, the first of them",
      "64 batches of events in opposite delivery order all finish and charge once",
    ],
  ],
  [
    "For a web delivery with a price",
    [
      "open deliveries of a paused campaign are charged",
      "the first event charges when it is a seen, and no later one does",
      "the first event charges when it is a press, and no later one does",
      "the first event charges when it is a click, and no later one does",
      "a hold and its charge belong to the day of the issue",
      "a charge takes the price of the issue, whatever the campaign costs now",
      "a house ad is recorded and never charged",
    ],
  ],
  [
    "For a bot delivery with a price",
    [
      "a raised budget pays a bot's click that the old one would not have paid",
      "a lowered budget does not pay a bot's click that the old one would have paid",
      "a bot's click of 2^53 - 1 is paid to the micro, and one micro more is not there",
      "a bot delivery's view and press are recorded without a charge, and its click charges",
      "bot clicks of one batch pay in order while the budget lasts",
      "a removed campaign's last budget still bounds its bot clicks",
      "a bot delivery's click pays from the free budget",
      "a bot click beyond the budget is recorded, unpaid for ever",
      "64 bot clicks share the free budget without overspending",
      "a bot click past midnight pays from the day of its issue",
      "view, press and click of a message in one batch charge at the click",
    ],
  ],
  [
    "`press` and `click` also set",
    [
      "a press and a click set the time of the view",
      "a view is too early even after a press, and recorded later without a charge",
    ],
  ],
  [
    "The charge, the used amount and the event",
    [
      "money is in balance after a storm of orders, events and releases (seed 1)",
      "an audit under way of orders, clicks and releases is always in balance",
    ],
  ],
  [
    "Marks: a recorded event",
    [
      "the first recorded event with a mark marks its delivery for good",
      "events of one batch see the marks of the ones before them",
      "an event that is not recorded marks nothing",
      "of 64 marked clicks of one delivery the recorded one marks it",
    ],
  ],
  [
    "The charge keeps the mark",
    ["a charge keeps the mark that its delivery has after the event that charges"],
  ],
  [
    "Marks never change what is charged.",
    ["the first recorded event with a mark marks its delivery for good"],
  ],
  [
    "Gives back what expired unseen",
    [
      "an expired bot delivery has nothing to release",
      "holds of paused and removed campaigns are given back",
      "holds of expired unseen deliveries are given back",
      "nothing is given back at 3,600,000 ms",
      "holds of seen, pressed or clicked deliveries are not given back",
      "a release gives back no more than its limit, oldest first",
      "a hold that expires past midnight gives back to the day of the issue",
    ],
  ],
  ["A delivery is released once", ["racing releasers give each hold back once"]],
  [
    "Safe on every instance",
    [
      "racing orders and releases give expired holds back once",
      "a clock that steps back leaves the money in balance",
    ],
  ],
  [
    "Each call also drops",
    [
      "an hour of statistics is kept for 400 days after its beginning, and dropped by a release after that",
      "statistics are dropped a part at a time, and of 64 releases at once each line by one",
      "a network is forgotten when the store promises it, and not a week before",
    ],
  ],
  [
    "Adds to the statistics.",
    [
      "lines with the same fields are added up, of one call and of several",
      "any text can be counted and read back, in every field",
      "a line of the longest ids that there are is counted",
      "512 lines are counted in one batch",
      "64 counts of one line at once are all in its sum",
      "sums are exact up to 2^53 - 1",
    ],
  ],
  ["Best effort: no money depends", { because: "allows, and promises nothing" }],
  [
    "An hour is kept until it",
    ["an hour of statistics is kept for 400 days after its beginning, and dropped by a release after that"],
  ],
  [
    "Sums of the statistics, one for each combination",
    [
      ...countFields.map((field) => `statistics can be added up by ${field} alone, and by all but ${field}`),
      "statistics by no field are one sum",
      "where nothing was counted there are no sums",
      "the largest sums come first, and the limit leaves out the smallest",
    ],
  ],
  ["They include everything that `addCounts`", ["counts of one store are visible to the other at once"]],
  ...definitions("The amounts of a campaign at"),
  ["A budget refuses by what is", restored],
  ...definitions("The id of the campaign."),
  ["The sum of its charges less", restored],
  ["What the total budget has used:", restored],
  ...definitions("The held amount of all days."),
  [
    "The campaign's current day",
    [
      "each campaign has its own day, by its own zone",
      "a campaign that moves to another zone keeps its open holds on the day of their issue",
      "a hold and its charge belong to the day of the issue",
    ],
  ],
  ["What the budget of `day` has", ["no adjustment gives a daily budget back"]],
  ...definitions("The held amount of `day`."),
];
