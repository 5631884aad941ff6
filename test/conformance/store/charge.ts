import type { DeliveryEvent } from "../../../core/storage/delivery.ts";
import { at, same } from "../assert.ts";
import { campaign, choice, click, press, seen } from "../fixtures.ts";
import type { StoreCase } from "../harness.ts";
import { balance, inBalance, judged, race, recorded, storeCase } from "../world.ts";

const makers: readonly ((id: string) => DeliveryEvent)[] = [seen, press, click];

export const chargeCases: readonly StoreCase[] = [
  ...makers.map((first) =>
    storeCase(
      `the first event charges when it is a ${first("").kind}, and no later one does`,
      async (world) => {
        await world.campaigns(campaign("a"));
        const { id } = await world.issue(["a"]);
        world.clock.advance(1_000);
        const charged = recorded(await world.record(first(id)), true);
        for (const later of makers.filter((maker) => maker !== first)) {
          world.clock.advance(10);
          const delivery = recorded(await world.record(later(id)), false);
          same(
            [delivery.seenAt, delivery.chargedAt],
            [charged.seenAt, charged.chargedAt],
            "seen and charged at",
          );
        }
        recorded(await world.record(press(id, 1, 2)), false);
        await balance(world, "a", 100, 0);
        await inBalance(world, "a", 1);
      },
    ),
  ),

  storeCase("a press and a click set the time of the view", async (world) => {
    await world.campaigns(campaign("a"));
    const [pressed, clicked] = [await world.issue(["a"]), await world.issue(["a"])];
    world.clock.advance(300);
    const now = world.clock.now();
    const afterPress = recorded(await world.record(press(pressed.id, 2, 1)), true);
    same(
      afterPress,
      {
        ...pressed,
        seenAt: now,
        pressedAt: now,
        chargedAt: now,
        presses: [{ scene: 2, button: 1, at: now }],
      },
      "delivery after a press",
    );
    const afterClick = recorded(await world.record(click(clicked.id)), true);
    same(afterClick, { ...clicked, seenAt: now, clickedAt: now, chargedAt: now }, "delivery after a click");
    same(await world.find(pressed.id, world.second), afterPress, "stored press");
    same(await world.find(clicked.id, world.second), afterClick, "stored click");
  }),

  storeCase("of 64 views of one delivery one is recorded and charges", async (world) => {
    await world.campaigns(campaign("a"));
    const { id } = await world.issue(["a"]);
    world.clock.advance(1_000);
    const outcomes = (await race(world, 64, (store) => store.record([seen(id)]))).flat();
    same(outcomes.filter(({ outcome }) => outcome === "recorded").length, 1, "views recorded");
    same(outcomes.filter((o) => o.outcome === "recorded" && o.charged).length, 1, "views that charged");
    same(outcomes.filter(({ outcome }) => outcome === "duplicate").length, 63, "duplicates");
    await balance(world, "a", 100, 0);
    await inBalance(world, "a", 1);
  }),

  storeCase("of 64 clicks of one delivery one is recorded", async (world) => {
    await world.campaigns(campaign("a"));
    const { id } = await world.issue(["a"]);
    const outcomes = (await race(world, 64, (store) => store.record([click(id)]))).flat();
    same(outcomes.filter(({ outcome }) => outcome === "recorded").length, 1, "clicks recorded");
    await inBalance(world, "a", 1);
  }),

  storeCase("of 64 presses of one button one is recorded", async (world) => {
    await world.campaigns(campaign("a"));
    const { id } = await world.issue(["a"]);
    const outcomes = (await race(world, 64, (store) => store.record([press(id, 1, 1)]))).flat();
    same(outcomes.filter(({ outcome }) => outcome === "recorded").length, 1, "presses recorded");
    same((await world.find(id)).presses.length, 1, "presses stored");
    await inBalance(world, "a", 1);
  }),

  storeCase("view, press and click race for one charge and are each recorded once", async (world) => {
    await world.campaigns(campaign("a"));
    const { id } = await world.issue(["a"]);
    world.clock.advance(1_000);
    const outcomes = await race(world, 64, async (store, index) => {
      const event = at(makers, index % 3)(id);
      const [outcome] = await store.record([event]);
      return { kind: event.kind, outcome };
    });
    for (const kind of ["seen", "press", "click"]) {
      const won = outcomes.filter((o) => o.kind === kind && o.outcome?.outcome === "recorded");
      same(won.length, 1, `${kind} recorded`);
    }
    const charges = outcomes.filter(({ outcome }) => outcome?.outcome === "recorded" && outcome.charged);
    same(charges.length, 1, "events that charged");
    await balance(world, "a", 100, 0);
    await inBalance(world, "a", 1);
  }),

  storeCase("view, press and click of one batch charge once, the first of them", async (world) => {
    await world.campaigns(campaign("a"));
    const { id } = await world.issue(["a"]);
    world.clock.advance(1_000);
    const outcomes = await world.first.record([press(id), seen(id), click(id), press(id, 0, 1)]);
    same(
      outcomes.map((outcome) => outcome.outcome === "recorded" && outcome.charged),
      [true, false, false, false],
      "charged",
    );
    const stored = await world.find(id, world.second);
    same([stored.seenAt, stored.pressedAt, stored.clickedAt], Array(3).fill(world.clock.now()), "times");
    await inBalance(world, "a", 1);
  }),

  storeCase("distinct presses are recorded once each, in their order", async (world) => {
    await world.campaigns(campaign("a"));
    const { id } = await world.issue(["a"]);
    const pairs = [
      [0, 1],
      [0, 0],
      [1, 0],
      [0, 2],
    ] as const;
    for (const [scene, button] of pairs) {
      world.clock.advance(10);
      judged(await world.record(press(id, scene, button)), "recorded");
      judged(await world.record(press(id, scene, button), world.second), "duplicate");
    }
    const { presses, pressedAt } = await world.find(id);
    same(
      presses.map(({ scene, button }) => [scene, button]),
      pairs,
      "presses",
    );
    same(pressedAt, at(presses, 0).at, "time of the first press");
    await inBalance(world, "a", 1);
  }),

  storeCase("64 distinct presses at once are all recorded and charge once", async (world) => {
    await world.campaigns(campaign("a"));
    const { id } = await world.issue(["a"]);
    const outcomes = await race(world, 64, (store, index) =>
      store.record([press(id, index >> 3, index & 7)]),
    );
    same(outcomes.flat().filter(({ outcome }) => outcome === "recorded").length, 64, "presses recorded");
    same(
      outcomes.flat().filter((o) => o.outcome === "recorded" && o.charged).length,
      1,
      "presses that charged",
    );
    const { presses } = await world.find(id);
    same(new Set(presses.map(({ scene, button }) => `${scene} ${button}`)).size, 64, "presses stored");
    await inBalance(world, "a", 1);
  }),

  storeCase("a repeated event whose reply was lost gets the state and changes nothing", async (world) => {
    await world.campaigns(campaign("a"));
    const { id } = await world.issue(["a"]);
    world.clock.advance(1_000);
    const events = [seen(id), press(id, 1, 0), click(id)];
    await world.first.record(events);
    const before = await world.find(id);
    world.clock.advance(1_000);
    const again = await world.second.record(events);
    for (const outcome of again) same(judged(outcome, "duplicate"), before, "delivery of a duplicate");
    same(await world.find(id), before, "stored delivery");
    await balance(world, "a", 100, 0);
    await inBalance(world, "a", 1);
  }),

  storeCase("a change that one store confirmed is visible to the other at once", async (world) => {
    await world.campaigns(campaign("a"));
    const delivery = await world.issue(["a"]);
    same(await world.find(delivery.id, world.second), delivery, "issued delivery");
    world.clock.advance(1_000);
    const after = recorded(await world.record(seen(delivery.id)), true);
    same(await world.find(delivery.id, world.second), after, "seen delivery");
    same((await world.spend("a", world.second)).usedMicros, 100, "spent");
  }),

  storeCase("a house ad is recorded and never charged", async (world) => {
    await world.campaigns(campaign("a", { priceMicros: 0, totalBudgetMicros: 0, dailyBudgetMicros: 0 }));
    const { id } = await world.issue([choice("a", 0)]);
    world.clock.advance(1_000);
    for (const event of [seen(id), press(id), click(id)]) {
      same(
        recorded(await world.record(event), false).chargedAt,
        undefined,
        `charged at, after a ${event.kind}`,
      );
    }
    const message = await world.issue([choice("a", 0)], { surface: "bot" });
    recorded(await world.record(click(message.id)), false);
    same((await world.find(message.id)).chargedAt, undefined, "charged at, of a message");
    await balance(world, "a", 0, 0);
    await inBalance(world, "a", 0);
  }),

  storeCase("a charge takes the price of the issue, whatever the campaign costs now", async (world) => {
    await world.campaigns(campaign("a", { totalBudgetMicros: 1_000 }));
    const { id } = await world.issue([choice("a", 70, { publisherMicros: 49 })]);
    await world.campaigns(campaign("a", { priceMicros: 900, totalBudgetMicros: 1_000 }));
    world.clock.advance(1_000);
    recorded(await world.record(seen(id)), true);
    await balance(world, "a", 70, 0);
    const audit = await world.first.auditLedger();
    same(
      [audit.advertiserMicros, audit.publisherMicros, audit.operatorMicros],
      [70, 49, 21],
      "sums of charges",
    );
  }),

  storeCase("open deliveries of a paused campaign are charged", async (world) => {
    await world.campaigns(campaign("a"));
    const { id } = await world.issue(["a"]);
    await world.campaigns(campaign("a", { status: "paused" }));
    world.clock.advance(1_000);
    recorded(await world.record(seen(id)), true);
    await balance(world, "a", 100, 0);
    await inBalance(world, "a", 1);
  }),

  storeCase("open deliveries of a removed campaign are charged as issued", async (world) => {
    await world.campaigns(campaign("a", { totalBudgetMicros: 300 }));
    const [page, message] = [await world.issue(["a"]), await world.issue(["a"], { surface: "bot" })];
    await world.change({}, [{ kind: "campaign", id: "a" }]);
    world.clock.advance(1_000);
    recorded(await world.record(seen(page.id)), true);
    recorded(await world.record(click(message.id)), true);
    same((await world.ledger("a")).usedMicros, 200, "spent");
    await inBalance(world, "a", 2);
  }),

  storeCase("a batch of 512 views is recorded in order and charged once each", async (world) => {
    await world.campaigns(campaign("a"), campaign("b"));
    const orders = world.newIds(512).map((id, index) => ({ id, campaignId: index % 2 === 0 ? "a" : "b" }));
    await world.first.issue(
      orders.map(({ id, campaignId }) => ({
        deliveryId: id,
        surface: "web",
        publisherId: "publisher-1",
        platformId: "pf_one",
        placement: "chat",
        apiKeyId: "",
        userKey: "user-1",
        language: "en",
        mark: "",
        network: "",
        choices: [choice(campaignId)],
      })),
    );
    world.clock.advance(1_000);
    const backwards = [...orders].reverse();
    const outcomes = await world.second.record(backwards.map(({ id }) => seen(id)));
    same(
      outcomes.map((o) => recorded(o, true).id),
      backwards.map(({ id }) => id),
      "ids in order",
    );
    await balance(world, "a", 25_600, 0);
    await inBalance(world, "b", 256);
  }),
];
