import type { DeliveryEvent } from "../../../core/storage/delivery.ts";
import { at, same } from "../assert.ts";
import { campaign, click, creativeVersion, order, press, seen, versionIdOf } from "../fixtures.ts";
import type { StoreCase } from "../harness.ts";
import { balance, inBalance, issued, recorded, storeCase } from "../world.ts";

const bot = { surface: "bot" } as const;

export const batchCases: readonly StoreCase[] = [
  storeCase("512 answers keep the places of unknown ids", async (world) => {
    const known = Array.from({ length: 256 }, (_, n) => `c${n}`);
    const asked = known.flatMap((id) => [id, `no-${id}`]);
    await world.campaigns(...known.map((id) => campaign(id)));
    const spends = await world.second.readSpend(asked);
    same(
      spends.map((spend) => spend?.campaignId),
      known.flatMap((id) => [id, undefined]),
      "readSpend",
    );
    const versions = await world.second.readCreatives(asked.map((id) => versionIdOf(id)));
    same(
      versions,
      known.flatMap((id) => [creativeVersion(id), undefined]),
      "readCreatives",
    );
    const orders = known.map((id) => order(world.newId(), [id]));
    await world.first.issue(orders);
    const ids = orders.flatMap(({ deliveryId }) => [world.newId(), deliveryId]);
    const found = await world.second.findDeliveries(ids);
    same(
      found.map((delivery) => delivery?.campaignId),
      known.flatMap((id) => [undefined, id]),
      "findDeliveries",
    );
    const events = await world.first.record(ids.map(click));
    same(
      events.map(({ outcome }) => outcome),
      known.flatMap(() => ["unknown", "recorded"]),
      "record",
    );
    const kind = "campaign";
    await world.change(
      {},
      known.map((id) => ({ kind, id })),
    );
    same(
      await world.second.readRemoved(asked.map((id) => ({ kind, id }))),
      known.flatMap((id) => [{ kind, entity: campaign(id) }, undefined]),
      "readRemoved",
    );
  }),

  storeCase(
    "a batch of 512 holds four events of each of 128 deliveries, and each charges once",
    async (world) => {
      await world.campaigns(campaign("a"), campaign("b"));
      const orders = world.newIds(128).map((id, n) => order(id, [n % 2 === 0 ? "a" : "b"]));
      for (const outcome of await world.first.issue(orders)) issued(outcome);
      world.clock.advance(1_000);
      const ids = orders.map(({ deliveryId }) => deliveryId);
      // Kind by kind, so that the events of one delivery lie far apart.
      const events: readonly DeliveryEvent[] = [
        ...ids.map((id) => press(id, 0, 1)),
        ...ids.map(seen),
        ...ids.map((id) => press(id, 1, 0)),
        ...ids.map(click),
      ];
      const outcomes = await world.second.record(events);
      same(
        outcomes.map((outcome, n) => recorded(outcome, n < 128).id),
        events.map(({ deliveryId }) => deliveryId),
        "deliveries in order",
      );
      const now = world.clock.now();
      for (const delivery of await world.first.findDeliveries(ids)) {
        same(
          [delivery?.seenAt, delivery?.pressedAt, delivery?.clickedAt, delivery?.chargedAt],
          [now, now, now, now],
          "times",
        );
        same(
          delivery?.presses.map(({ scene, button }) => [scene, button]),
          [
            [0, 1],
            [1, 0],
          ],
          "presses",
        );
      }
      await balance(world, "a", 6_400, 0);
      await inBalance(world, "b", 64);
    },
  ),

  storeCase("an event of a batch is answered with the state that the ones before it left", async (world) => {
    await world.campaigns(campaign("a"));
    const { id } = await world.issue(["a"]);
    world.clock.advance(1_000);
    const now = world.clock.now();
    const outcomes = await world.first.record([seen(id), press(id, 3, 1), click(id)]);
    same(
      outcomes.map((outcome, n) => {
        const { seenAt, pressedAt, clickedAt, presses } = recorded(outcome, n === 0);
        return [seenAt, pressedAt, clickedAt, presses.length];
      }),
      [
        [now, undefined, undefined, 0],
        [now, now, undefined, 1],
        [now, now, now, 1],
      ],
      "seen, pressed, clicked and presses after each",
    );
  }),

  storeCase("view, press and click of a message in one batch charge at the click", async (world) => {
    await world.campaigns(campaign("a", { totalBudgetMicros: 100 }));
    const [one, two] = [await world.issue(["a"], bot), await world.issue(["a"], bot)];
    world.clock.advance(1_000);
    const outcomes = await world.first.record([
      seen(one.id),
      press(two.id),
      click(one.id),
      press(one.id),
      click(two.id),
      seen(two.id),
    ]);
    same(
      outcomes.map((outcome) => outcome.outcome === "recorded" && outcome.charged),
      [false, false, true, false, false, false],
      "charged",
    );
    await balance(world, "a", 100, 0);
    await inBalance(world, "a", 1);
  }),

  storeCase("a batch mixes every judgement and each leaves the others alone", async (world) => {
    await world.campaigns(campaign("a"));
    const [old, ripe] = [await world.issue(["a"]), await world.issue(["a"])];
    world.clock.advance(1_000);
    recorded(await world.record(seen(ripe.id)), true);
    world.clock.advance(3_599_000);
    const [young, clicked] = [await world.issue(["a"]), await world.issue(["a"])];
    const none = world.newId();
    const outcomes = await world.second.record([
      seen(young.id),
      click(none),
      seen(ripe.id),
      click(clicked.id),
      press(old.id),
    ]);
    same(
      outcomes.map(({ outcome }) => outcome),
      ["too_early", "unknown", "duplicate", "recorded", "recorded"],
      "outcomes in order",
    );
    await balance(world, "a", 300, 100);
    await inBalance(world, "a", 3);
  }),

  storeCase("more expired holds than a batch has items never refuse an order", async (world) => {
    await world.campaigns(campaign("a", { totalBudgetMicros: 60_000 }));
    for (const size of [512, 88]) {
      for (const outcome of await world.first.issue(world.newIds(size).map((id) => order(id, ["a"])))) {
        issued(outcome);
      }
    }
    await world.refuse(["a"]);
    world.clock.advance(3_600_001);
    const again = await world.second.issue(world.newIds(512).map((id) => order(id, ["a"])));
    same(again.filter(({ outcome }) => outcome === "issued").length, 512, "deliveries issued");
    const more = await world.second.issue(world.newIds(89).map((id) => order(id, ["a"])));
    same(
      more.filter(({ outcome }) => outcome === "issued").length,
      88,
      "deliveries issued by the next batch",
    );
    await inBalance(world, "a", 0);
  }),

  storeCase("a batch of one is answered with one", async (world) => {
    await world.campaigns(campaign("a"));
    const id = world.newId();
    same((await world.first.issue([order(id, ["a"])])).length, 1, "issue");
    same((await world.first.findDeliveries([id])).length, 1, "findDeliveries");
    same((await world.first.record([click(id)])).length, 1, "record");
    same((await world.first.readSpend(["a"])).length, 1, "readSpend");
    same(at(await world.first.readCreatives(["v1-a"]), 0), creativeVersion("a"), "readCreatives");
  }),
];
