import { at, check, same } from "../assert.ts";
import { campaign, click, order, seen } from "../fixtures.ts";
import type { StoreCase } from "../harness.ts";
import { balance, inBalance, issued, race, recorded, storeCase } from "../world.ts";

const hourMs = 3_600_000;

export const budgetChangeCases: readonly StoreCase[] = [
  storeCase("a budget lowered to the held amount still pays every open delivery", async (world) => {
    await world.campaigns(campaign("a", { totalBudgetMicros: 1_000, dailyBudgetMicros: 1_000 }));
    const [one, two] = [await world.issue(["a"]), await world.issue(["a"])];
    await world.campaigns(campaign("a", { totalBudgetMicros: 200, dailyBudgetMicros: 200 }));
    same(await world.refuse(["a"]), ["budget"], "reasons");
    world.clock.advance(1_000);
    recorded(await world.record(seen(one.id)), true);
    recorded(await world.record(seen(two.id)), true);
    await balance(world, "a", 200, 0);
    same(await world.refuse(["a"]), ["budget"], "reasons when all is spent");
    await inBalance(world, "a", 2);
  }),

  storeCase("holds that expire under a lowered budget give their room back, and no more", async (world) => {
    await world.campaigns(campaign("a", { totalBudgetMicros: 1_000 }));
    for (let n = 0; n < 3; n += 1) await world.issue(["a"]);
    await world.campaigns(campaign("a", { totalBudgetMicros: 300 }));
    world.clock.advance(hourMs + 1);
    for (let n = 0; n < 3; n += 1) await world.issue(["a"]);
    same(await world.refuse(["a"]), ["budget"], "reasons");
    await balance(world, "a", 0, 300);
    await inBalance(world, "a", 0);
  }),

  storeCase("a budget that could not be lowered can be once its holds have expired", async (world) => {
    await world.campaigns(campaign("a", { totalBudgetMicros: 1_000 }));
    for (let n = 0; n < 3; n += 1) await world.issue(["a"]);
    const lower = campaign("a", { totalBudgetMicros: 0 });
    same((await world.change({ campaigns: [lower] })).outcome, "budget_below_floor", "while open");
    world.clock.advance(hourMs + 1);
    await world.first.releaseExpired(512);
    same((await world.change({ campaigns: [lower] })).outcome, "applied", "after they expired");
    await balance(world, "a", 0, 0);
  }),

  storeCase("a raised budget pays a bot's click that the old one would not have paid", async (world) => {
    await world.campaigns(campaign("a", { totalBudgetMicros: 100 }));
    const [one, two] = [
      await world.issue(["a"], { surface: "bot" }),
      await world.issue(["a"], { surface: "bot" }),
    ];
    recorded(await world.record(click(one.id)), true);
    await world.campaigns(campaign("a", { totalBudgetMicros: 200 }));
    recorded(await world.record(click(two.id)), true);
    await balance(world, "a", 200, 0);
  }),

  storeCase("a lowered budget does not pay a bot's click that the old one would have paid", async (world) => {
    await world.campaigns(campaign("a", { totalBudgetMicros: 1_000, dailyBudgetMicros: 1_000 }));
    const message = await world.issue(["a"], { surface: "bot" });
    const other = await world.issue(["a"], { surface: "bot" });
    await world.campaigns(campaign("a", { totalBudgetMicros: 99 }));
    recorded(await world.record(click(message.id)), false);
    await world.campaigns(campaign("a", { dailyBudgetMicros: 99 }));
    recorded(await world.record(click(other.id)), false);
    await balance(world, "a", 0, 0);
    await inBalance(world, "a", 0);
  }),

  storeCase("a daily budget that is set at noon counts the morning", async (world) => {
    await world.campaigns(campaign("a"));
    const { id } = await world.issue(["a"]);
    await world.issue(["a"]);
    world.clock.advance(1_000);
    recorded(await world.record(seen(id)), true);
    await world.campaigns(campaign("a", { dailyBudgetMicros: 299 }));
    same(await world.refuse(["a"]), ["daily_budget"], "reasons");
    await world.campaigns(campaign("a", { dailyBudgetMicros: 300 }));
    await world.issue(["a"]);
    await balance(world, "a", 100, 200);
  }),

  storeCase("yesterday's open deliveries do not bound today's daily budget", async (world) => {
    world.clock.set(Date.UTC(2026, 2, 5) - 1_000);
    await world.campaigns(campaign("a", { dailyBudgetMicros: 1_000 }));
    const { id } = await world.issue(["a"]);
    world.clock.advance(1_000);
    await world.campaigns(campaign("a", { dailyBudgetMicros: 0 }));
    same(await world.refuse(["a"]), ["daily_budget"], "reasons");
    recorded(await world.record(seen(id)), true);
    const spend = await world.spend("a");
    same([spend.usedMicros, spend.dayUsedMicros], [100, 0], "spent in total and today");
    await inBalance(world, "a", 1);
  }),

  storeCase(
    "a campaign that moves to another zone keeps its open holds on the day of their issue",
    async (world) => {
      world.clock.set(Date.UTC(2026, 2, 4, 12));
      await world.campaigns(campaign("a", { dailyBudgetMicros: 100 }));
      const { id } = await world.issue(["a"]);
      await world.campaigns(campaign("a", { dailyBudgetMicros: 100, timeZone: "Pacific/Kiritimati" }));
      const spend = await world.spend("a");
      same([spend.day, spend.heldMicros, spend.dayHeldMicros], ["2026-03-05", 100, 0], "held after the move");
      const moved = await world.issue(["a"]);
      same(moved.day, "2026-03-05", "day of the next delivery");
      world.clock.advance(1_000);
      same(recorded(await world.record(seen(id)), true).day, "2026-03-04", "day of the charge");
      await balance(world, "a", 100, 100);
      await inBalance(world, "a", 1);
    },
  ),

  storeCase("a budget raised and lowered under 64 racing orders and views is never passed", async (world) => {
    await world.campaigns(campaign("a", { totalBudgetMicros: 1_600 }));
    const ids = world.newIds(64);
    const change = async (): Promise<void> => {
      for (const budget of [800, 2_400, 400, 3_200, 1_200, 1_600, 900]) {
        await world.change({ campaigns: [campaign("a", { totalBudgetMicros: budget })] });
      }
    };
    const ordering = race(world, 64, async (store, index) => {
      const [outcome] = await store.issue([order(at(ids, index), ["a"])]);
      if (outcome?.outcome === "issued" && index % 2 === 0) await store.record([click(at(ids, index))]);
    });
    await Promise.all([change(), ordering]);
    const { catalog } = await world.first.readCatalog();
    const budget = catalog.campaigns.find(({ id }) => id === "a")?.totalBudgetMicros ?? 0;
    const { usedMicros, heldMicros } = await world.spend("a", world.second);
    check(usedMicros + heldMicros <= budget, `spent ${usedMicros} and held ${heldMicros} of ${budget}`);
    const found = await world.first.findDeliveries(ids);
    const open = found.filter((delivery) => delivery !== undefined && delivery.chargedAt === undefined);
    same(heldMicros, open.length * 100, "held by the open deliveries");
    await inBalance(world, "a", usedMicros / 100);
    world.clock.advance(hourMs + 1);
    for (let left = budget - usedMicros; left >= 100; left -= 100) {
      issued(at(await world.first.issue([order(world.newId(), ["a"])]), 0));
    }
    same(await world.refuse(["a"]), ["budget"], "reasons when the budget in force is used up");
  }),
];
