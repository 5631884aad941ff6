import type { Fault } from "./faulty-rule.ts";

const leaves =
  "an unproven hold leaves the sum when it is charged and when it is released, a proven one was never in it";
const firstMark =
  "the first mark of a delivery stays, and its charge keeps the mark after the event that charges";

/** Faults in the limit of unproven holds, and in marks. */
export const unprovenFaults: readonly Fault[] = [
  {
    fault: "unproven holds have no limit",
    file: "decide-issue.ts",
    from: "isUnprovenShareUsed(account,",
    to: "account === undefined && isUnprovenShareUsed(account,",
    refusedBy: "unproven holds fill their share of the smaller budget, and one micro more is refused",
  },
  {
    fault: "the last micro of a share is never used",
    file: "budgets.ts",
    from: "unprovenHeldMicros + micros > Math.max",
    to: "unprovenHeldMicros + micros >= Math.max",
    refusedBy: "unproven holds fill their share of the smaller budget, and one micro more is refused",
  },
  {
    fault: "the share is one of the total budget",
    file: "budgets.ts",
    from: "Math.min(totalBudgetMicros, dailyBudgetMicros)",
    to: "totalBudgetMicros",
    refusedBy: "unproven holds fill their share of the smaller budget, and one micro more is refused",
  },
  {
    fault: "the share is rounded after it is multiplied",
    file: "budgets.ts",
    from: "Math.floor(budgetMicros / wholeShareBps) * shareBps",
    to: "Math.floor((budgetMicros * shareBps) / wholeShareBps)",
    refusedBy: "unproven holds fill their share of the smaller budget, and one micro more is refused",
  },
  {
    fault: "a small share allows no hold",
    file: "budgets.ts",
    from: "Math.max(minUnprovenHolds * micros, shareMicros)",
    to: "shareMicros",
    refusedBy: "20 unproven holds are allowed however small their share, and no more",
  },
  {
    fault: "the absent budget has a share",
    file: "budgets.ts",
    from: "if (budgetMicros === maxMicros) return false;",
    to: "if (budgetMicros === maxMicros) return unprovenHeldMicros > 0;",
    refusedBy: "proven, bot and free orders are not limited, and neither is a campaign without a budget",
  },
  {
    fault: "an order that holds nothing is limited",
    file: "budgets.ts",
    from: "shareBps === undefined || micros === 0",
    to: "shareBps === undefined",
    refusedBy: "proven, bot and free orders are not limited, and neither is a campaign without a budget",
  },
  {
    fault: "the cap is judged before unproven holds",
    file: "decide-issue.ts",
    from: "    else if (isUnprovenShareUsed(",
    to: `    else if (isCapReached(ledger, account, order.userKey, day, now)) reasons.push("frequency_cap");
    else if (isUnprovenShareUsed(`,
    refusedBy: "unproven holds are judged after the budgets and before the cap",
  },
  {
    fault: "every hold counts as unproven",
    file: "decide-issue.ts",
    from: "held && order.unprovenShareBps !== undefined",
    to: "held",
    refusedBy: leaves,
  },
  {
    fault: "an unproven hold is not added",
    file: "decide-issue.ts",
    from: "unproven ? heldMicros : 0",
    to: "0",
    refusedBy: leaves,
  },
  {
    fault: "an unproven hold is not given back at its charge",
    file: "judge-event.ts",
    from: "unproven ? -priceMicros : 0",
    to: "0",
    refusedBy: leaves,
  },
  {
    fault: "an unproven hold is not given back at its release",
    file: "release.ts",
    from: "unproven ? -priceMicros : 0",
    to: "0",
    refusedBy: leaves,
  },
  {
    fault: "a later mark replaces the first",
    file: "delivery-events.ts",
    from: `delivery.mark === "" ? (event.mark ?? "") : delivery.mark`,
    to: "event.mark ?? delivery.mark",
    refusedBy: firstMark,
  },
  {
    fault: "the mark of an event is lost",
    file: "delivery-events.ts",
    from: `delivery.mark === "" ? (event.mark ?? "") : delivery.mark`,
    to: "delivery.mark",
    refusedBy: firstMark,
  },
  {
    fault: "the mark of an order is lost",
    file: "delivery-events.ts",
    from: "mark: order.mark",
    to: `mark: ""`,
    refusedBy: firstMark,
  },
];
