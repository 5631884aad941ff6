import type { OwnerFilter } from "../../../core/storage/counts.ts";
import type { Delivery } from "../../../core/storage/delivery.ts";
import type {
  Adjustment,
  AdjustmentOrder,
  AdjustmentOutcome,
  Charge,
  ChargeListQuery,
} from "../../../core/storage/settlement-store.ts";
import type { Store } from "../../../core/storage/store.ts";
import { at, check, fail, same, sameSet } from "../assert.ts";
import { adjustment, auditEntry, campaign, choice, click, order, press, unadjusted } from "../fixtures.ts";
import type { StoreCase } from "../harness.ts";
import { race, recorded, storeCase, type World } from "../world.ts";
import { hostileIds } from "./hostile.ts";

const max = Number.MAX_SAFE_INTEGER;
const all = { from: 0, to: max, limit: 512 } as const;
const whole = { from: 0, to: max, by: [], limit: 10 } as const;

/** Issues one delivery, and charges it by a press. */
async function charged(
  world: World,
  campaignId = "a",
  priceMicros = 100,
  publisherMicros = 70,
  fields: Parameters<World["issue"]>[1] = {},
): Promise<Delivery> {
  const { id } = await world.issue([choice(campaignId, priceMicros, { publisherMicros })], fields);
  return recorded(await world.record(press(id)), true);
}

async function adjust(store: Store, order: AdjustmentOrder): Promise<AdjustmentOutcome> {
  const [outcome] = await store.adjustCharges([order]);
  return outcome ?? fail("adjustCharges was given one order and answered none");
}

async function adjusted(store: Store, order: AdjustmentOrder): Promise<Adjustment> {
  const outcome = await adjust(store, order);
  return outcome.outcome === "adjusted"
    ? outcome.adjustment
    : fail(`expected adjusted, got ${outcome.outcome}`);
}

async function chargeOf(store: Store, { id }: Delivery): Promise<Charge> {
  const [charge] = await store.listCharges({ ...all, deliveryIds: [id] });
  return charge ?? fail(`delivery ${id} was charged, but listCharges does not know it`);
}

/** The books of a campaign must agree with each other; they are returned. */
async function books(world: World, campaignId = "a"): Promise<Readonly<Record<string, number>>> {
  const line = await world.ledger(campaignId);
  const { usedMicros, spentMicros, chargedMicros, adjustedMicros, restoredMicros } = line;
  same(usedMicros, chargedMicros - restoredMicros, `used of ${campaignId} is charged less restored`);
  same(spentMicros, chargedMicros - adjustedMicros, `spent of ${campaignId} is charged less adjusted`);
  same(line.daysOutOfBalance, [], `days of ${campaignId} out of balance`);
  const spend = await world.spend(campaignId, world.second);
  same([spend.spentMicros, spend.usedMicros], [spentMicros, usedMicros], `spend and ledger of ${campaignId}`);
  return { spentMicros, usedMicros, dayUsedMicros: spend.dayUsedMicros };
}

export const adjustmentCases: readonly StoreCase[] = [
  storeCase("an adjustment takes back a part of a charge, on every instance", async (world) => {
    await world.campaigns(campaign("a", { totalBudgetMicros: 1_000 }));
    const delivery = await charged(world);
    world.clock.advance(5_000);
    const stored = await adjusted(world.first, adjustment("adj-1", delivery.id, 30));
    const { publisherId, platformId, apiKeyId, advertiser, campaignId } = delivery;
    const owners = { deliveryId: delivery.id, publisherId, platformId, apiKeyId, advertiser, campaignId };
    const words = { restoresBudget: false, reason: "Views of a bot", actor: "operator" };
    const wanted = {
      ...owners,
      ...words,
      id: "adj-1",
      at: world.clock.now(),
      micros: 30,
      publisherMicros: 21,
    };
    same(stored, wanted, "the adjustment");
    same(await world.second.listAdjustments(all), [wanted], "the adjustments on the other instance");
    const charge = await chargeOf(world.second, delivery);
    same([charge.adjustedMicros, charge.adjustedPublisherMicros], [30, 21], "what was taken back");
    same(await books(world), { spentMicros: 70, usedMicros: 100, dayUsedMicros: 100 }, "books");
  }),

  storeCase("an adjustment without an amount takes back all that is left", async (world) => {
    await world.campaigns(campaign("a"));
    const delivery = await charged(world, "a", 101, 33);
    const parts: Adjustment[] = [];
    parts.push(await adjusted(world.first, adjustment("adj-1", delivery.id, 50)));
    parts.push(await adjusted(world.first, adjustment("adj-2", delivery.id, 1)));
    parts.push(await adjusted(world.first, adjustment("adj-3", delivery.id)));
    same(
      parts.map(({ micros, publisherMicros }) => [micros, publisherMicros]),
      [
        [50, 16],
        [1, 0],
        [50, 17],
      ],
      "amounts",
    );
    same(
      await adjust(world.second, adjustment("adj-4", delivery.id)),
      { outcome: "too_much", leftMicros: 0 },
      "an adjustment of nothing",
    );
    const charge = await chargeOf(world.second, delivery);
    same([charge.adjustedMicros, charge.adjustedPublisherMicros], [101, 33], "what was taken back");
  }),

  storeCase("more than is left of a charge is refused and changes nothing", async (world) => {
    await world.campaigns(campaign("a"));
    const delivery = await charged(world);
    await adjusted(world.first, adjustment("adj-1", delivery.id, 60));
    for (const micros of [41, 100, max]) {
      const refused = await adjust(world.second, adjustment("adj-2", delivery.id, micros));
      same(refused, { outcome: "too_much", leftMicros: 40 }, `an adjustment of ${micros}`);
    }
    same((await world.first.listAdjustments(all)).length, 1, "adjustments");
    same((await books(world))["spentMicros"], 40, "spent");
    await adjusted(world.second, adjustment("adj-2", delivery.id, 40));
    same((await books(world))["spentMicros"], 0, "spent after the rest");
  }),

  storeCase("only charges are adjusted: no open, no free and no unknown delivery", async (world) => {
    await world.campaigns(campaign("a"));
    const open = await world.issue(["a"]);
    const free = await world.issue([choice("a", 0)]);
    recorded(await world.record(press(free.id)), false);
    const ids = [open.id, free.id, world.newId(), "not a delivery id"];
    const outcomes = await world.first.adjustCharges(ids.map((id, n) => adjustment(`adj-${n}`, id, 1)));
    same(
      outcomes,
      ids.map(() => ({ outcome: "unknown" })),
      "outcomes",
    );
    same(await world.second.listAdjustments(all), [], "adjustments");
    same((await books(world))["spentMicros"], 0, "spent");
  }),

  storeCase("a repeated adjustment gets the first one, whatever it says", async (world) => {
    await world.campaigns(campaign("a"));
    const [delivery, other] = [await charged(world), await charged(world)];
    const first = await adjusted(world.first, adjustment("adj-1", delivery.id, 30));
    world.clock.advance(60_000);
    for (const order of [
      adjustment("adj-1", delivery.id, 30),
      adjustment("adj-1", delivery.id, 100),
      adjustment("adj-1", other.id, 5, { restoresBudget: true, reason: "Another" }),
      adjustment("adj-1", world.newId()),
    ]) {
      same(await adjust(world.second, order), { outcome: "duplicate", adjustment: first }, "outcome");
    }
    same(await books(world), { spentMicros: 170, usedMicros: 200, dayUsedMicros: 200 }, "books");
  }),

  storeCase("a budget is used again only by adjustments that restore it", async (world) => {
    await world.campaigns(campaign("a", { totalBudgetMicros: 200 }));
    const [one, two] = [await charged(world), await charged(world)];
    same(await world.refuse(["a"]), ["budget"], "reasons with a used budget");
    await adjusted(world.first, adjustment("adj-1", one.id));
    same(await world.refuse(["a"]), ["budget"], "reasons after a write-off");
    await adjusted(world.first, adjustment("adj-2", two.id, 99, { restoresBudget: true }));
    same(await world.refuse(["a"]), ["budget"], "reasons with one micro too little");
    await adjusted(world.second, adjustment("adj-3", two.id, 1, { restoresBudget: true }));
    same(await books(world), { spentMicros: 0, usedMicros: 100, dayUsedMicros: 200 }, "books");
    await charged(world);
    same(await world.refuse(["a"]), ["budget"], "reasons when it is used again");
    same(await books(world), { spentMicros: 100, usedMicros: 200, dayUsedMicros: 300 }, "books at the end");
  }),

  storeCase("no adjustment gives a daily budget back", async (world) => {
    await world.campaigns(campaign("a", { dailyBudgetMicros: 200 }));
    const [one, two] = [await charged(world), await charged(world)];
    await adjusted(world.first, adjustment("adj-1", one.id, undefined, { restoresBudget: true }));
    await adjusted(world.first, adjustment("adj-2", two.id));
    same(await world.refuse(["a"]), ["daily_budget"], "reasons");
    same(await books(world), { spentMicros: 0, usedMicros: 100, dayUsedMicros: 200 }, "books");
  }),

  storeCase("a floor of a budget is what it has used, not what is spent", async (world) => {
    await world.campaigns(campaign("a", { totalBudgetMicros: 1_000 }));
    const [one, two] = [await charged(world), await charged(world)];
    await adjusted(world.first, adjustment("adj-1", one.id));
    await adjusted(world.first, adjustment("adj-2", two.id, 40, { restoresBudget: true }));
    const floor = { campaignId: "a", field: "totalBudgetMicros" as const, floorMicros: 160 };
    same(
      await world.change({ campaigns: [campaign("a", { totalBudgetMicros: 159 })] }),
      { outcome: "budget_below_floor", floors: [floor] },
      "a budget below what is used",
    );
    const stored = await world.change({ campaigns: [campaign("a", { totalBudgetMicros: 160 })] });
    same(stored.outcome, "applied", "a budget of what is used");
  }),

  storeCase("charges of removed campaigns and of deleted deliveries can be adjusted", async (world) => {
    await world.campaigns(campaign("a"), campaign("b"));
    const removed = await charged(world, "a");
    const deleted = await charged(world, "b", 100, 70, { userKey: "user-forgotten" });
    const bot = await world.issue(["b"], { surface: "bot" });
    recorded(await world.record(click(bot.id)), true);
    await world.change({}, [
      { kind: "creative", id: "cr-a" },
      { kind: "campaign", id: "a" },
    ]);
    same(await world.first.forgetUser("user-forgotten"), 1, "forgotten deliveries");
    const orders = [removed.id, deleted.id, bot.id].map((id, n) => adjustment(`adj-${n}`, id));
    const outcomes = await world.second.adjustCharges(orders);
    same(
      outcomes.map(({ outcome }) => outcome),
      ["adjusted", "adjusted", "adjusted"],
      "outcomes",
    );
    for (const id of ["a", "b"]) {
      const { usedMicros, spentMicros, adjustedMicros } = await world.ledger(id);
      const amount = id === "a" ? 100 : 200;
      same([usedMicros, spentMicros, adjustedMicros], [amount, 0, amount], `books of ${id}`);
    }
  }),

  storeCase("orders of one call see what those before them took", async (world) => {
    await world.campaigns(campaign("a"));
    const [one, two] = [await charged(world), await charged(world)];
    const outcomes = await world.first.adjustCharges([
      adjustment("adj-1", one.id, 60),
      adjustment("adj-2", one.id, 60),
      adjustment("adj-3", two.id, 100, { restoresBudget: true }),
      adjustment("adj-4", one.id),
    ]);
    same(
      outcomes.map((outcome) => [
        outcome.outcome,
        "adjustment" in outcome ? outcome.adjustment.micros : undefined,
      ]),
      [
        ["adjusted", 60],
        ["too_much", undefined],
        ["adjusted", 100],
        ["adjusted", 40],
      ],
      "outcomes",
    );
    same(await books(world), { spentMicros: 0, usedMicros: 100, dayUsedMicros: 200 }, "books");
  }),

  storeCase("64 callers that take back one charge take it once", async (world) => {
    await world.campaigns(campaign("a", { totalBudgetMicros: 100 }));
    const delivery = await charged(world);
    const outcomes = await race(world, 64, (store, n) =>
      adjust(store, adjustment(`adj-${n}`, delivery.id, 30, { restoresBudget: true })),
    );
    const won = outcomes.filter(({ outcome }) => outcome === "adjusted");
    same(won.length, 3, "adjustments of 30 of 100");
    same(await books(world), { spentMicros: 10, usedMicros: 10, dayUsedMicros: 100 }, "books");
    const again = await race(world, 64, (store) => adjust(store, adjustment("adj-rest", delivery.id)));
    same(again.filter(({ outcome }) => outcome === "adjusted").length, 1, "of one id");
    same(again.filter(({ outcome }) => outcome === "duplicate").length, 63, "repeated");
    same(await books(world), { spentMicros: 0, usedMicros: 10, dayUsedMicros: 100 }, "books at the end");
  }),

  storeCase("adjustments race issues and views of the campaign, and the budget holds", async (world) => {
    await world.campaigns(campaign("a", { totalBudgetMicros: 2_000 }));
    const before: Delivery[] = [];
    for (let n = 0; n < 10; n += 1) before.push(await charged(world));
    await race(world, 60, async (store, n) => {
      if (n % 3 === 0) {
        const delivery = at(before, (n / 3) % 10);
        return void (await adjust(
          store,
          adjustment(`adj-${n}`, delivery.id, 25, { restoresBudget: n % 2 === 0 }),
        ));
      }
      const [outcome] = await store.issue([order(world.newId(), ["a"], { userKey: `user-${n}` })]);
      if (outcome?.outcome === "issued" && n % 3 === 1) await store.record([press(outcome.delivery.id)]);
    });
    await books(world);
    const { usedMicros, heldMicros } = await world.ledger("a");
    check(usedMicros + heldMicros <= 2_000, `used and held are ${usedMicros} + ${heldMicros} of 2,000`);
  }),

  storeCase("reports and the audit are charges less adjustments", async (world) => {
    await world.campaigns(campaign("a"), campaign("b"));
    const one = await charged(world, "a", 100, 70);
    await charged(world, "b", 50, 25);
    const chargedAt = world.clock.now();
    world.clock.advance(7_200_000);
    await adjusted(world.first, adjustment("adj-1", one.id, 10));
    const back = { adjustments: 1, adjustedMicros: 10, adjustedPublisherMicros: 7 };
    same(
      await world.second.readCharges(whole),
      [{ charges: 2, spentMicros: 140, publisherMicros: 88, operatorMicros: 52, ...back }],
      "sum of all",
    );
    same(
      await world.second.readCharges({ ...whole, from: world.clock.now(), by: ["campaignId", "creativeId"] }),
      [
        {
          campaignId: "a",
          creativeId: "cr-a",
          charges: 0,
          spentMicros: -10,
          publisherMicros: -7,
          operatorMicros: -3,
          ...back,
        },
      ],
      "sum of the time of the adjustment",
    );
    same(
      await world.second.readCharges({ ...whole, to: chargedAt + 1, by: ["campaignId"] }),
      [
        {
          campaignId: "a",
          charges: 1,
          spentMicros: 100,
          publisherMicros: 70,
          operatorMicros: 30,
          ...unadjusted,
        },
        {
          campaignId: "b",
          charges: 1,
          spentMicros: 50,
          publisherMicros: 25,
          operatorMicros: 25,
          ...unadjusted,
        },
      ],
      "sums of the time of the charges",
    );
    const hour = Math.floor(world.clock.now() / 3_600_000) * 3_600_000;
    const byHour = await world.second.readCharges({ ...whole, by: ["hour"] });
    same(
      byHour.map((line) => [line.hour, line.spentMicros]),
      [
        [hour - 7_200_000, 150],
        [hour, -10],
      ],
      "hours",
    );
    same(
      await world.second.readCharges({ ...whole, platformIds: ["another"] }),
      [],
      "sum of another platform",
    );
    const audit = await world.second.auditLedger();
    same([audit.advertiserMicros, audit.publisherMicros, audit.operatorMicros], [140, 88, 52], "the audit");
  }),

  storeCase("charges are listed by time, page by page", async (world) => {
    await world.campaigns(campaign("a"));
    const made: Delivery[] = [];
    for (let n = 0; n < 7; n += 1) {
      made.push(await charged(world));
      if (n % 3 !== 0) world.clock.advance(1);
    }
    await world.issue(["a"]);
    const expected = [...made]
      .map(({ id, chargedAt = 0 }) => ({ deliveryId: id, chargedAt }))
      .sort((a, b) => a.chargedAt - b.chargedAt || (a.deliveryId < b.deliveryId ? -1 : 1));
    const pages: Charge[] = [];
    for (let after: ChargeListQuery["after"]; ; after = pages.at(-1)) {
      const page = await world.second.listCharges({ ...all, limit: 2, after });
      pages.push(...page);
      if (page.length < 2) break;
    }
    sameSet(
      pages.map(({ deliveryId }) => deliveryId),
      expected.map(({ deliveryId }) => deliveryId),
      "charges",
    );
    same(
      pages.map(({ chargedAt }) => chargedAt),
      expected.map(({ chargedAt }) => chargedAt),
      "times of the pages",
    );
    const [first, last] = [at(expected, 0), at(expected, 6)];
    const times = { from: first.chargedAt + 1, to: last.chargedAt };
    const between = expected.filter(({ chargedAt }) => chargedAt >= times.from && chargedAt < times.to);
    sameSet(
      (await world.first.listCharges({ ...all, ...times })).map(({ deliveryId }) => deliveryId),
      between.map(({ deliveryId }) => deliveryId),
      "charges between two instants",
    );
  }),

  storeCase("charges and adjustments are listed by their owners and marks", async (world) => {
    await world.campaigns(campaign("a"), campaign("b"));
    const one = await charged(world, "a", 100, 70, {
      platformId: "pf_one",
      apiKeyId: "KEY00001",
      mark: "marked",
    });
    const two = await charged(world, "b", 100, 70, { platformId: "pf_two", publisherId: "publisher-2" });
    await world.first.adjustCharges([one, two].map(({ id }, n) => adjustment(`adj-${n}`, id, 1)));
    const filters: readonly [OwnerFilter, readonly Delivery[]][] = [
      [{}, [one, two]],
      [{ platformIds: ["pf_one"] }, [one]],
      [{ apiKeyIds: [""] }, [two]],
      [{ apiKeyIds: ["KEY00001"] }, [one]],
      [{ publisherIds: ["publisher-2", "none"] }, [two]],
      [{ campaignIds: ["b"], platformIds: ["pf_one"] }, []],
      [{ advertisers: ["An advertiser"] }, [one, two]],
      [{ advertisers: [] }, []],
    ];
    for (const [filter, wanted] of filters) {
      const ids = wanted.map(({ id }) => id);
      const words = JSON.stringify(filter);
      sameSet(
        (await world.second.listCharges({ ...all, ...filter })).map((c) => c.deliveryId),
        ids,
        `charges of ${words}`,
      );
      sameSet(
        (await world.second.listAdjustments({ ...all, ...filter })).map((a) => a.deliveryId),
        ids,
        `adjustments of ${words}`,
      );
    }
    for (const [marks, wanted] of [
      [["marked"], [one.id]],
      [[""], [two.id]],
      [
        ["marked", ""],
        [one.id, two.id],
      ],
      [[], []],
    ] as const) {
      const found = await world.second.listCharges({ ...all, marks });
      sameSet(
        found.map(({ deliveryId }) => deliveryId),
        [...wanted],
        `charges of the marks ${marks.join()}`,
      );
    }
    const listed = await world.second.listCharges({ ...all, deliveryIds: [two.id, world.newId()] });
    same(
      listed.map(({ deliveryId }) => deliveryId),
      [two.id],
      "charges of listed deliveries",
    );
    same(await world.second.listCharges({ ...all, deliveryIds: [] }), [], "charges of no deliveries");
  }),

  storeCase("adjustments are listed by time, page by page", async (world) => {
    await world.campaigns(campaign("a"));
    const delivery = await charged(world);
    for (let n = 0; n < 5; n += 1) {
      await adjusted(world.first, adjustment(`adj-${n}`, delivery.id, 1));
      if (n === 2) world.clock.advance(1);
    }
    const pages: Adjustment[] = [];
    for (let after: Adjustment | undefined; ; after = pages.at(-1)) {
      const page = await world.second.listAdjustments({ ...all, limit: 2, after });
      pages.push(...page);
      if (page.length < 2) break;
    }
    same(
      pages.map(({ id }) => id),
      ["adj-0", "adj-1", "adj-2", "adj-3", "adj-4"],
      "adjustments",
    );
    const now = world.clock.now();
    const late = await world.second.listAdjustments({ ...all, from: now });
    same(
      late.map(({ id }) => id),
      ["adj-3", "adj-4"],
      "adjustments from an instant on",
    );
    same(
      (await world.second.listAdjustments({ ...all, to: now })).length,
      3,
      "adjustments before an instant",
    );
  }),

  storeCase("an adjustment and its note are one step", async (world) => {
    await world.campaigns(campaign("a"));
    const [one, two] = [await charged(world), await charged(world)];
    const note = auditEntry("op-1", { action: "adjust", kind: "charge" });
    const orders = [adjustment("adj-1", one.id), adjustment("adj-2", two.id)];
    await world.first.adjustCharges(orders, note);
    await world.second.adjustCharges(orders, note);
    await world.first.adjustCharges([adjustment("adj-3", one.id)], note);
    const trail = await world.second.readAudit({ kind: "charge", limit: 10 });
    same(
      trail.map(({ entityId, action }) => [entityId, action]),
      [["op-1", "adjust"]],
      "notes",
    );
  }),

  storeCase("any text identifies an adjustment, and is its reason", async (world) => {
    await world.campaigns(campaign("a"));
    const delivery = await charged(world, "a", 1_000);
    for (const id of hostileIds) {
      const stored = await adjusted(world.first, adjustment(id, delivery.id, 1, { reason: id, actor: id }));
      same([stored.id, stored.reason, stored.actor], [id, id, id], "texts of the answer");
    }
    const listed = await world.second.listAdjustments(all);
    sameSet(
      listed.map(({ id }) => id),
      [...hostileIds],
      "ids",
    );
    for (const { id, reason, actor } of listed) same([reason, actor], [id, id], `texts of ${id}`);
  }),

  storeCase("amounts of adjustments are exact up to 2^53 - 1", async (world) => {
    await world.campaigns(campaign("a"));
    const publisherMicros = 7_205_759_403_792_793;
    const delivery = await charged(world, "a", max, publisherMicros);
    const half = await adjusted(world.first, adjustment("adj-1", delivery.id, 4_503_599_627_370_491));
    const exact = Number((4_503_599_627_370_491n * BigInt(publisherMicros)) / BigInt(max));
    same(half.publisherMicros, exact, "the publisher's part of a half");
    const rest = await adjusted(world.first, adjustment("adj-2", delivery.id));
    same([rest.micros, rest.publisherMicros], [max - half.micros, publisherMicros - exact], "the rest");
    same((await books(world))["spentMicros"], 0, "spent");
  }),
];
