import { at, same } from "../assert.ts";
import { campaign, choice, order, seen } from "../fixtures.ts";
import type { StoreCase } from "../harness.ts";
import { balance, inBalance, issued, race, refused, storeCase } from "../world.ts";

export const issueCases: readonly StoreCase[] = [
  storeCase("issue takes the first choice when its limits hold", async (world) => {
    await world.campaigns(campaign("a"), campaign("b"));
    const delivery = await world.issue(["a", "b"]);
    same(delivery.campaignId, "a", "campaign");
    await balance(world, "b", 0, 0);
  }),

  storeCase("issue falls back on the next choice when a limit refuses the one before", async (world) => {
    await world.campaigns(campaign("a", { totalBudgetMicros: 99 }), campaign("b"), campaign("c"));
    const delivery = await world.issue(["a", "b", "c"]);
    same(delivery.campaignId, "b", "campaign");
    await balance(world, "a", 0, 0);
    await balance(world, "c", 0, 0);
  }),

  storeCase("issue tries all eight choices of an order", async (world) => {
    const ids = ["a", "b", "c", "d", "e", "f", "g"];
    await world.campaigns(...ids.map((id) => campaign(id, { status: "paused" })), campaign("h"));
    same((await world.issue([...ids, "h"])).campaignId, "h", "campaign");
  }),

  storeCase("a delivery keeps the fields of its order and its choice", async (world) => {
    await world.campaigns(campaign("a"));
    const wish = order(
      world.newId(),
      [
        choice("a", 70, {
          format: "quiz",
          topicId: "topic-9",
          publisherMicros: 41,
          creativeVersionId: "v77",
        }),
      ],
      { surface: "bot", platformId: "pf_two", placement: "sidebar", userKey: "user-7", language: "pt-BR" },
    );
    const delivery = issued(at(await world.first.issue([wish]), 0));
    const { choices: _, deliveryId, ...said } = wish;
    const expected = {
      ...said,
      ...at(wish.choices, 0),
      id: deliveryId,
      day: "2026-03-04",
      issuedAt: world.clock.now(),
      presses: [],
    };
    same(delivery, expected, "issued delivery");
    same(await world.find(deliveryId, world.second), expected, "stored delivery");
  }),

  storeCase("a web delivery holds the price of its choice, on its campaign and on its day", async (world) => {
    await world.campaigns(campaign("a", { priceMicros: 5 }));
    await world.issue([choice("a", 70)]);
    same(
      await world.spend("a", world.second),
      {
        campaignId: "a",
        spentMicros: 0,
        usedMicros: 0,
        heldMicros: 70,
        day: "2026-03-04",
        dayUsedMicros: 0,
        dayHeldMicros: 70,
      },
      "spend",
    );
    await inBalance(world, "a", 0);
  }),

  storeCase("a refused order names the reason for each choice", async (world) => {
    await world.campaigns(
      campaign("paused", { status: "paused" }),
      campaign("poor", { totalBudgetMicros: 99 }),
      campaign("slow", { dailyBudgetMicros: 99 }),
      campaign("rare", { frequencyCap: { impressions: 1, window: "day" } }),
    );
    await world.issue(["rare"]);
    same(
      await world.refuse(["missing", "paused", "poor", "slow", "rare"]),
      ["no_campaign", "no_campaign", "budget", "daily_budget", "frequency_cap"],
      "reasons",
    );
  }),

  storeCase("a refused order changes nothing", async (world) => {
    const cap = { impressions: 1, window: "day" } as const;
    await world.campaigns(
      campaign("a", { totalBudgetMicros: 199 }),
      campaign("b", { dailyBudgetMicros: 99 }),
      campaign("c", { frequencyCap: cap }),
    );
    await world.issue(["a"], { userKey: "somebody" });
    await world.issue(["c"]);
    const before = await world.first.readSpend(["a", "b", "c"]);
    const id = world.newId();
    same(
      refused(at(await world.first.issue([order(id, ["a", "b", "c"])]), 0)).length,
      3,
      "number of reasons",
    );
    same(await world.second.readSpend(["a", "b", "c"]), before, "spend");
    same(await world.first.findDeliveries([id]), [undefined], "delivery");
    same(await world.record(seen(id)), { outcome: "unknown" }, "event of the refused order");
    for (const line of ["a", "b", "c"]) await inBalance(world, line, 0);
  }),

  storeCase("an id that was refused can be issued later", async (world) => {
    await world.campaigns(campaign("a", { status: "paused" }));
    const wish = order(world.newId(), ["a"]);
    refused(at(await world.first.issue([wish]), 0));
    await world.campaigns(campaign("a"));
    same(issued(at(await world.first.issue([wish]), 0)).id, wish.deliveryId, "delivery id");
  }),

  storeCase("each order of a batch sees the holds of the ones before it", async (world) => {
    await world.campaigns(
      campaign("a", { totalBudgetMicros: 300 }),
      campaign("b", { dailyBudgetMicros: 100 }),
    );
    const orders = world.newIds(6).map((id) => order(id, ["a", "b"]));
    const outcomes = await world.first.issue(orders);
    same(
      outcomes.map((outcome) =>
        outcome.outcome === "issued" ? outcome.delivery.campaignId : outcome.reasons,
      ),
      ["a", "a", "a", "b", ["budget", "daily_budget"], ["budget", "daily_budget"]],
      "outcomes in order",
    );
    await balance(world, "a", 0, 300);
    await balance(world, "b", 0, 100);
  }),

  storeCase("each order of a batch sees how often the ones before it reached the user", async (world) => {
    await world.campaigns(campaign("a", { frequencyCap: { impressions: 2, window: 60_000 } }));
    const users = ["u", "v", "u", "u", "v", "v"];
    const orders = users.map((userKey) => order(world.newId(), ["a"], { userKey }));
    const outcomes = await world.first.issue(orders);
    same(
      outcomes.map((outcome) => outcome.outcome),
      ["issued", "issued", "issued", "refused", "issued", "refused"],
      "outcomes in order",
    );
  }),

  storeCase("a batch of 512 orders is answered in order", async (world) => {
    await world.campaigns(campaign("a"), campaign("b"));
    const orders = world.newIds(512).map((id, index) => order(id, [index % 3 === 0 ? "a" : "b"]));
    const deliveries = (await world.first.issue(orders)).map(issued);
    const answered = deliveries.map(({ id, campaignId }) => [id, campaignId]);
    const wanted = orders.map(({ deliveryId, choices }) => [deliveryId, at(choices, 0).campaignId]);
    same(answered, wanted, "ids and campaigns");
    const found = await world.second.findDeliveries(orders.map(({ deliveryId }) => deliveryId));
    same(
      found.map((delivery) => [delivery?.id, delivery?.campaignId]),
      wanted,
      "found ids and campaigns",
    );
    await balance(world, "a", 0, 171 * 100);
    await balance(world, "b", 0, 341 * 100);
  }),

  storeCase("an empty batch is answered with nothing", async ({ first }) => {
    same(await first.issue([]), [], "issue");
    same(await first.record([]), [], "record");
    same(await first.findDeliveries([]), [], "findDeliveries");
    same(await first.readSpend([]), [], "readSpend");
    same(await first.readCreatives([]), [], "readCreatives");
    same(await first.readRemoved([]), [], "readRemoved");
    await first.addCounts([]);
  }),

  storeCase("an unknown id keeps its place in an answer", async (world) => {
    await world.campaigns(campaign("a"));
    const { id } = await world.issue(["a"]);
    const [none, other] = [world.newId(), world.newId()];
    const found = await world.second.findDeliveries([none, id, other]);
    same(
      found.map((delivery) => delivery?.id),
      [undefined, id, undefined],
      "findDeliveries",
    );
    const spends = await world.second.readSpend(["missing", "a", "none"]);
    same(
      spends.map((spend) => spend?.campaignId),
      [undefined, "a", undefined],
      "readSpend",
    );
    const versions = await world.second.readCreatives(["missing", "v1-a", "none"]);
    same(
      versions.map((version) => version?.versionId),
      [undefined, "v1-a", undefined],
      "readCreatives",
    );
  }),

  storeCase("a repeated order gets the outcome of the first and holds nothing more", async (world) => {
    await world.campaigns(campaign("a", { totalBudgetMicros: 100 }), campaign("b"));
    const wish = order(world.newId(), ["a"]);
    const before = issued(at(await world.first.issue([wish]), 0));
    world.clock.advance(5_000);
    same(issued(at(await world.second.issue([wish]), 0)), before, "repeated order");
    const changed = order(wish.deliveryId, [choice("b", 7)], { userKey: "somebody else" });
    same(issued(at(await world.first.issue([changed]), 0)), before, "repeated order with other choices");
    await world.campaigns(campaign("a", { status: "paused", totalBudgetMicros: 100 }));
    same(issued(at(await world.first.issue([wish]), 0)), before, "repeated order of a paused campaign");
    same(await world.find(wish.deliveryId), before, "stored delivery");
    await balance(world, "a", 0, 100);
    await balance(world, "b", 0, 0);
  }),

  storeCase("64 repeats of one order at once issue it once", async (world) => {
    await world.campaigns(campaign("a"), campaign("b"));
    const id = world.newId();
    const outcomes = await race(world, 64, (store, index) => {
      return store.issue([order(id, index % 3 === 0 ? ["a", "b"] : ["b", "a"])]);
    });
    const deliveries = outcomes.map((outcome) => issued(at(outcome, 0)));
    const stored = await world.find(id);
    for (const delivery of deliveries) same(delivery, stored, "delivery of a repeat");
    const [a, b] = [await world.spend("a"), await world.spend("b")];
    same(a.heldMicros + b.heldMicros, 100, "held in both campaigns together");
  }),

  storeCase("a paused campaign is refused and an activated one issued at once", async (world) => {
    await world.campaigns(campaign("a"));
    await world.issue(["a"]);
    await world.campaigns(campaign("a", { status: "paused" }));
    same(await world.refuse(["a"]), ["no_campaign"], "reasons while paused");
    await world.campaigns(campaign("a"));
    await world.issue(["a"]);
  }),

  storeCase("a removed campaign is refused and has no spend to read", async (world) => {
    await world.campaigns(campaign("a"));
    await world.issue(["a"]);
    await world.change({}, [{ kind: "campaign", id: "a" }]);
    same(await world.refuse(["a"]), ["no_campaign"], "reasons");
    same(await world.first.readSpend(["a"]), [undefined], "spend");
  }),
];
