import type { Delivery } from "../../../core/storage/delivery.ts";
import type { DeliveryListQuery, ListedDelivery } from "../../../core/storage/report-store.ts";
import type { Store } from "../../../core/storage/store.ts";
import { at, check, same, sameSet } from "../assert.ts";
import { campaign, click, deliveryIdAt, order, press, seen } from "../fixtures.ts";
import type { StoreCase } from "../harness.ts";
import { issued, race, recorded, storeCase, type World } from "../world.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** A case for the stores that have an order of their deliveries. The harness names the others. */
function listCase(name: string, body: (world: World) => Promise<void>): StoreCase {
  return storeCase(name, async (world) => {
    same(world.first.listDeliveries !== undefined, world.listsDeliveries, "the store has listDeliveries");
    if (world.listsDeliveries) await body(world);
  });
}

async function listed(
  store: Store,
  query: Partial<DeliveryListQuery> = {},
): Promise<readonly ListedDelivery[]> {
  const found = await store.listDeliveries?.({
    from: 0,
    to: Number.MAX_SAFE_INTEGER,
    limit: 4_096,
    ...query,
  });
  return found ?? [];
}

/** All deliveries, page by page. */
async function pages(store: Store, limit: number): Promise<readonly ListedDelivery[]> {
  const all: ListedDelivery[] = [];
  for (;;) {
    const page = await listed(store, { limit, after: all.at(-1) });
    check(page.length <= limit, `a page of ${limit} has ${page.length} deliveries`);
    if (page.length === 0) return all;
    all.push(...page);
    check(all.length <= 100, "the pages do not end");
  }
}

function idsOf(deliveries: readonly Pick<Delivery, "id">[]): readonly string[] {
  return deliveries.map(({ id }) => id);
}

export const listedDeliveryCases: readonly StoreCase[] = [
  listCase("deliveries are listed by issue, page by page", async (world) => {
    same(await listed(world.first), [], "deliveries of an empty store");
    await world.campaigns(campaign("a"));
    const made: Delivery[] = [];
    for (const ms of [0, 1, 90_000, hourMs, 3 * dayMs]) {
      world.clock.advance(ms);
      const orders = world.newIds(3).map((id) => order(id, ["a"]));
      made.push(...(await world.first.issue(orders)).map(issued));
    }
    const times = made.map(({ issuedAt }) => issuedAt);
    for (const limit of [1, 2, 7, 4_096]) {
      const all = await pages(world.second, limit);
      sameSet(idsOf(all), idsOf(made), `deliveries in pages of ${limit}`);
      same(
        all.map(({ issuedAt }) => issuedAt),
        times,
        `times in pages of ${limit}`,
      );
    }
  }),

  listCase("deliveries are listed from an instant on, and before another", async (world) => {
    await world.campaigns(campaign("a"));
    const start = world.clock.now();
    const made: string[] = [];
    for (let n = 0; n < 4; n += 1) {
      made.push((await world.issue(["a"])).id);
      world.clock.advance(hourMs);
    }
    const between = await listed(world.second, { from: start + hourMs, to: start + 3 * hourMs });
    same(idsOf(between), made.slice(1, 3), "deliveries of two hours");
    const after = { issuedAt: start + hourMs, id: made[1] ?? "" };
    same(
      idsOf(await listed(world.second, { after, to: start + 3 * hourMs })),
      made.slice(2, 3),
      "the next page",
    );
    same(await listed(world.second, { from: start, to: start }), [], "deliveries of no time");
  }),

  listCase("listed deliveries are as they stand, without user and network", async (world) => {
    await world.campaigns(campaign("a"));
    const fields = { network: "net-1", mark: "velocity", apiKeyId: "KEY00001" };
    const ids = [
      (await world.issue(["a"], fields)).id,
      (await world.issue(["a"], { surface: "bot" })).id,
      (await world.issue(["a"])).id,
    ];
    world.clock.advance(1_000);
    recorded(await world.record(seen(at(ids, 0))), true);
    recorded(await world.record(press(at(ids, 0), 1, 2)), false);
    recorded(await world.record(click(at(ids, 1))), true);
    await world.first.releaseExpired(10);
    const wanted = (await world.first.findDeliveries(ids)).map((delivery) => {
      const { userKey: _, network: __, ...rest } = delivery ?? {};
      return rest;
    });
    sameSet(await listed(world.second), wanted, "listed deliveries");
  }),

  listCase("deliveries are listed whatever the time of their id", async (world) => {
    await world.campaigns(campaign("a"));
    const start = world.clock.now();
    const away = [0, hourMs, dayMs, dayMs + 1, dayMs + hourMs, 400 * dayMs].flatMap((ms) => [-ms, ms]);
    const ids = away.slice(1).map((ms, n) => deliveryIdAt(start + ms, 1_000 + n));
    await world.first.issue(ids.map((id) => order(id, ["a"])));
    sameSet(idsOf(await pages(world.second, 3)), ids, "deliveries in pages");
    sameSet(idsOf(await listed(world.second, { from: start, to: start + 1 })), ids, "of their millisecond");
    same(await listed(world.second, { to: start }), [], "before their issue");
    same(await listed(world.second, { from: start + 1 }), [], "after their issue");
  }),

  listCase(
    "a repeated order is listed once, and a refused one or a forgotten user's not at all",
    async (world) => {
      await world.campaigns(campaign("a", { totalBudgetMicros: 200 }));
      const { id } = await world.issue(["a"]);
      await world.issue(["a"], { userKey: "forgotten" });
      await world.refuse(["a"]);
      await world.first.issue([order(id, ["a"])]);
      await world.second.issue([order(id, ["a"])]);
      await world.first.forgetUser("forgotten");
      same(idsOf(await listed(world.second)), [id], "listed deliveries");
    },
  ),

  listCase("64 deliveries issued at once are all listed", async (world) => {
    await world.campaigns(campaign("a"));
    const ids = world.newIds(64);
    await race(world, 64, (store, index) => store.issue([order(at(ids, index), ["a"])]));
    sameSet(idsOf(await listed(world.second)), ids, "listed deliveries");
  }),
];
