import { at, check, same } from "../assert.ts";
import { campaign, choice, order, seen } from "../fixtures.ts";
import type { StoreCase } from "../harness.ts";
import { balance, inBalance, issued, race, recorded, storeCase, withinDeadline } from "../world.ts";

const dayMs = 24 * 3_600_000;

export const budgetCases: readonly StoreCase[] = [
  storeCase("a budget of exactly the price is enough, and one micro less is not", async (world) => {
    await world.campaigns(
      campaign("total", { totalBudgetMicros: 100 }),
      campaign("daily", { dailyBudgetMicros: 100 }),
    );
    same(
      await world.refuse([choice("total", 101), choice("daily", 101)]),
      ["budget", "daily_budget"],
      "reasons",
    );
    await world.issue(["total"]);
    await world.issue(["daily"]);
    same(await world.refuse([choice("total", 1), choice("daily", 1)]), ["budget", "daily_budget"], "reasons");
  }),

  storeCase("spent and held amounts count toward the budget alike", async (world) => {
    await world.campaigns(campaign("a", { totalBudgetMicros: 250 }));
    const { id } = await world.issue(["a"]);
    world.clock.advance(1_000);
    recorded(await world.record(seen(id)), true);
    await world.issue(["a"]);
    same(await world.refuse([choice("a", 51)]), ["budget"], "reasons");
    await balance(world, "a", 100, 100);
  }),

  storeCase("64 racers share the last units of a total budget without overspending", async (world) => {
    await world.campaigns(campaign("a", { totalBudgetMicros: 1_000 }));
    const ids = world.newIds(64);
    const outcomes = await race(world, 64, (store, index) => store.issue([order(at(ids, index), ["a"])]));
    const won = outcomes.flat().filter(({ outcome }) => outcome === "issued");
    same(won.length, 10, "deliveries issued from a budget of ten");
    await balance(world, "a", 0, 1_000);
    await inBalance(world, "a", 0);
  }),

  storeCase("64 racers share the last unit of a daily budget without overspending", async (world) => {
    await world.campaigns(campaign("a", { dailyBudgetMicros: 100 }));
    const ids = world.newIds(64);
    const outcomes = await race(world, 64, (store, index) => store.issue([order(at(ids, index), ["a"])]));
    const won = outcomes.flat().filter(({ outcome }) => outcome === "issued");
    same(won.length, 1, "deliveries issued from a budget of one");
    same((await world.spend("a")).dayHeldMicros, 100, "held on the day");
    await inBalance(world, "a", 0);
  }),

  storeCase("racers that lose a budget fall back on their next choice", async (world) => {
    await world.campaigns(campaign("a", { totalBudgetMicros: 1_000 }), campaign("b"));
    const ids = world.newIds(64);
    const outcomes = await race(world, 64, (store, index) =>
      store.issue([order(at(ids, index), ["a", "b"])]),
    );
    const took = outcomes.flat().map((outcome) => issued(outcome).campaignId);
    same(took.filter((id) => id === "a").length, 10, "deliveries of the first choice");
    await balance(world, "a", 0, 1_000);
    await balance(world, "b", 0, 5_400);
  }),

  storeCase("concurrent batches in opposite campaign order all finish and lose nothing", async (world) => {
    const ids = ["a", "b", "c", "d"];
    await world.campaigns(...ids.map((id) => campaign(id, { totalBudgetMicros: 2_000 })));
    const reversed = [...ids].reverse();
    const orders = Array.from({ length: 16 }, (_, index) => {
      const first = index % 2 === 0 ? ids : reversed;
      return world.newIds(8).map((id, n) => order(id, n % 2 === 0 ? first : [...first].reverse()));
    });
    const batches = await withinDeadline(
      world,
      race(world, 16, (store, index) => store.issue(at(orders, index))),
    );
    const deliveries = batches
      .flat()
      .flatMap((outcome) => (outcome.outcome === "issued" ? [outcome.delivery] : []));
    same(deliveries.length, 80, "deliveries issued from four budgets of twenty");
    for (const id of ids) await balance(world, id, 0, 2_000);
    world.clock.advance(1_000);
    const events = deliveries.map(({ id }) => seen(id));
    const [forwards, backwards] = [events, [...events].reverse()];
    const answers = await withinDeadline(
      world,
      race(world, 8, (store, index) => store.record(index % 4 < 2 ? forwards : backwards)),
    );
    same(answers.flat().filter(({ outcome }) => outcome === "recorded").length, 80, "views recorded");
    for (const id of ids) await balance(world, id, 2_000, 0);
    for (const id of ids) await inBalance(world, id, 20);
  }),

  storeCase("a daily budget is whole again on the next day of the campaign", async (world) => {
    await world.campaigns(campaign("a", { dailyBudgetMicros: 100, totalBudgetMicros: 200 }));
    await world.issue(["a"]);
    same(await world.refuse(["a"]), ["daily_budget"], "reasons on the same day");
    world.clock.set(Date.UTC(2026, 2, 5) - 1);
    const { id } = await world.issue(["a"]);
    world.clock.advance(1);
    const spend = await world.spend("a");
    same([spend.day, spend.dayUsedMicros, spend.dayHeldMicros], ["2026-03-05", 0, 0], "the new day");
    world.clock.advance(1_000);
    recorded(await world.record(seen(id)), true);
    await world.issue(["a"]);
    world.clock.advance(dayMs);
    same(await world.first.releaseExpired(512), 1, "holds released");
    await balance(world, "a", 100, 0);
    await inBalance(world, "a", 1);
  }),

  storeCase("a raised budget gives room at once", async (world) => {
    await world.campaigns(campaign("a", { totalBudgetMicros: 100, dailyBudgetMicros: 100 }));
    await world.issue(["a"]);
    await world.refuse(["a"]);
    await world.campaigns(campaign("a", { totalBudgetMicros: 200, dailyBudgetMicros: 200 }));
    await world.issue(["a"]);
    await world.refuse(["a"]);
    await world.campaigns(campaign("a"));
    await world.issue(["a"]);
    await balance(world, "a", 0, 300);
  }),

  storeCase("limits are those of the stored campaign, not of the caller", async (world) => {
    await world.campaigns(campaign("a", { priceMicros: 10, totalBudgetMicros: 100 }));
    same(await world.refuse([choice("a", 101)]), ["budget"], "reasons");
    await world.issue([choice("a", 100)]);
    await balance(world, "a", 0, 100);
  }),

  storeCase("amounts up to 2^53 - 1 are exact", async (world) => {
    const max = Number.MAX_SAFE_INTEGER;
    await world.campaigns(campaign("a", { totalBudgetMicros: max, dailyBudgetMicros: max }));
    const { id, priceMicros } = await world.issue([choice("a", max - 2, { publisherMicros: max - 3 })]);
    same(priceMicros, max - 2, "price");
    await world.refuse([choice("a", 3)]);
    await world.refuse([choice("a", max)]);
    await world.issue([choice("a", 1, { publisherMicros: 1 })]);
    await balance(world, "a", 0, max - 1);
    world.clock.advance(1_000);
    recorded(await world.record(seen(id)), true);
    same((await world.find(id, world.second)).publisherMicros, max - 3, "publisher's part");
    await balance(world, "a", max - 2, 1);
    const audit = await world.first.auditLedger();
    same(
      [audit.advertiserMicros, audit.publisherMicros, audit.operatorMicros],
      [max - 2, max - 3, 1],
      "sums over all charges",
    );
    await inBalance(world, "a", 1);
  }),

  storeCase("spent and held never pass the budget while orders, views and releases race", async (world) => {
    const budget = 1_500;
    await world.campaigns(campaign("a", { totalBudgetMicros: budget, dailyBudgetMicros: budget }));
    let ids = world.newIds(32);
    for (let round = 0; round < 4; round += 1) {
      const now = ids;
      const work = race(world, 32, async (store, index) => {
        const [outcome] = await store.issue([order(at(now, index), ["a"])]);
        if (outcome?.outcome === "issued" && index % 5 === 0)
          await store.record([{ kind: "click", deliveryId: at(now, index) }]);
        if (index % 7 === 0) await store.releaseExpired(8);
        const [spend] = await store.readSpend(["a"]);
        const used = (spend?.usedMicros ?? 0) + (spend?.heldMicros ?? 0);
        check(used <= budget, `spent + held is ${used}, the budget ${budget}`);
      });
      await work;
      world.clock.advance(3_600_001);
      ids = world.newIds(32);
    }
    const line = await world.ledger("a");
    check(line.usedMicros <= budget, `spent ${line.usedMicros} of ${budget}`);
    await inBalance(world, "a", line.charges);
  }),
];
