import { same } from "../assert.ts";
import { campaign, click, deliveryIdAt, order, press, seen } from "../fixtures.ts";
import type { StoreCase } from "../harness.ts";
import { balance, inBalance, issued, judged, recorded, storeCase } from "../world.ts";

const dayMs = 24 * 3_600_000;
const latest = 2 ** 48 - 1;

/** What comes after the time: version, variant and random bits that are all zeros, all ones, or nearly alike. */
const randomParts = [
  "cACAAAAAAAAAAA",
  "f_-__________w",
  "cACgabcdefghiA",
  "cACgAbcdefghiA",
  "cACgABCDEFGHIA",
  "caCgabcdefghiA",
  "cACGabcdefghiA",
  "cACgabcdefghiQ",
  "cACg-----____A",
  "cACg____-----A",
];

export const deliveryIdCases: readonly StoreCase[] = [
  storeCase("delivery ids that differ in one letter, or only in its case, are different", async (world) => {
    await world.campaigns(campaign("a"));
    const time = deliveryIdAt(world.clock.now(), 0).slice(0, 8);
    const ids = randomParts.map((part) => `${time}${part}`);
    for (const outcome of await world.first.issue(ids.map((id) => order(id, ["a"])))) issued(outcome);
    world.clock.advance(1_000);
    const outcomes = await world.second.record(ids.map(seen));
    same(
      outcomes.map((outcome) => recorded(outcome, true).id),
      ids,
      "recorded ids",
    );
    const found = await world.second.findDeliveries(ids);
    same(
      found.map((delivery) => delivery?.id),
      ids,
      "found ids",
    );
    await inBalance(world, "a", ids.length);
  }),

  storeCase("the time of a delivery id judges nothing: the store's clock does", async (world) => {
    await world.campaigns(
      campaign("a", { frequencyCap: { impressions: 3, window: 60_000 }, dailyBudgetMicros: 300 }),
    );
    const now = world.clock.now();
    // An instance whose clock is a day behind, one a day ahead, and one in between.
    const ids = [now - dayMs, now + dayMs, now].map((time) => deliveryIdAt(time, 2 ** 40));
    const deliveries = (await world.first.issue(ids.map((id) => order(id, ["a"])))).map(issued);
    same(
      deliveries.map(({ issuedAt, day }) => [issuedAt, day]),
      Array(3).fill([now, "2026-03-04"]),
      "time and day of the issue",
    );
    same(await world.refuse(["a"]), ["daily_budget"], "reasons");
    world.clock.advance(999);
    for (const id of ids) judged(await world.record(seen(id)), "too_early");
    world.clock.advance(1);
    for (const id of ids.slice(0, 2)) recorded(await world.record(seen(id)), true);
    world.clock.advance(3_599_000);
    same(await world.second.releaseExpired(512), 0, "holds released at 3,600,000 ms");
    for (const id of ids) recorded(await world.record(press(id)), id === ids[2]);
    world.clock.advance(1);
    for (const id of ids) judged(await world.record(click(id)), "expired");
    await balance(world, "a", 300, 0);
    await inBalance(world, "a", 3);
  }),

  storeCase("holds are given back by age, whatever the time of their ids", async (world) => {
    await world.campaigns(campaign("a"), campaign("b"));
    const now = world.clock.now();
    const [young, old] = [deliveryIdAt(now, 2 ** 40), deliveryIdAt(now + 3_600_000, 2 ** 40)];
    await world.first.issue([order(old, ["a"])]);
    world.clock.advance(10);
    await world.first.issue([order(young, ["b"])]);
    world.clock.advance(3_600_001);
    same(await world.first.releaseExpired(1), 1, "holds released");
    await balance(world, "a", 0, 0);
    await balance(world, "b", 0, 100);
  }),

  storeCase("a well-formed id of any time that was never issued is unknown", async (world) => {
    await world.campaigns(campaign("a"));
    const ids = [0, 1, world.clock.now() - 365 * dayMs, world.clock.now() + 365 * dayMs, latest].map((time) =>
      deliveryIdAt(time, 0),
    );
    same(
      await world.first.findDeliveries(ids),
      ids.map(() => undefined),
      "deliveries",
    );
    for (const make of [seen, click, press]) {
      same(
        await world.second.record(ids.map((id) => make(id))),
        ids.map(() => ({ outcome: "unknown" })),
        "events",
      );
    }
    await balance(world, "a", 0, 0);
  }),
];
