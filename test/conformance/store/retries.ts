import type { CatalogChange } from "../../../core/storage/catalog-change.ts";
import type { Store } from "../../../core/storage/store.ts";
import { at, same } from "../assert.ts";
import { apiKey, campaign, click, creativeVersion, order, press, seen, topic } from "../fixtures.ts";
import type { StoreCase } from "../harness.ts";
import { balance, inBalance, issued, judged, storeCase, type World } from "../world.ts";

/**
 * Calls, drops the reply as a broken connection does after the commit, and calls again through the other instance:
 * once when the first call has ended, and once while it is still under way.
 */
async function retried<T>(world: World, call: (store: Store) => Promise<T>): Promise<readonly T[]> {
  await call(world.first);
  const late = call(world.first);
  return Promise.all([late, call(world.second), call(world.second)]);
}

export const retryCases: readonly StoreCase[] = [
  storeCase("orders whose reply was lost are issued once, however often they are repeated", async (world) => {
    await world.campaigns(campaign("a", { totalBudgetMicros: 200 }), campaign("b"));
    const orders = world.newIds(3).map((id) => order(id, ["a", "b"]));
    const wanted = ["a", "a", "b"];
    for (const outcomes of await retried(world, (store) => store.issue(orders))) {
      same(
        outcomes.map((outcome) => issued(outcome).campaignId),
        wanted,
        "campaigns of a repeat",
      );
    }
    await balance(world, "a", 0, 200);
    await balance(world, "b", 0, 100);
    await inBalance(world, "a", 0);
  }),

  storeCase("a refused order whose reply was lost is refused again and leaves nothing", async (world) => {
    await world.campaigns(campaign("a", { totalBudgetMicros: 99 }));
    const id = world.newId();
    for (const outcomes of await retried(world, (store) => store.issue([order(id, ["a"])]))) {
      same(outcomes, [{ outcome: "refused", reasons: ["budget"] }], "outcomes of a repeat");
    }
    same(await world.first.findDeliveries([id]), [undefined], "delivery");
    await balance(world, "a", 0, 0);
  }),

  storeCase("an order repeated after its delivery was seen or expired changes nothing", async (world) => {
    await world.campaigns(campaign("a"));
    const orders = world.newIds(2).map((id) => order(id, ["a"]));
    const [one, two] = [at(orders, 0), at(orders, 1)];
    await world.first.issue(orders);
    world.clock.advance(1_000);
    await world.first.record([seen(one.deliveryId)]);
    world.clock.advance(3_600_000);
    await world.first.releaseExpired(512);
    const before = await world.first.findDeliveries([one.deliveryId, two.deliveryId]);
    for (const outcomes of await retried(world, (store) => store.issue(orders))) {
      same(
        outcomes.map((outcome) => issued(outcome).id),
        [one.deliveryId, two.deliveryId],
        "deliveries of a repeat",
      );
    }
    same(await world.second.findDeliveries([one.deliveryId, two.deliveryId]), before, "deliveries");
    judged(await world.record(seen(two.deliveryId)), "expired");
    await balance(world, "a", 100, 0);
    await inBalance(world, "a", 1);
  }),

  storeCase("events whose reply was lost are recorded and charged once", async (world) => {
    await world.campaigns(campaign("a", { totalBudgetMicros: 300 }));
    const [page, message] = [await world.issue(["a"]), await world.issue(["a"], { surface: "bot" })];
    world.clock.advance(1_000);
    const events = [seen(page.id), press(page.id, 1, 0), press(page.id, 2, 0), click(message.id)];
    for (const outcomes of await retried(world, (store) => store.record(events))) {
      for (const outcome of outcomes) judged(outcome, "duplicate");
    }
    same((await world.find(page.id)).presses.length, 2, "presses stored");
    await balance(world, "a", 200, 0);
    await inBalance(world, "a", 2);
  }),

  storeCase("a release whose reply was lost gives back nothing twice", async (world) => {
    await world.campaigns(campaign("a"));
    await world.first.issue(world.newIds(6).map((id) => order(id, ["a"])));
    world.clock.advance(1_000);
    const open = await world.issue(["a"]);
    world.clock.advance(3_599_001);
    for (const released of await retried(world, (store) => store.releaseExpired(512))) {
      same(released, 0, "holds released by a repeat");
    }
    await balance(world, "a", 0, 100);
    same(await world.find(open.id), open, "open delivery");
    await inBalance(world, "a", 0);
  }),

  storeCase(
    "a change whose reply was lost is a conflict when it is repeated, and applied once",
    async (world) => {
      await world.campaigns(campaign("a"), campaign("b"));
      const { version: expectedVersion } = await world.first.readCatalog();
      const change: CatalogChange = {
        expectedVersion,
        upserts: {
          publishers: [],
          platforms: [],
          campaigns: [campaign("c", { totalBudgetMicros: 100 })],
          creatives: [creativeVersion("c")],
          topics: [topic()],
        },
        removals: [{ kind: "campaign", id: "b" }],
      };
      await world.first.applyCatalog(change);
      const after = await world.second.readCatalog();
      same(after.catalog.campaigns.map(({ id }) => id).sort(), ["a", "c"], "campaigns after the first call");
      for (const answer of await retried(world, (store) => store.applyCatalog(change))) {
        same(answer, { outcome: "conflict", version: after.version }, "answer to a repeat");
      }
      same(await world.second.readCatalog(), after, "catalogue");
    },
  ),

  storeCase("a key whose reply was lost exists when it is repeated, as it was stored", async (world) => {
    const key = apiKey("KEY00001", 1_000);
    await world.first.addApiKey(key);
    const { version } = await world.first.readCatalog();
    for (const answer of await retried(world, (store) => store.addApiKey(key))) {
      same(answer, "exists", "answer to a repeat");
    }
    same(await world.second.listApiKeys(), [key], "keys");
    same((await world.second.catalogChanges(version)).delta, undefined, "changes");
  }),

  storeCase("a revocation whose reply was lost is answered alike when it is repeated", async (world) => {
    const key = apiKey("KEY00001", 1_000);
    await world.first.addApiKey(key);
    await world.first.revokeApiKey(key.id, 5_000);
    const { version } = await world.first.readCatalog();
    const revokedAt = world.clock.now() + 5_000;
    for (const answer of await retried(world, (store) => store.revokeApiKey(key.id, 5_000))) {
      same(answer, { ...key, revokedAt }, "answer to a repeat");
    }
    same((await world.second.catalogChanges(version)).delta, undefined, "changes");
  }),
];
