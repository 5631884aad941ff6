import { expect } from "vitest";
import { maxMicros } from "../../../../core/money.ts";
import { choice, click, seen } from "../../../conformance/fixtures.ts";
import { account } from "./small-ledger.ts";
import { lifetimeMs, type RuleCase, start, today, World } from "./world.ts";

const used = { usedMicros: 60, heldMicros: 40 };
const oneADay = { impressions: 1, window: "day" } as const;

export const issueCases: readonly RuleCase[] = [
  {
    name: "a campaign that is unknown, paused or removed is refused",
    run: (rule) => {
      const world = new World(rule, [
        account("a", { status: "paused" }),
        account("b", { status: "removed" }),
      ]);
      const one = world.order(["a", "b", "unknown"]);
      expect(world.issue(one)).toEqual(["no_campaign", "no_campaign", "no_campaign"]);
    },
  },
  {
    name: "the total budget is judged before the daily budget, and both before the cap",
    run: (rule) => {
      const world = new World(rule, [account("a", { frequencyCap: oneADay })]);
      world.issued();
      const limits = account("a", { total: { usedMicros: 0, heldMicros: 100 }, frequencyCap: oneADay });
      expect(world.issue(world.order(["a"]))).toEqual(["frequency_cap"]);
      world.ledger.put({ ...limits, dailyBudgetMicros: 199 });
      expect(world.issue(world.order(["a"]))).toEqual(["daily_budget"]);
      world.ledger.put({ ...limits, dailyBudgetMicros: 199, totalBudgetMicros: 199 });
      expect(world.issue(world.order(["a"]))).toEqual(["budget"]);
    },
  },
  {
    name: "a price that fills the total budget is issued, and one micro more is refused",
    run: (rule) => {
      const world = new World(rule, [account("a", { totalBudgetMicros: 200, total: used })]);
      expect(world.issue(world.order([choice("a", 101)]))).toEqual(["budget"]);
      expect(world.issue(world.order([choice("a", 100)]))).toBe("a");
    },
  },
  {
    name: "a price that fills the daily budget is issued, and one micro more is refused",
    run: (rule) => {
      const world = new World(rule, [account("a", { dailyBudgetMicros: 200 })]);
      world.ledger.move("a", today, used);
      expect(world.issue(world.order([choice("a", 101)]))).toEqual(["daily_budget"]);
      expect(world.issue(world.order([choice("a", 100)]))).toBe("a");
    },
  },
  {
    name: "amounts near 2^53 are judged exactly",
    run: (rule) => {
      const total = { usedMicros: maxMicros - 2, heldMicros: 1 };
      const world = new World(rule, [account("a", { total })]);
      expect(world.issue(world.order([choice("a", 3)]))).toEqual(["budget"]);
      expect(world.issue(world.order([choice("a", 2)]))).toEqual(["budget"]);
      expect(world.issue(world.order([choice("a", 1)]))).toBe("a");
    },
  },
  {
    name: "the first choice whose limits all hold is issued, and the others hold nothing",
    run: (rule) => {
      const world = new World(rule, [account("a", { totalBudgetMicros: 99 }), account("b"), account("c")]);
      expect(world.issue(world.order(["a", "b", "c"]))).toBe("b");
      expect(world.ledger.days).toEqual([{ campaignId: "b", day: today, usedMicros: 0, heldMicros: 100 }]);
    },
  },
  {
    name: "a refused order changes nothing",
    run: (rule) => {
      const world = new World(rule, [account("a", { totalBudgetMicros: 99 })]);
      world.expectUnchanged(() => expect(world.issue(world.order(["a"]))).toEqual(["budget"]));
    },
  },
  {
    name: "a repeated order gets the first outcome and changes nothing, whatever its choices say now",
    run: (rule) => {
      const world = new World(rule, [account("a"), account("b")]);
      const one = world.order(["a"]);
      world.issue(one);
      const again = { ...one, choices: [choice("b", 5)] };
      world.expectUnchanged(() => expect(world.issue(again)).toBe("a"));
    },
  },
  {
    name: "an order sees what the orders before it took",
    run: (rule) => {
      const world = new World(rule, [account("a", { totalBudgetMicros: 250 })]);
      const orders = [world.order(["a"]), world.order(["a"]), world.order(["a"])];
      const outcomes = rule.issueOrders(world.ledger, orders, start);
      expect(outcomes.map(({ outcome }) => outcome)).toEqual(["issued", "issued", "refused"]);
    },
  },
  {
    name: "a web delivery holds its price on its campaign and day, a bot delivery and a free one hold nothing",
    run: (rule) => {
      const world = new World(rule, [account("a")]);
      world.issued();
      world.issued({ surface: "bot" });
      world.issued({}, 0);
      expect(world.ledger.stored.map(({ held }) => held)).toEqual([true, false, false]);
      world.expectBalance({ heldMicros: 100 }, { [today]: { heldMicros: 100 } });
    },
  },
  {
    name: "a bot order is refused when the free budget is below its price",
    run: (rule) => {
      const world = new World(rule, [account("a", { totalBudgetMicros: 99 })]);
      expect(world.issue(world.order(["a"], { surface: "bot" }))).toEqual(["budget"]);
    },
  },
  {
    name: "a hold refuses until 3,600,000 ms, and gives its money to the next order one millisecond later",
    run: (rule) => {
      const world = new World(rule, [account("a", { totalBudgetMicros: 100 })]);
      world.issued();
      world.now = start + lifetimeMs;
      expect(world.issue(world.order(["a"]))).toEqual(["budget"]);
      world.now += 1;
      expect(world.issue(world.order(["a"]))).toBe("a");
    },
  },
  {
    name: "the day is that of the campaign's time zone",
    run: (rule) => {
      const world = new World(rule, [account("a", { timeZone: "Pacific/Auckland" })]);
      world.issued();
      world.expectBalance({ heldMicros: 100 }, { "2026-03-06": { heldMicros: 100 } });
    },
  },
  {
    name: "a sliding cap counts deliveries younger than its window",
    run: (rule) => {
      const frequencyCap = { impressions: 2, window: 60_000 };
      const world = new World(rule, [account("a", { frequencyCap })]);
      world.issued();
      world.issued();
      expect(world.issue(world.order(["a"], { userKey: "user-2" }))).toBe("a");
      world.now = start + 59_999;
      expect(world.issue(world.order(["a"]))).toEqual(["frequency_cap"]);
      world.now = start + 60_000;
      expect(world.issue(world.order(["a"]))).toBe("a");
    },
  },
  {
    name: "a cap of a day counts deliveries of the campaign's current day",
    run: (rule) => {
      const world = new World(rule, [account("a", { frequencyCap: oneADay })]);
      world.now = Date.UTC(2026, 2, 5, 23, 59, 59, 999);
      world.issued({ surface: "bot" });
      expect(world.issue(world.order(["a"]))).toEqual(["frequency_cap"]);
      world.now += 1;
      expect(world.issue(world.order(["a"]))).toBe("a");
    },
  },
  {
    name: "a web delivery that expired unseen gives its place in the cap back, a seen one and a bot's keep it",
    run: (rule) => {
      const frequencyCap = { impressions: 1, window: 2 * lifetimeMs };
      const world = new World(rule, [account("a", { frequencyCap })]);
      world.issued({ userKey: "unseen" });
      world.record(click(world.issued({ userKey: "seen" })));
      world.issued({ userKey: "bot", surface: "bot" });
      const free = world.order([choice("a", 0)], { userKey: "free" });
      expect(world.issue(free)).toBe("a");
      const users = ["unseen", "seen", "bot", "free"];
      const refused = (): readonly string[] =>
        users.filter((userKey) => world.issue(world.order(["a"], { userKey })) !== "a");
      world.now = start + lifetimeMs;
      expect(refused()).toEqual(users);
      world.now += 1;
      expect(refused()).toEqual(["seen", "bot"]);
    },
  },
  {
    name: "a released delivery does not count when the clock is set back",
    run: (rule) => {
      const frequencyCap = { impressions: 1, window: 2 * lifetimeMs };
      const world = new World(rule, [account("a", { frequencyCap })]);
      const id = world.issued();
      rule.releaseHolds(world.ledger, start + lifetimeMs + 1);
      world.now = start + 2_000;
      expect(world.judged(seen(id))).toBe("expired");
      expect(world.issue(world.order(["a"]))).toBe("a");
    },
  },
];
