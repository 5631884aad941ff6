import type { FrequencyCap } from "../../../core/catalog/entities.ts";
import { same } from "../assert.ts";
import { campaign, press } from "../fixtures.ts";
import type { StoreCase } from "../harness.ts";
import { inBalance, recorded, storeCase, type World } from "../world.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Issues a delivery of `a` to the user and presses, so that it keeps its place in the cap. */
async function shown(world: World): Promise<string> {
  const { id, day } = await world.issue(["a"]);
  recorded(await world.record(press(id)), true);
  return day;
}

/** Midnights in UTC, each with the day that ends and the day that begins there. */
const midnights: readonly (readonly [zone: string, at: number, before: string, after: string])[] = [
  ["Pacific/Kiritimati", Date.UTC(2026, 2, 4, 10), "2026-03-04", "2026-03-05"],
  ["Pacific/Pago_Pago", Date.UTC(2026, 2, 4, 11), "2026-03-03", "2026-03-04"],
  ["Asia/Kathmandu", Date.UTC(2026, 2, 4, 18, 15), "2026-03-04", "2026-03-05"],
  // The end of a day of 23 hours, and of one of 25.
  ["Europe/Berlin", Date.UTC(2026, 2, 29, 22), "2026-03-29", "2026-03-30"],
  ["Europe/Berlin", Date.UTC(2026, 9, 25, 23), "2026-10-25", "2026-10-26"],
  // Clocks change by half an hour.
  ["Australia/Lord_Howe", Date.UTC(2026, 3, 4, 13), "2026-04-04", "2026-04-05"],
  ["Australia/Lord_Howe", Date.UTC(2026, 3, 5, 13, 30), "2026-04-05", "2026-04-06"],
  // Clocks jump from midnight to one, and back from one to midnight: that day has midnight twice and begins once.
  ["America/Havana", Date.UTC(2026, 2, 8, 5), "2026-03-07", "2026-03-08"],
  ["America/Havana", Date.UTC(2026, 10, 1, 4), "2026-10-31", "2026-11-01"],
  ["America/Havana", Date.UTC(2026, 10, 2, 5), "2026-11-01", "2026-11-02"],
  // The last day of a leap year's February, and of a year.
  ["UTC", Date.UTC(2028, 2, 1), "2028-02-29", "2028-03-01"],
  ["Asia/Tokyo", Date.UTC(2026, 11, 31, 15), "2026-12-31", "2027-01-01"],
  // Zones that have a summer, named like abbreviations that have none.
  ["CET", Date.UTC(2026, 5, 30, 22), "2026-06-30", "2026-07-01"],
  ["EET", Date.UTC(2026, 5, 30, 21), "2026-06-30", "2026-07-01"],
  ["MET", Date.UTC(2026, 5, 30, 22), "2026-06-30", "2026-07-01"],
  ["WET", Date.UTC(2026, 5, 30, 23), "2026-06-30", "2026-07-01"],
];

export const windowCases: readonly StoreCase[] = [
  ...[1, 1_000, 59_999, hourMs, hourMs + 1, dayMs, 90 * dayMs].map((window) =>
    storeCase(`a sliding cap of ${window} ms ends on its millisecond`, async (world) => {
      await world.campaigns(campaign("a", { frequencyCap: { impressions: 2, window } }));
      await shown(world);
      const first = world.clock.now();
      world.clock.advance(Math.floor(window / 2));
      await shown(world);
      const second = world.clock.now();
      world.clock.set(first + window - 1);
      same(await world.refuse(["a"]), ["frequency_cap"], "reasons one millisecond before the window ends");
      world.clock.advance(1);
      await shown(world);
      if (second > first)
        same(await world.refuse(["a"]), ["frequency_cap"], "reasons while the second counts");
      world.clock.set(second + window - (second > first ? 1 : 0));
      if (second > first) {
        same(await world.refuse(["a"]), ["frequency_cap"], "reasons before the second is given back");
        world.clock.advance(1);
      }
      await shown(world);
    }),
  ),

  storeCase("a sliding cap takes no notice of midnight", async (world) => {
    await world.campaigns(campaign("a", { frequencyCap: { impressions: 1, window: 2 * hourMs } }));
    world.clock.set(Date.UTC(2026, 2, 5) - hourMs);
    await shown(world);
    world.clock.advance(2 * hourMs - 1);
    same(await world.refuse(["a"]), ["frequency_cap"], "reasons past midnight");
    world.clock.advance(1);
    await shown(world);
  }),

  ...midnights.map(([timeZone, at, before, after]) =>
    storeCase(
      `in ${timeZone} the day ${before} ends on its millisecond, for caps and budgets`,
      async (world) => {
        const frequencyCap: FrequencyCap = { impressions: 1, window: "day" };
        await world.campaigns(
          campaign("a", { timeZone, frequencyCap }),
          campaign("b", { timeZone, dailyBudgetMicros: 100 }),
        );
        world.clock.set(at - 2 * hourMs);
        same(await shown(world), before, "day two hours before");
        world.clock.set(at - 1);
        same((await world.issue(["b"])).day, before, "day one millisecond before");
        same(await world.refuse(["a", "b"]), ["frequency_cap", "daily_budget"], "reasons before midnight");
        world.clock.set(at);
        same(await shown(world), after, "day from midnight on");
        same((await world.issue(["b"])).day, after, "day of the budget from midnight on");
        same(await world.refuse(["a", "b"]), ["frequency_cap", "daily_budget"], "reasons after midnight");
        same((await world.spend("b")).day, after, "day of the spend");
        await inBalance(world, "a", 2);
      },
    ),
  ),

  storeCase("a day that has midnight twice gives its cap and its budget once", async (world) => {
    const timeZone = "America/Havana";
    await world.campaigns(
      campaign("a", { timeZone, frequencyCap: { impressions: 1, window: "day" }, dailyBudgetMicros: 100 }),
    );
    world.clock.set(Date.UTC(2026, 10, 1, 4));
    same(await shown(world), "2026-11-01", "day at the first midnight");
    world.clock.set(Date.UTC(2026, 10, 1, 5));
    same(await world.refuse(["a"]), ["daily_budget"], "reasons at the second midnight");
    same(await world.refuse(["a"], { userKey: "user-2" }), ["daily_budget"], "reasons for another user");
  }),
];
