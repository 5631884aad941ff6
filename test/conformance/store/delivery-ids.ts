import { fail, same } from "../assert.ts";
import { campaign, click, deliveryIdAt, order, press, seen } from "../fixtures.ts";
import type { StoreCase } from "../harness.ts";
import { balance, inBalance, issued, judged, recorded, storeCase } from "../world.ts";

const dayMs = 24 * 3_600_000;
const latest = 2 ** 48 - 1;

/** The parts of an id after the time: version, variant and random bits that are all zeros, all ones, or nearly alike. */
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

/** Texts that are no delivery id, though a lenient decoder takes some of them for `id`, which ends with an A. */
function strays(id: string): readonly string[] {
  const before = id.slice(0, -1);
  return [
    `${before}B`,
    `${before}P`,
    "AAAAAAAAAAAAAAAAAAAAAB",
    before,
    `${id}A`,
    `${id}==`,
    `${id}\n`,
    ` ${id}`,
    id.replace("A", "+"),
    id.replace("A", "/"),
    id.replace("A", "\u0000"),
    `${before}\ud800`,
    `${before}é`,
    "",
    "__proto__",
    "01234567-89ab-7def-8123-456789abcdef",
    "{handbill}:d:x",
    "x".repeat(100_000),
  ];
}

/** The answer to a question about a text; that there is none is the store's fault. */
async function answered<T>(name: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    return fail(`a call about the text ${name} failed: ${String(error)}`);
  }
}

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

  storeCase("a text that is no delivery id is unknown, and spoils nothing beside it", async (world) => {
    await world.campaigns(campaign("a"));
    const id = deliveryIdAt(world.clock.now(), 0);
    for (const outcome of await world.first.issue([order(id, ["a"])])) issued(outcome);
    world.clock.advance(1_000);
    for (const stray of strays(id)) {
      const among = [stray, id];
      const name = JSON.stringify(stray.slice(0, 40));
      const found = await answered(name, () => world.second.findDeliveries(among));
      same(
        found.map((delivery) => delivery?.id),
        [undefined, id],
        `deliveries beside ${name}`,
      );
      same(await world.first.findDeliveries([stray]), [undefined], `delivery ${name}`);
      for (const event of [seen(stray), click(stray), press(stray)]) {
        const outcomes = await answered(name, () => world.second.record([event]));
        same(outcomes, [{ outcome: "unknown" }], `${event.kind} of ${name}`);
      }
    }
    await balance(world, "a", 0, 100);
    const texts = strays(id);
    const outcomes = await answered("one of many", () =>
      world.second.record([...texts.map(seen), seen(id), ...texts.map(click)]),
    );
    same(
      outcomes.map(({ outcome }) => outcome),
      [...texts.map(() => "unknown"), "recorded", ...texts.map(() => "unknown")],
      "outcomes of one batch",
    );
    await inBalance(world, "a", 1);
  }),
];
