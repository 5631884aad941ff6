import type { DeliveryEvent } from "../../../core/storage/delivery.ts";
import type { Store } from "../../../core/storage/store.ts";
import { at, same } from "../assert.ts";
import { campaign, click, order, press, seen } from "../fixtures.ts";
import type { StoreCase } from "../harness.ts";
import { balance, inBalance, issued, race, storeCase, withinDeadline } from "../world.ts";

const ids = ["a", "b", "c", "d"];
const reversed = [...ids].reverse();

export const lockCases: readonly StoreCase[] = [
  storeCase("64 batches of orders in opposite campaign order all finish and lose nothing", async (world) => {
    await world.campaigns(...ids.map((id) => campaign(id, { totalBudgetMicros: 3_000 })));
    const batches = Array.from({ length: 64 }, (_, index) =>
      world.newIds(4).map((id, n) => order(id, (index + n) % 2 === 0 ? ids : reversed)),
    );
    const outcomes = await withinDeadline(
      world,
      race(world, 64, (store, index) => store.issue(at(batches, index))),
    );
    same(
      outcomes.flat().filter(({ outcome }) => outcome === "issued").length,
      120,
      "deliveries issued from four budgets of thirty",
    );
    for (const id of ids) await balance(world, id, 0, 3_000);
    for (const id of ids) await inBalance(world, id, 0);
  }),

  storeCase("64 batches of events in opposite delivery order all finish and charge once", async (world) => {
    await world.campaigns(...ids.map((id) => campaign(id)));
    const orders = world.newIds(16).map((id, n) => order(id, [at(ids, n % 4)]));
    for (const outcome of await world.first.issue(orders)) issued(outcome);
    world.clock.advance(1_000);
    const forwards: readonly DeliveryEvent[] = orders.flatMap(({ deliveryId }) => [
      seen(deliveryId),
      press(deliveryId),
      click(deliveryId),
    ]);
    const backwards = [...forwards].reverse();
    const answers = await withinDeadline(
      world,
      // Both directions on both stores.
      race(world, 64, (store, index) => store.record(index % 4 < 2 ? forwards : backwards)),
    );
    const all = answers.flat();
    same(all.filter(({ outcome }) => outcome === "recorded").length, 48, "events recorded");
    same(all.filter((o) => o.outcome === "recorded" && o.charged).length, 16, "events that charged");
    for (const id of ids) await balance(world, id, 400, 0);
    for (const id of ids) await inBalance(world, id, 4);
  }),

  storeCase("64 orders, events, releases and changes in opposite orders all finish", async (world) => {
    await world.campaigns(...ids.map((id) => campaign(id)));
    const stale = world.newIds(8).map((id, n) => order(id, [at(ids, n % 4)]));
    await world.first.issue(stale);
    world.clock.advance(3_600_001);
    const open = world.newIds(8).map((id, n) => order(id, [at(ids, n % 4)]));
    for (const outcome of await world.first.issue(open)) issued(outcome);
    world.clock.advance(1_000);
    const events = open.map(({ deliveryId }) => seen(deliveryId));
    const fresh = Array.from({ length: 16 }, () => world.newIds(4));
    const turn = <T>(items: readonly T[], index: number): readonly T[] =>
      (index >> 2) % 2 === 0 ? items : [...items].reverse();
    const work = async (store: Store, index: number): Promise<void> => {
      const way = turn(ids, index);
      if (index % 4 === 0) {
        const batch = at(fresh, index >> 2).map((id, n) => order(id, [at(way, n)]));
        for (const outcome of await store.issue(batch)) issued(outcome);
      } else if (index % 4 === 1) await store.record(turn(events, index));
      else if (index % 4 === 2) await store.releaseExpired(3);
      else await world.change({ campaigns: way.map((id) => campaign(id, { name: `Name ${index}` })) });
    };
    await withinDeadline(
      world,
      // Shifted by one in every round, so that each kind of call goes through both stores.
      race(world, 64, (_, index) =>
        work((index + (index >> 2)) % 2 === 0 ? world.first : world.second, index),
      ),
    );
    for (const id of ids) await balance(world, id, 200, 1_600);
    for (const id of ids) await inBalance(world, id, 2);
  }),
];
