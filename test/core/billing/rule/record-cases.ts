import { expect } from "vitest";
import { click, press, seen } from "../../../conformance/fixtures.ts";
import { account } from "./small-ledger.ts";
import { lifetimeMs, type RuleCase, start, today, World } from "./world.ts";

const beforeMidnight = Date.UTC(2026, 2, 5, 23, 59, 59);
const tomorrow = "2026-03-06";

export const recordCases: readonly RuleCase[] = [
  {
    name: "an event of an unknown delivery changes nothing",
    run: (rule) => {
      const world = new World(rule, [account("a")]);
      world.expectUnchanged(() => expect(world.judged(seen("unknown"))).toBe("unknown"));
    },
  },
  {
    name: "a view is too early at 999 ms and recorded at 1,000 ms",
    run: (rule) => {
      const world = new World(rule, [account("a")]);
      const id = world.issued();
      world.now = start + 999;
      world.expectUnchanged(() => expect(world.judged(seen(id))).toBe("too_early"));
      world.now = start + 1_000;
      expect(world.judged(seen(id))).toBe("charged");
    },
  },
  {
    name: "a press and a click are never too early",
    run: (rule) => {
      const world = new World(rule, [account("a")]);
      expect([world.judged(press(world.issued())), world.judged(click(world.issued()))]).toEqual([
        "charged",
        "charged",
      ]);
    },
  },
  {
    name: "an event is recorded at 3,600,000 ms and expired at 3,600,001 ms",
    run: (rule) => {
      const world = new World(rule, [account("a")]);
      const [one, other] = [world.issued(), world.issued()];
      world.now = start + lifetimeMs;
      expect(world.judged(seen(one))).toBe("charged");
      world.now += 1;
      world.expectUnchanged(() => expect(world.judged(seen(other))).toBe("expired"));
    },
  },
  {
    name: "expired is judged before duplicate",
    run: (rule) => {
      const world = new World(rule, [account("a")]);
      const id = world.issued();
      world.record(click(id));
      expect(world.judged(click(id))).toBe("duplicate");
      world.now = start + lifetimeMs + 1;
      expect(world.judged(click(id))).toBe("expired");
    },
  },
  {
    name: "expired is judged before too early: a released delivery stays expired when the clock is set back",
    run: (rule) => {
      const world = new World(rule, [account("a")]);
      const id = world.issued();
      rule.releaseHolds(world.ledger, start + lifetimeMs + 1);
      world.now = start + 500;
      world.expectUnchanged(() => expect(world.judged(seen(id))).toBe("expired"));
    },
  },
  {
    name: "too early is judged before duplicate",
    run: (rule) => {
      const world = new World(rule, [account("a")]);
      const id = world.issued();
      world.now = start + 1_000;
      world.record(seen(id));
      world.now = start + 999;
      expect(world.judged(seen(id))).toBe("too_early");
    },
  },
  {
    name: "the first event of a web delivery charges, whatever its kind, and no later one does",
    run: (rule) => {
      const world = new World(rule, [account("a")]);
      const kinds = [seen, click, press];
      for (const first of kinds) {
        world.now = start;
        const id = world.issued();
        world.now = start + 1_000;
        expect(world.judged(first(id))).toBe("charged");
        for (const later of kinds) if (later !== first) expect(world.judged(later(id))).toBe("recorded");
        expect(world.judged(press(id, 1, 0))).toBe("recorded");
      }
      expect(world.ledger.charges).toHaveLength(3);
      world.expectBalance({ usedMicros: 300 }, { [today]: { usedMicros: 300 } });
    },
  },
  {
    name: "a duplicate changes nothing",
    run: (rule) => {
      const world = new World(rule, [account("a")]);
      const id = world.issued();
      world.now = start + 1_000;
      const events = [seen(id), click(id), press(id, 1, 2)];
      for (const event of events) world.record(event);
      for (const event of events) world.expectUnchanged(() => expect(world.judged(event)).toBe("duplicate"));
    },
  },
  {
    name: "a click sets the time of the view, and a later view is recorded without changing it",
    run: (rule) => {
      const world = new World(rule, [account("a")]);
      const id = world.issued();
      world.now = start + 500;
      world.record(click(id));
      world.now = start + 1_500;
      expect(world.record(seen(id))).toMatchObject({
        outcome: "recorded",
        delivery: { seenAt: start + 500 },
      });
      expect(world.judged(seen(id))).toBe("duplicate");
    },
  },
  {
    name: "a hold becomes spent on the day of the issue",
    run: (rule) => {
      const world = new World(rule, [account("a")]);
      world.now = beforeMidnight;
      const id = world.issued();
      world.now += 2_000;
      expect(world.judged(click(id))).toBe("charged");
      world.expectBalance({ usedMicros: 100 }, { [today]: { usedMicros: 100 }, [tomorrow]: {} });
    },
  },
  {
    name: "a lowered budget and a paused campaign still pay an open delivery",
    run: (rule) => {
      const world = new World(rule, [account("a")]);
      const id = world.issued();
      const held = { usedMicros: 0, heldMicros: 100 };
      world.ledger.put(account("a", { status: "paused", totalBudgetMicros: 100, total: held }));
      expect(world.judged(click(id))).toBe("charged");
    },
  },
  {
    name: "a bot delivery is paid by its click alone, on the day of the issue",
    run: (rule) => {
      const world = new World(rule, [account("a")]);
      world.now = beforeMidnight;
      const id = world.issued({ surface: "bot" });
      world.now += 2_000;
      expect([seen(id), press(id), click(id)].map((event) => world.judged(event))).toEqual([
        "recorded",
        "recorded",
        "charged",
      ]);
      world.expectBalance({ usedMicros: 100 }, { [today]: { usedMicros: 100 }, [tomorrow]: {} });
    },
  },
  {
    name: "a bot's click charges nothing when the budget of the day of issue is used, and never does later",
    run: (rule) => {
      const world = new World(rule, [account("a", { dailyBudgetMicros: 150 })]);
      world.now = beforeMidnight;
      const id = world.issued({ surface: "bot" });
      world.issued();
      world.now += 2_000;
      expect(world.judged(click(id))).toBe("recorded");
      rule.releaseHolds(world.ledger, beforeMidnight + lifetimeMs + 1);
      expect(world.judged(click(id))).toBe("duplicate");
      expect(world.ledger.charges).toEqual([]);
    },
  },
  {
    name: "a free delivery is never charged",
    run: (rule) => {
      const world = new World(rule, [account("a")]);
      const ids = [world.issued({}, 0), world.issued({ surface: "bot" }, 0)];
      expect(ids.map((id) => world.judged(click(id)))).toEqual(["recorded", "recorded"]);
      expect(world.ledger.charges).toEqual([]);
    },
  },
];
