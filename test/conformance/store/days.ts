import { same } from "../assert.ts";
import { campaign, choice, press, seen } from "../fixtures.ts";
import type { StoreCase } from "../harness.ts";
import { inBalance, recorded, storeCase } from "../world.ts";

const minuteMs = 60_000;

export const dayCases: readonly StoreCase[] = [
  storeCase("a hold and its charge belong to the day of the issue", async (world) => {
    world.clock.set(Date.UTC(2026, 2, 5) - minuteMs);
    await world.campaigns(campaign("a", { dailyBudgetMicros: 100 }));
    const { id, day } = await world.issue(["a"]);
    same(day, "2026-03-04", "day of the delivery");
    world.clock.advance(2 * minuteMs);
    const held = await world.spend("a");
    same([held.day, held.heldMicros, held.dayHeldMicros], ["2026-03-05", 100, 0], "held past midnight");
    recorded(await world.record(seen(id)), true);
    const spent = await world.spend("a");
    same([spent.usedMicros, spent.dayUsedMicros], [100, 0], "spent past midnight");
    same((await world.issue(["a"])).day, "2026-03-05", "day of the next delivery");
    await inBalance(world, "a", 1);
  }),

  storeCase("a hold that expires past midnight gives back to the day of the issue", async (world) => {
    world.clock.set(Date.UTC(2026, 2, 5) - minuteMs);
    await world.campaigns(campaign("a", { dailyBudgetMicros: 100 }));
    await world.issue(["a"]);
    world.clock.advance(30 * minuteMs);
    await world.issue(["a"]);
    world.clock.advance(31 * minuteMs);
    same(await world.first.releaseExpired(512), 1, "holds released");
    const spend = await world.spend("a");
    same([spend.heldMicros, spend.dayHeldMicros], [100, 100], "held in total and on the new day");
    await inBalance(world, "a", 0);
  }),

  storeCase("a press past midnight charges the day of the issue", async (world) => {
    world.clock.set(Date.UTC(2026, 2, 5) - minuteMs);
    await world.campaigns(campaign("a", { dailyBudgetMicros: 100 }));
    const { id } = await world.issue(["a"]);
    world.clock.advance(2 * minuteMs);
    recorded(await world.record(press(id)), true);
    same((await world.spend("a")).dayUsedMicros, 0, "spent on the new day");
    await inBalance(world, "a", 1);
  }),

  storeCase("each campaign has its own day, by its own zone", async (world) => {
    world.clock.set(Date.UTC(2026, 2, 4, 10, 30));
    await world.campaigns(
      campaign("east", { timeZone: "Pacific/Kiritimati" }),
      campaign("west", { timeZone: "Pacific/Pago_Pago" }),
      campaign("quarter", { timeZone: "Asia/Kathmandu" }),
    );
    const days: string[] = [];
    for (const id of ["east", "west", "quarter"]) days.push((await world.issue([id])).day);
    same(days, ["2026-03-05", "2026-03-03", "2026-03-04"], "days of the deliveries");
    const spends = await world.second.readSpend(["east", "west", "quarter"]);
    same(
      spends.map((spend) => spend?.day),
      days,
      "days of the spends",
    );
  }),

  storeCase("a daily budget follows the clocks when they change", async (world) => {
    await world.campaigns(campaign("a", { timeZone: "America/New_York", dailyBudgetMicros: 100 }));
    const midnights = [
      Date.UTC(2026, 2, 8, 5),
      Date.UTC(2026, 2, 9, 4),
      Date.UTC(2026, 10, 1, 4),
      Date.UTC(2026, 10, 2, 5),
    ];
    const days: string[] = [];
    for (const midnight of midnights) {
      world.clock.set(midnight - 1);
      days.push((await world.issue(["a"])).day);
      await world.refuse([choice("a", 1)]);
      world.clock.advance(1);
      const { id, day } = await world.issue(["a"]);
      days.push(day);
      world.clock.advance(3_600_001);
      same(await world.first.releaseExpired(512), 2, `holds released of ${id} and the one before`);
    }
    same(
      days,
      [
        ["2026-03-07", "2026-03-08"],
        ["2026-03-08", "2026-03-09"],
        ["2026-10-31", "2026-11-01"],
        ["2026-11-01", "2026-11-02"],
      ].flat(),
      "days on both sides of midnight",
    );
    await inBalance(world, "a", 0);
  }),
];
