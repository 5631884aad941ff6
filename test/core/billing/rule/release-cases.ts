import { expect } from "vitest";
import { campaign } from "../../../conformance/fixtures.ts";
import { account } from "./small-ledger.ts";
import { lifetimeMs, type RuleCase, start, today, World } from "./world.ts";

export const releaseCases: readonly RuleCase[] = [
  {
    name: "a release gives back the oldest holds, at most its limit, each once",
    run: (rule) => {
      const world = new World(rule, [account("a")]);
      world.now = start + 1;
      world.issued({}, 10);
      world.now = start;
      world.issued({}, 1);
      const late = start + 2 * lifetimeMs;
      expect(rule.releaseHolds(world.ledger, late, 1)).toBe(1);
      world.expectBalance({ heldMicros: 10 }, { [today]: { heldMicros: 10 } });
      expect(rule.releaseHolds(world.ledger, late)).toBe(1);
      expect(rule.releaseHolds(world.ledger, late)).toBe(0);
      world.expectBalance({}, { [today]: {} });
    },
  },
  {
    name: "a hold is given back on the day of the issue",
    run: (rule) => {
      const world = new World(rule, [account("a")]);
      world.issued();
      rule.releaseHolds(world.ledger, start + 24 * lifetimeMs);
      world.expectBalance({}, { [today]: {}, "2026-03-06": {} });
    },
  },
  {
    name: "a hold is kept at 3,600,000 ms and released at 3,600,001 ms",
    run: (rule) => {
      const world = new World(rule, [account("a")]);
      world.issued();
      expect(rule.releaseHolds(world.ledger, start + lifetimeMs)).toBe(0);
      expect(rule.releaseHolds(world.ledger, start + lifetimeMs + 1)).toBe(1);
    },
  },
  {
    name: "a budget below spent + held names its floor, in total and on the campaign's current day",
    run: (rule) => {
      const total = { usedMicros: 60, heldMicros: 40 };
      const { ledger } = new World(rule, [account("a", { total })]);
      const floors = (totalBudgetMicros: number, dailyBudgetMicros: number, now = start): unknown =>
        rule.floorsOf(ledger, campaign("a", { totalBudgetMicros, dailyBudgetMicros }), now);
      ledger.move("a", today, { usedMicros: 7, heldMicros: 3 });
      expect(floors(110, 10)).toEqual([]);
      expect(floors(109, 9)).toEqual([
        { campaignId: "a", field: "totalBudgetMicros", floorMicros: 110 },
        { campaignId: "a", field: "dailyBudgetMicros", floorMicros: 10 },
      ]);
      expect(floors(110, 1, start + 24 * lifetimeMs)).toEqual([]);
    },
  },
  {
    name: "spend is that of the campaign's current day, and a removed campaign has none",
    run: (rule) => {
      const { ledger } = new World(rule, [account("a"), account("b", { status: "removed" })]);
      ledger.move("a", today, { usedMicros: 7, heldMicros: 3 });
      const spend = { campaignId: "a", spentMicros: 7, usedMicros: 7, heldMicros: 3 };
      expect(rule.spendOf(ledger, "a", start)).toEqual({
        ...spend,
        day: today,
        dayUsedMicros: 7,
        dayHeldMicros: 3,
      });
      expect(rule.spendOf(ledger, "a", start + 24 * lifetimeMs)).toMatchObject({
        dayUsedMicros: 0,
        dayHeldMicros: 0,
      });
      expect(rule.spendOf(ledger, "b", start)).toBeUndefined();
      expect(rule.spendOf(ledger, "c", start)).toBeUndefined();
    },
  },
];
