import { expect } from "vitest";
import { maxMicros } from "../../../../core/money.ts";
import { choice, click, press, seen } from "../../../conformance/fixtures.ts";
import { account } from "./small-ledger.ts";
import { lifetimeMs, type RuleCase, start, World } from "./world.ts";

const tenth = { unprovenShareBps: 1_000 } as const;

/** Limits of requesters that have confirmed no view, and marks. */
export const unprovenCases: readonly RuleCase[] = [
  {
    name: "unproven holds fill their share of the smaller budget, and one micro more is refused",
    run: (rule) => {
      for (const [totalBudgetMicros, dailyBudgetMicros] of [
        [49_999, 1_000_000],
        [1_000_000, 49_999],
      ] as const) {
        const world = new World(rule, [account("a", { totalBudgetMicros, dailyBudgetMicros })]);
        // Whole ten thousands of a budget are shared: 4 × 1,000.
        for (let held = 0; held < 3_900; held += 100) world.issued(tenth);
        expect(world.issue(world.order([choice("a", 101)], tenth))).toEqual(["unproven_holds"]);
        world.issued(tenth);
        expect(world.issue(world.order([choice("a", 1)], tenth))).toEqual(["unproven_holds"]);
      }
    },
  },
  {
    name: "20 unproven holds are allowed however small their share, and no more",
    run: (rule) => {
      const world = new World(rule, [account("a", { dailyBudgetMicros: 9_999 })]);
      for (let n = 0; n < 20; n += 1) world.issued(tenth);
      expect(world.issue(world.order(["a"], tenth))).toEqual(["unproven_holds"]);
    },
  },
  {
    name: "a share of a budget near 2^53 is exact",
    run: (rule) => {
      const totalBudgetMicros = maxMicros - 1;
      const unprovenHeldMicros = Math.floor(totalBudgetMicros / 10_000) * 9_999;
      const limits = account("a", { totalBudgetMicros, unprovenHeldMicros: unprovenHeldMicros - 1 });
      const world = new World(rule, [limits]);
      const one = (): unknown => world.issue(world.order([choice("a", 1)], { unprovenShareBps: 9_999 }));
      expect(one()).toBe("a");
      expect(one()).toEqual(["unproven_holds"]);
    },
  },
  {
    name: "proven, bot and free orders are not limited, and neither is a campaign without a budget",
    run: (rule) => {
      const full = account("a", { totalBudgetMicros: 1_000_000, unprovenHeldMicros: 500_000 });
      const world = new World(rule, [full, account("b", { unprovenHeldMicros: 500_000 })]);
      expect(world.issue(world.order(["a"], tenth))).toEqual(["unproven_holds"]);
      expect(world.issue(world.order(["a"]))).toBe("a");
      expect(world.issue(world.order(["a"], { ...tenth, surface: "bot" }))).toBe("a");
      expect(world.issue(world.order([choice("a", 0)], tenth))).toBe("a");
      expect(world.ledger.findAccount("a")?.unprovenHeldMicros).toBe(500_000);
      expect(world.issue(world.order(["b"], tenth))).toBe("b");
    },
  },
  {
    name: "unproven holds are judged after the budgets and before the cap",
    run: (rule) => {
      const frequencyCap = { impressions: 1, window: "day" } as const;
      const world = new World(rule, [account("a", { frequencyCap })]);
      world.issued();
      const limits = account("a", { frequencyCap, dailyBudgetMicros: 9_999, unprovenHeldMicros: 9_999 });
      world.ledger.put(limits);
      expect(world.issue(world.order(["a"], tenth))).toEqual(["unproven_holds"]);
      world.ledger.put({ ...limits, dailyBudgetMicros: 199 });
      expect(world.issue(world.order(["a"], tenth))).toEqual(["daily_budget"]);
    },
  },
  {
    name: "an unproven hold leaves the sum when it is charged and when it is released, a proven one was never in it",
    run: (rule) => {
      const world = new World(rule, [account("a")]);
      const unproven = (): unknown => world.ledger.findAccount("a")?.unprovenHeldMicros;
      const ids = [world.issued(tenth), world.issued(), world.issued(tenth), world.issued()];
      expect(unproven()).toBe(200);
      for (const id of ids.slice(0, 2)) world.record(click(id));
      expect(unproven()).toBe(100);
      for (const id of ids.slice(0, 2)) world.record(press(id));
      expect(unproven()).toBe(100);
      rule.releaseHolds(world.ledger, start + lifetimeMs + 1);
      expect(unproven()).toBe(0);
    },
  },
  {
    name: "the first mark of a delivery stays, and its charge keeps the mark after the event that charges",
    run: (rule) => {
      const world = new World(rule, [account("a")]);
      const ids = [world.issued({ mark: "ordered" }), world.issued(), world.issued()] as const;
      world.now = start + 1_000;
      const events = [
        { ...seen(ids[0]), mark: "seen" },
        { ...seen(ids[1]), mark: "seen" },
        seen(ids[2]),
        ...ids.map((id) => ({ ...click(id), mark: "clicked" })),
        ...ids.map((id) => ({ ...press(id), mark: "pressed" })),
      ];
      for (const event of events) world.record(event);
      expect(world.ledger.chargedMarks).toEqual(["ordered", "seen", ""]);
      expect(ids.map((id) => world.ledger.findDelivery(id)?.delivery.mark)).toEqual([
        "ordered",
        "seen",
        "clicked",
      ]);
    },
  },
  {
    name: "an event that is not recorded marks nothing",
    run: (rule) => {
      const world = new World(rule, [account("a")]);
      const id = world.issued();
      const marked = { ...seen(id), mark: "seen" };
      world.expectUnchanged(() => expect(world.judged(marked)).toBe("too_early"));
      world.now = start + 1_000;
      world.record(seen(id));
      world.expectUnchanged(() => expect(world.judged(marked)).toBe("duplicate"));
      world.now = start + lifetimeMs + 1;
      world.expectUnchanged(() => expect(world.judged(marked)).toBe("expired"));
    },
  },
];
