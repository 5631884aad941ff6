import type { IssueOrder } from "../../../core/storage/delivery.ts";
import type { Store } from "../../../core/storage/store.ts";
import { at, check, same } from "../assert.ts";
import { campaign, choice, click, order, press, seen } from "../fixtures.ts";
import type { StoreCase } from "../harness.ts";
import { inBalance, issued, race, recorded, storeCase, type World } from "../world.ts";

const max = Number.MAX_SAFE_INTEGER;
const lifetimeMs = 3_600_000;
const tenth = { unprovenShareBps: 1_000 } as const;
/** A tenth of it is 4,000, which 40 holds of 100 fill. */
const budget = 40_000;

/** Asserts what the campaign's open unproven holds are together. */
async function unprovenHeld(world: World, campaignId: string, micros: number): Promise<void> {
  const { unprovenHeldMicros, unprovenOpenMicros } = await world.ledger(campaignId);
  same([unprovenHeldMicros, unprovenOpenMicros], [micros, micros], `unproven holds of ${campaignId}`);
}

function ordersOf(world: World, n: number, fields: Partial<IssueOrder> = tenth): readonly IssueOrder[] {
  return world.newIds(n).map((id) => order(id, ["a"], fields));
}

/** Issues as many of these as are issued, in one batch; how many it was. */
async function issueAll(store: Store, orders: readonly IssueOrder[]): Promise<number> {
  const outcomes = await store.issue(orders);
  return outcomes.filter(({ outcome }) => outcome === "issued").length;
}

export const unprovenHoldCases: readonly StoreCase[] = [
  ...(["totalBudgetMicros", "dailyBudgetMicros"] as const).map((field) =>
    storeCase(`unproven holds fill their share of ${field}, and take no micro more`, async (world) => {
      await world.campaigns(
        campaign("a", { totalBudgetMicros: 900_000, dailyBudgetMicros: 900_000, [field]: budget + 9_999 }),
      );
      same(await issueAll(world.first, ordersOf(world, 39)), 39, "issued");
      same(await world.refuse([choice("a", 101)], tenth), ["unproven_holds"], "reasons");
      await world.issue(["a"], tenth);
      same(await world.refuse([choice("a", 1)], tenth), ["unproven_holds"], "reasons");
      await unprovenHeld(world, "a", 4_000);
      await inBalance(world, "a", 0);
    }),
  ),

  storeCase("20 unproven holds of a price are issued however small their share is", async (world) => {
    await world.campaigns(campaign("a", { totalBudgetMicros: 9_999 }));
    const outcomes = await world.first.issue(ordersOf(world, 22));
    same(
      outcomes.map((one) => (one.outcome === "refused" ? one.reasons : one.outcome)),
      [...Array(20).fill("issued"), ["unproven_holds"], ["unproven_holds"]],
      "outcomes in order",
    );
    // 20 of a higher price.
    await world.issue([choice("a", 200)], tenth);
    await unprovenHeld(world, "a", 2_200);
  }),

  storeCase("who has confirmed a view, a bot and a free ad have no share to keep within", async (world) => {
    await world.campaigns(campaign("a", { totalBudgetMicros: budget }), campaign("b"));
    await issueAll(world.first, ordersOf(world, 41));
    await world.issue(["a"]);
    await world.issue(["a"], { ...tenth, surface: "bot" });
    await world.issue([choice("a", 0)], tenth);
    await unprovenHeld(world, "a", 4_000);
    for (let n = 0; n < 25; n += 1) await world.issue(["b"], tenth);
    await unprovenHeld(world, "b", 2_500);
  }),

  storeCase("unproven holds are judged after the budgets and before the cap", async (world) => {
    const frequencyCap = { impressions: 20, window: "day" } as const;
    await world.campaigns(campaign("a", { totalBudgetMicros: 2_250, frequencyCap }), campaign("b"));
    same(await issueAll(world.first, ordersOf(world, 20)), 20, "issued");
    same(await world.refuse([choice("a", 251)], tenth), ["budget"], "reasons of a high price");
    same(await world.refuse(["a"], tenth), ["unproven_holds"], "reasons");
    same(await world.refuse(["a"]), ["frequency_cap"], "reasons of a proven order");
    same((await world.issue(["a", "b"], tenth)).campaignId, "b", "campaign of the next choice");
  }),

  storeCase("an unproven hold leaves its share at its first event, and no proven one does", async (world) => {
    await world.campaigns(campaign("a", { totalBudgetMicros: budget }));
    const ids = ordersOf(world, 3).map(({ deliveryId }) => deliveryId);
    await world.first.issue(ids.map((id) => order(id, ["a"], tenth)));
    const proven = await world.issue(["a"]);
    world.clock.advance(1_000);
    for (const [n, event] of [seen(at(ids, 0)), press(at(ids, 1)), click(at(ids, 2))].entries()) {
      recorded(await world.record(event), true);
      await unprovenHeld(world, "a", 200 - 100 * n);
    }
    recorded(await world.record(click(at(ids, 0))), false);
    recorded(await world.record(seen(proven.id)), true);
    await unprovenHeld(world, "a", 0);
    await inBalance(world, "a", 4);
  }),

  storeCase("unproven holds of one batch of events leave their share each once", async (world) => {
    await world.campaigns(campaign("a", { totalBudgetMicros: budget }), campaign("b"));
    const orders = world.newIds(30).map((id, n) => order(id, [n % 3 === 0 ? "b" : "a"], n % 2 ? {} : tenth));
    await world.first.issue(orders);
    await unprovenHeld(world, "a", 1_000);
    await unprovenHeld(world, "b", 500);
    world.clock.advance(1_000);
    await world.second.record(orders.flatMap(({ deliveryId }) => [seen(deliveryId), click(deliveryId)]));
    for (const id of ["a", "b"]) await unprovenHeld(world, id, 0);
    await inBalance(world, "a", 20);
    await inBalance(world, "b", 10);
  }),

  storeCase("an unproven hold leaves its share when it is given back", async (world) => {
    await world.campaigns(campaign("a", { totalBudgetMicros: budget }));
    await issueAll(world.first, ordersOf(world, 41));
    world.clock.advance(1);
    const proven = await world.issue(["a"]);
    world.clock.advance(lifetimeMs - 1);
    same(await world.refuse(["a"], tenth), ["unproven_holds"], "reasons at 3,600,000 ms");
    await unprovenHeld(world, "a", 4_000);
    world.clock.advance(1);
    same(await world.first.releaseExpired(15), 15, "holds released");
    await unprovenHeld(world, "a", 2_500);
    same(await issueAll(world.second, ordersOf(world, 41)), 40, "issued after the others are given back");
    await unprovenHeld(world, "a", 4_000);
    recorded(await world.record(click(proven.id)), true);
    await unprovenHeld(world, "a", 4_000);
    await inBalance(world, "a", 1);
  }),

  storeCase("the unproven holds of a forgotten user leave their share", async (world) => {
    await world.campaigns(campaign("a", { totalBudgetMicros: budget }));
    await issueAll(world.first, ordersOf(world, 30, { ...tenth, userKey: "user-forgotten" }));
    await issueAll(world.first, ordersOf(world, 10));
    await world.refuse(["a"], tenth);
    same(await world.second.forgetUser("user-forgotten"), 30, "deliveries deleted");
    await unprovenHeld(world, "a", 1_000);
    await world.issue(["a"], tenth);
    await inBalance(world, "a", 0);
  }),

  storeCase("a repeated order takes its share once, however it is repeated", async (world) => {
    await world.campaigns(campaign("a", { totalBudgetMicros: budget }));
    const [unproven, proven] = [order(world.newId(), ["a"], tenth), order(world.newId(), ["a"])];
    await world.first.issue([unproven, proven]);
    await race(world, 32, (store) =>
      store.issue([
        { ...unproven, unprovenShareBps: undefined },
        { ...proven, ...tenth },
      ]),
    );
    await race(world, 32, (store) => store.issue([unproven]));
    await unprovenHeld(world, "a", 100);
    recorded(await world.record(click(unproven.deliveryId)), true);
    await unprovenHeld(world, "a", 0);
    await inBalance(world, "a", 1);
  }),

  storeCase("a campaign that is removed and made again keeps its unproven holds", async (world) => {
    const limits = campaign("a", { totalBudgetMicros: budget });
    await world.campaigns(limits);
    const orders = ordersOf(world, 40);
    await issueAll(world.first, orders);
    await world.change({}, [{ kind: "campaign", id: "a" }]);
    recorded(await world.record(press(at(orders, 0).deliveryId)), true);
    await world.campaigns(limits);
    await unprovenHeld(world, "a", 3_900);
    await world.issue(["a"], tenth);
    same(await world.refuse(["a"], tenth), ["unproven_holds"], "reasons");
    await inBalance(world, "a", 1);
  }),

  storeCase("a share follows the budgets at once, and what is held stays held", async (world) => {
    const put = (total: number | undefined, daily?: number): Promise<void> =>
      world.campaigns(campaign("a", { totalBudgetMicros: total, dailyBudgetMicros: daily }));
    await put(budget);
    same(await issueAll(world.first, ordersOf(world, 41)), 40, "issued of the first budget");
    await put(2 * budget);
    same(await issueAll(world.first, ordersOf(world, 41)), 40, "issued of twice the budget");
    await put(2 * budget, budget);
    same(await world.refuse(["a"], tenth), ["unproven_holds"], "reasons with a daily budget");
    await unprovenHeld(world, "a", 8_000);
    await put(undefined);
    same(await issueAll(world.first, ordersOf(world, 41)), 41, "issued without a budget");
    await put(budget);
    same(await world.refuse(["a"], tenth), ["unproven_holds"], "reasons with the budget again");
    await inBalance(world, "a", 0);
  }),

  storeCase("each order has its own share of what all unproven orders hold", async (world) => {
    await world.campaigns(campaign("a", { totalBudgetMicros: budget }));
    await issueAll(world.first, ordersOf(world, 41));
    await world.issue(["a"], { unprovenShareBps: 2_000 });
    same(await world.refuse(["a"], tenth), ["unproven_holds"], "reasons of the smaller share");
    same(await issueAll(world.first, ordersOf(world, 64, { unprovenShareBps: 10_000 })), 64, "issued");
  }),

  storeCase("a share of 2^53 - 2 is exact", async (world) => {
    const share = Math.floor((max - 1) / 10_000) * 9_999;
    await world.campaigns(campaign("a", { totalBudgetMicros: max - 1 }));
    const wish = { unprovenShareBps: 9_999 } as const;
    await world.issue([choice("a", share - 1, { publisherMicros: 0 })], wish);
    same(await world.refuse([choice("a", 2)], wish), ["unproven_holds"], "reasons");
    await world.issue([choice("a", 1)], wish);
    same(await world.refuse([choice("a", 1)], wish), ["unproven_holds"], "reasons");
    await unprovenHeld(world, "a", share);
  }),

  storeCase("64 racers share the last unproven holds and take no more", async (world) => {
    await world.campaigns(campaign("a", { totalBudgetMicros: budget }), campaign("b"));
    await issueAll(world.first, ordersOf(world, 30));
    const ids = world.newIds(64);
    const outcomes = await race(world, 64, (store, n) => store.issue([order(at(ids, n), ["a", "b"], tenth)]));
    const took = outcomes.flat().map((outcome) => issued(outcome).campaignId);
    same(took.filter((id) => id === "a").length, 10, "unproven holds of the last ten");
    await unprovenHeld(world, "a", 4_000);
    await inBalance(world, "a", 0);
  }),

  storeCase("unproven holds stay within their share while orders, views and releases race", async (world) => {
    await world.campaigns(campaign("a", { totalBudgetMicros: budget }));
    for (let round = 0; round < 3; round += 1) {
      const batches = Array.from({ length: 32 }, () => ordersOf(world, 4));
      await race(world, 32, async (store, n) => {
        const orders = at(batches, n);
        await store.issue(orders);
        if (n % 3 === 0) await store.record(orders.map(({ deliveryId }) => click(deliveryId)));
        if (n % 5 === 0) await store.releaseExpired(8);
        const { campaigns } = await store.auditLedger();
        const line = campaigns.find(({ campaignId }) => campaignId === "a");
        check((line?.unprovenHeldMicros ?? 0) <= 4_000, `unproven holds are ${line?.unprovenHeldMicros}`);
      });
      world.clock.advance(lifetimeMs + 1);
    }
    const line = await world.ledger("a");
    await inBalance(world, "a", line.charges);
    await world.first.releaseExpired(512);
    await unprovenHeld(world, "a", 0);
  }),
];
