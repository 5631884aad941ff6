import type { Fault } from "./faulty-rule.ts";

/** Faults in the limits of an order. */
export const limitFaults: readonly Fault[] = [
  {
    fault: "expired holds are not released before an issue",
    file: "decide-issue.ts",
    from: "  releaseHolds(ledger, now);\n",
    to: "",
    refusedBy:
      "a hold refuses until 3,600,000 ms, and gives its money to the next order one millisecond later",
  },
  {
    fault: "the daily budget is judged before the total budget",
    file: "budgets.ts",
    from: `  if (micros > freeMicros(totalBudgetMicros, total)) return "budget";\n`,
    to: `  if (micros > freeMicros(dailyBudgetMicros, ledger.dayOf(campaignId, day))) return "daily_budget";
  if (micros > freeMicros(totalBudgetMicros, total)) return "budget";\n`,
    refusedBy: "the total budget is judged before the daily budget, and both before the cap",
  },
  {
    fault: "the cap is judged before the budgets",
    file: "decide-issue.ts",
    from: "    if (exhausted !== undefined) reasons.push(exhausted);\n",
    to: `    if (isCapReached(ledger, account, order.userKey, day, now)) reasons.push("frequency_cap");
    else if (exhausted !== undefined) reasons.push(exhausted);\n`,
    refusedBy: "the total budget is judged before the daily budget, and both before the cap",
  },
  {
    fault: "the last micro of a total budget is never used",
    file: "budgets.ts",
    from: "micros > freeMicros(totalBudgetMicros",
    to: "micros >= freeMicros(totalBudgetMicros",
    refusedBy: "a price that fills the total budget is issued, and one micro more is refused",
  },
  {
    fault: "the last micro of a daily budget is never used",
    file: "budgets.ts",
    from: "micros > freeMicros(dailyBudgetMicros",
    to: "micros >= freeMicros(dailyBudgetMicros",
    refusedBy: "a price that fills the daily budget is issued, and one micro more is refused",
  },
  {
    fault: "held money is free",
    file: "budgets.ts",
    from: "return budgetMicros - usedMicros - heldMicros;",
    to: "return budgetMicros - usedMicros - 0 * heldMicros;",
    refusedBy: "an order sees what the orders before it took",
  },
  {
    fault: "spent money is free",
    file: "budgets.ts",
    from: "return budgetMicros - usedMicros - heldMicros;",
    to: "return budgetMicros - 0 * usedMicros - heldMicros;",
    refusedBy: "a price that fills the daily budget is issued, and one micro more is refused",
  },
  {
    fault: "a paused campaign is issued",
    file: "decide-issue.ts",
    from: `account?.status !== "active"`,
    to: "account === undefined",
    refusedBy: "a campaign that is unknown, paused or removed is refused",
  },
  {
    fault: "a repeated order is a new one",
    file: "decide-issue.ts",
    from: `  if (known !== undefined) return { outcome: "issued", delivery: known.delivery };\n`,
    to: "",
    refusedBy: "a repeated order gets the first outcome and changes nothing, whatever its choices say now",
  },
  {
    fault: "a refused choice ends the order",
    file: "decide-issue.ts",
    from: "  for (const choice of order.choices) {",
    to: "  for (const choice of order.choices.slice(0, 1)) {",
    refusedBy: "the first choice whose limits all hold is issued, and the others hold nothing",
  },
  {
    fault: "a bot delivery holds its price",
    file: "decide-issue.ts",
    from: `surface === "web" ? priceMicros : 0`,
    to: "priceMicros",
    refusedBy:
      "a web delivery holds its price on its campaign and day, a bot delivery and a free one hold nothing",
  },
  {
    fault: "a free delivery holds nothing, and says that it does",
    file: "decide-issue.ts",
    from: "const held = heldMicros > 0;",
    to: `const held = order.surface === "web";`,
    refusedBy: "a free delivery is never charged",
  },
  {
    fault: "the day is that of UTC",
    file: "decide-issue.ts",
    from: "campaignDay(account.timeZone, now)",
    to: `campaignDay("UTC", now)`,
    refusedBy: "the day is that of the campaign's time zone",
  },
  {
    fault: "a window reaches one millisecond too far back",
    file: "frequency.ts",
    from: "issuedAt <= query.issuedAfter",
    to: "issuedAt < query.issuedAfter",
    refusedBy: "a sliding cap counts deliveries younger than its window",
  },
  {
    fault: "a window ends one millisecond too early",
    file: "frequency.ts",
    from: "issuedAt <= query.issuedAfter",
    to: "issuedAt <= query.issuedAfter + 1",
    refusedBy: "a sliding cap counts deliveries younger than its window",
  },
  {
    fault: "a cap allows one impression more",
    file: "frequency.ts",
    from: "counted >= impressions",
    to: "counted > impressions",
    refusedBy: "a sliding cap counts deliveries younger than its window",
  },
  {
    fault: "a cap of a day counts the day before",
    file: "frequency.ts",
    from: `day: window === "day" ? today : undefined`,
    to: "day: undefined",
    refusedBy: "a cap of a day counts deliveries of the campaign's current day",
  },
  {
    fault: "what expired unseen counts toward a cap",
    file: "frequency.ts",
    from: "seenAt !== undefined || isOpen",
    to: "true",
    refusedBy:
      "a web delivery that expired unseen gives its place in the cap back, a seen one and a bot's keep it",
  },
  {
    fault: "a bot's delivery expires for the cap",
    file: "frequency.ts",
    from: `surface === "bot" || seenAt`,
    to: "seenAt",
    refusedBy:
      "a web delivery that expired unseen gives its place in the cap back, a seen one and a bot's keep it",
  },
  {
    fault: "an unseen delivery leaves the cap one millisecond too early",
    file: "frequency.ts",
    from: "issuedAt >= query.openSince",
    to: "issuedAt > query.openSince",
    refusedBy:
      "a web delivery that expired unseen gives its place in the cap back, a seen one and a bot's keep it",
  },
  {
    fault: "a released delivery counts toward a cap",
    file: "frequency.ts",
    from: " && !isReleased(stored)",
    to: " && !isReleased({ ...stored, held: true })",
    refusedBy: "a released delivery does not count when the clock is set back",
  },
  {
    fault: "a floor is the spent part alone",
    file: "budgets.ts",
    from: "const floorMicros = usedMicros + heldMicros;",
    to: "const floorMicros = usedMicros + 0 * heldMicros;",
    refusedBy: "a budget below spent + held names its floor, in total and on the campaign's current day",
  },
  {
    fault: "a removed campaign has spend",
    file: "budgets.ts",
    from: ` || account.status === "removed"`,
    to: "",
    refusedBy: "spend is that of the campaign's current day, and a removed campaign has none",
  },
];
