import type { Delivery } from "../../../core/storage/delivery.ts";
import type { RecentQuery } from "../../../core/storage/report-store.ts";
import { maxBatch } from "../../../core/storage/serving-store.ts";
import type { Store } from "../../../core/storage/store.ts";
import { at, same, sameSet } from "../assert.ts";
import { campaign, choice, click, deliveryIdAt, order, press, seen } from "../fixtures.ts";
import type { StoreCase } from "../harness.ts";
import { issued, race, recorded, storeCase, type World } from "../world.ts";
import { hostileIds } from "./hostile.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

async function recent(store: Store, query: Partial<RecentQuery> = {}): Promise<readonly string[]> {
  return idsOf(await store.readRecentDeliveries({ limit: maxBatch, ...query }));
}

function idsOf(deliveries: readonly Delivery[]): readonly string[] {
  return deliveries.map(({ id }) => id);
}

/** Issues `n` deliveries in one millisecond of their own, at once. */
async function issueMany(world: World, n: number, platformId = "pf_one"): Promise<readonly string[]> {
  world.clock.advance(1);
  const orders = world.newIds(n).map((id) => order(id, [choice("a", 0)], { platformId }));
  return (await world.first.issue(orders)).map((outcome) => issued(outcome).id);
}

export const recentDeliveryCases: readonly StoreCase[] = [
  storeCase("the latest delivery is read first", async (world) => {
    const { first, second } = world;
    same(await recent(first), [], "deliveries of an empty store");
    await world.campaigns(campaign("a", { priceMicros: 0 }), campaign("b"));
    const wishes = [
      ["a", "web"],
      ["b", "bot"],
      ["b", "web"],
      ["a", "bot"],
    ] as const;
    const made: Delivery[] = [];
    for (const [name, surface] of wishes) {
      world.clock.advance(name === "a" ? 1 : 60_000);
      made.unshift(await world.issue([choice(name, name === "a" ? 0 : 100)], { surface }));
    }
    same(await second.readRecentDeliveries({ limit: maxBatch }), made, "recent deliveries");
  }),

  storeCase("a delivery is recent for an hour, and no millisecond longer", async (world) => {
    await world.campaigns(campaign("a"));
    const { id } = await world.issue(["a"]);
    world.clock.advance(hourMs - 1);
    const { id: later } = await world.issue(["a"]);
    same(await recent(world.second), [later, id], "at 3,599,999 ms");
    world.clock.advance(1);
    same(await recent(world.second), [later, id], "at 3,600,000 ms");
    world.clock.advance(1);
    same(await recent(world.second), [later], "at 3,600,001 ms");
    await world.first.releaseExpired(10);
    same(await recent(world.second), [later], "when its hold is given back");
  }),

  storeCase("the limit leaves out the earliest deliveries", async (world) => {
    await world.campaigns(campaign("a"));
    const oldest = await issueMany(world, 8);
    const middle = await issueMany(world, maxBatch - 3);
    const newest = await issueMany(world, 3);
    sameSet(await recent(world.second), [...middle, ...newest], "the newest 512");
    sameSet(await recent(world.second, { limit: 3 }), newest, "the newest three");
    const few = await recent(world.second, { limit: 5 });
    sameSet(few.slice(0, 3), newest, "the first three of five");
    same(
      few.slice(3).map((id) => middle.includes(id)),
      [true, true],
      "the others come from before",
    );
    same((await recent(world.second, { limit: 1 })).length, 1, "deliveries of a limit of one");
    same(
      (await recent(world.second)).some((id) => oldest.includes(id)),
      false,
      "one of the oldest",
    );
  }),

  storeCase("recent deliveries are as they stand", async (world) => {
    await world.campaigns(campaign("a"));
    const ids = [await world.issue(["a"]), await world.issue(["a"], { surface: "bot" })].map(({ id }) => id);
    world.clock.advance(1_000);
    recorded(await world.record(seen(at(ids, 0))), true);
    recorded(await world.record(press(at(ids, 0), 1, 2)), false);
    recorded(await world.record(click(at(ids, 1))), true);
    const found = await world.second.readRecentDeliveries({ limit: 2 });
    sameSet(found, await world.first.findDeliveries(ids), "recent deliveries");
    same(
      found.map(({ chargedAt }) => chargedAt),
      [world.clock.now(), world.clock.now()],
      "when they were charged",
    );
  }),

  storeCase(
    "recent deliveries are read of the requested platforms, with any number on others",
    async (world) => {
      await world.campaigns(campaign("a"));
      const [one = ""] = await issueMany(world, 1, "pf_one");
      const [two = ""] = await issueMany(world, 1, "pf_two");
      const many = [...(await issueMany(world, 300, "pf_many")), ...(await issueMany(world, 300, "pf_many"))];
      const { second } = world;
      same(await recent(second, { platformIds: ["pf_one"] }), [one], "of one platform");
      same(
        await recent(second, { platformIds: ["pf_one", "none", "pf_two"] }),
        [two, one],
        "of two platforms",
      );
      same(await recent(second, { platformIds: ["pf_two", "pf_one"], limit: 1 }), [two], "the newest of two");
      sameSet(
        await recent(second, { platformIds: ["pf_one", "pf_many"], limit: 300 }),
        many.slice(300),
        "the newest 300 of two platforms",
      );
      const manyIds = ["pf_one", ...Array.from({ length: 99 }, (_, n) => `pf_${n}`), "pf_two"];
      same(await recent(second, { platformIds: manyIds }), [two, one], "of 101 platforms");
      same(await recent(second, { platformIds: ["none"] }), [], "of an unknown platform");
      same(await recent(second, { platformIds: [] }), [], "of no platforms");
      same((await recent(second, { platformIds: undefined })).length, maxBatch, "of all platforms");
    },
  ),

  storeCase("a refused order is no recent delivery, and a repeated one is one", async (world) => {
    await world.campaigns(campaign("a", { totalBudgetMicros: 100 }));
    const { id } = await world.issue(["a"]);
    world.clock.advance(1);
    await world.refuse(["a"]);
    await world.first.issue([order(id, ["a"])]);
    await world.second.issue([order(id, ["a"])]);
    same(await recent(world.second), [id], "recent deliveries");
  }),

  storeCase("recent deliveries are found whatever the time of their id", async (world) => {
    await world.campaigns(campaign("a"));
    const start = world.clock.now();
    const near = [0, 1, hourMs, dayMs - 1, dayMs, dayMs + 1, dayMs + hourMs, dayMs + hourMs + 1];
    const times = [
      0,
      start - 400 * dayMs,
      start + 30 * dayMs,
      ...near.flatMap((ms) => [start - ms, start + ms]),
    ];
    const ids = times.map((time, n) => deliveryIdAt(time, 1_000 + n));
    await world.first.issue(ids.map((id) => order(id, ["a"])));
    sameSet(await recent(world.second), ids, "at their issue");
    world.clock.advance(hourMs);
    sameSet(await recent(world.second), ids, "an hour later");
    same((await recent(world.second, { platformIds: ["pf_two"] })).length, 0, "of another platform");
    world.clock.advance(1);
    same(await recent(world.second), [], "a millisecond later");
    world.clock.set(start + 30 * dayMs);
    same(await recent(world.second), [], "when the clock has come to the last of the ids");
  }),

  storeCase("64 deliveries issued at once are all read", async (world) => {
    await world.campaigns(campaign("a"));
    const ids = world.newIds(64);
    await race(world, 64, (store, index) => store.issue([order(at(ids, index), ["a"])]));
    sameSet(await recent(world.first), ids, "recent deliveries");
    sameSet(
      await recent(world.second, { platformIds: ["pf_one"] }),
      ids,
      "recent deliveries of the platform",
    );
  }),

  storeCase("any text is a platform of recent deliveries", async (world) => {
    await world.campaigns(campaign("a"));
    for (const platformId of hostileIds) {
      const { id } = await world.issue([choice("a", 0)], { platformId });
      same(await recent(world.second, { platformIds: [platformId] }), [id], JSON.stringify(platformId));
    }
    same((await recent(world.second)).length, hostileIds.length, "of all platforms");
  }),
];
