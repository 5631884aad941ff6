import type { Delivery, DeliveryEvent } from "../../../core/storage/delivery.ts";
import type { ChargeTotal } from "../../../core/storage/report-store.ts";
import type { Store } from "../../../core/storage/store.ts";
import { ConformanceFailure, check, same } from "../assert.ts";
import { campaign, choice, click, order, press, seen } from "../fixtures.ts";
import type { StoreCase } from "../harness.ts";
import { createPrng, type Prng } from "../prng.ts";
import { recorded, storeCase, type World } from "../world.ts";

const prices = { a: 100, b: 70, c: 33, house: 0 } as const;
const budgets = { a: 4_000, b: 2_500, c: 1_000_000, house: undefined } as const;
const ids = ["a", "b", "c", "house"] as const;
const steps = [300, 1_000, 60_000, 1_800_000, 3_599_000, 3_600_001, 86_400_000] as const;

export const auditCases: readonly StoreCase[] = [
  storeCase("the audit of an empty store finds nothing", async ({ first }) => {
    const audit = await first.auditLedger();
    same([audit.advertiserMicros, audit.publisherMicros, audit.operatorMicros], [0, 0, 0], "sums");
  }),

  storeCase("the advertiser's amount is the sum of the publisher's and the operator's", async (world) => {
    await world.campaigns(campaign("a"), campaign("b"));
    const shares = [
      ["a", 100, 70],
      ["a", 1, 0],
      ["b", 3, 3],
      ["b", 999_999_999_999, 333_333_333_333],
    ] as const;
    for (const [id, price, publisherMicros] of shares) {
      const delivery = await world.issue([choice(id, price, { publisherMicros })]);
      await world.issue([choice(id, price, { publisherMicros })]);
      recorded(await world.record(press(delivery.id)), true);
    }
    const audit = await world.second.auditLedger();
    same(
      [audit.advertiserMicros, audit.publisherMicros, audit.operatorMicros],
      [1_000_000_000_103, 333_333_333_406, 666_666_666_697],
      "sums",
    );
  }),

  ...[1, 20_261_120, 4_294_967_295].map(stormCase),
];

export function stormCase(seed: number): StoreCase {
  return storeCase(
    `money is in balance after a storm of orders, events and releases (seed ${seed})`,
    async (world) => {
      try {
        await storm(world, createPrng(seed));
      } catch (error) {
        if (!(error instanceof ConformanceFailure)) throw error;
        throw new ConformanceFailure(`seed ${seed}: ${error.message}`);
      }
    },
  );
}

/** Forty rounds of batches on both stores at once, each followed by a look at the money. */
async function storm(world: World, prng: Prng): Promise<void> {
  await world.campaigns(
    ...ids.map((id) =>
      campaign(id, {
        priceMicros: prices[id],
        totalBudgetMicros: budgets[id],
        dailyBudgetMicros: id === "b" ? 700 : undefined,
        timeZone: prng.pick(["UTC", "Pacific/Kiritimati", "America/New_York"]),
        frequencyCap: id === "c" ? { impressions: 4, window: "day" } : undefined,
      }),
    ),
  );
  const ledger: StormLedger = { known: [], charged: new Map() };
  for (let round = 0; round < 40; round += 1) {
    // Each task draws from its own numbers, so that the order in which tasks go on does not change them.
    const seeds = Array.from({ length: 6 }, () => prng.below(2 ** 31));
    await Promise.all(
      seeds.map((seed, index) =>
        stormTask(world, index % 2 === 0 ? world.first : world.second, createPrng(seed), ledger),
      ),
    );
    world.clock.advance(prng.pick(steps));
  }
  world.clock.advance(3_600_001);
  let released = 1;
  for (let n = 0; n < 100 && released > 0; n += 1) released = await world.first.releaseExpired(512);
  await settled(world, [...ledger.charged.values()]);
}

/** The answers to the storm. */
interface StormLedger {
  readonly known: string[];
  readonly charged: Map<string, Delivery>;
}

async function stormTask(
  world: World,
  store: Store,
  prng: Prng,
  { known, charged }: StormLedger,
): Promise<void> {
  if (prng.below(8) === 0) await store.releaseExpired(prng.below(10));
  const outcomes = await store.issue(distinct(randomOrders(world, prng, known), (item) => item.deliveryId));
  for (const outcome of outcomes) if (outcome.outcome === "issued") known.push(outcome.delivery.id);
  const events = distinct(randomEvents(prng, known), (event) => `${event.deliveryId} ${eventKey(event)}`);
  for (const outcome of await store.record(events)) {
    if (outcome.outcome !== "recorded" || !outcome.charged) continue;
    check(!charged.has(outcome.delivery.id), `delivery ${outcome.delivery.id} was charged twice`);
    charged.set(outcome.delivery.id, outcome.delivery);
  }
  await withinBudgets(world);
}

function randomOrders(world: World, prng: Prng, known: readonly string[]): ReturnType<typeof order>[] {
  return Array.from({ length: 1 + prng.below(5) }, () => {
    const repeat = known.length > 0 && prng.below(6) === 0;
    const wanted = Array.from({ length: 1 + prng.below(4) }, () => prng.pick(ids));
    return order(
      repeat ? prng.pick(known) : world.newId(),
      wanted.map((id) => choice(id, prices[id])),
      { userKey: `user-${prng.below(3)}`, surface: prng.below(3) === 0 ? "bot" : "web" },
    );
  });
}

function randomEvents(prng: Prng, known: readonly string[]): DeliveryEvent[] {
  if (known.length === 0) return [];
  return Array.from({ length: prng.below(6) }, () => {
    // Mostly the young ones: the old ones are expired.
    const id = prng.pick(prng.below(3) === 0 ? known : known.slice(-12));
    return prng.pick([seen(id), click(id), press(id, prng.below(2), prng.below(2))]);
  });
}

function eventKey(event: DeliveryEvent): string {
  return event.kind === "press" ? `press ${event.scene} ${event.button}` : event.kind;
}

function distinct<T>(items: readonly T[], keyOf: (item: T) => string): readonly T[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}

async function withinBudgets(world: World): Promise<void> {
  for (const spend of await world.second.readSpend(ids)) {
    if (spend === undefined) continue;
    const { campaignId, usedMicros, heldMicros, dayUsedMicros, dayHeldMicros } = spend;
    const budget = ids
      .map((id) => (id === campaignId ? budgets[id] : undefined))
      .find((found) => found !== undefined);
    const used = usedMicros + heldMicros;
    check(
      budget === undefined || used <= budget,
      `${campaignId}: spent + held is ${used}, the budget ${budget}`,
    );
    const usedToday = dayUsedMicros + dayHeldMicros;
    check(
      campaignId !== "b" || usedToday <= 700,
      `b: spent + held today is ${usedToday}, the daily budget 700`,
    );
    check(usedMicros >= 0 && heldMicros >= 0, `${campaignId}: spent ${usedMicros} and held ${heldMicros}`);
  }
}

async function settled(world: World, charged: readonly Delivery[]): Promise<void> {
  const audit = await world.second.auditLedger();
  for (const id of ids) {
    const ofCampaign = charged.filter(({ campaignId }) => campaignId === id);
    const line = audit.campaigns.find(({ campaignId }) => campaignId === id);
    const spent = ofCampaign.length * prices[id];
    same(
      [line?.usedMicros ?? 0, line?.chargedMicros ?? 0, line?.charges ?? 0, line?.daysOutOfBalance ?? []],
      [spent, spent, ofCampaign.length, []],
      `spent, charged, charges and days out of balance of ${id}`,
    );
    same([line?.heldMicros ?? 0, line?.openMicros ?? 0], [0, 0], `held and open of ${id} with nothing open`);
  }
  const total = charged.reduce((sum, { priceMicros }) => sum + priceMicros, 0);
  same(audit.advertiserMicros, total, "sum of charges");
  same(audit.publisherMicros + audit.operatorMicros, total, "publisher's and operator's parts");
  const all = { from: 0, to: Number.MAX_SAFE_INTEGER, limit: 100_000 };
  for (const by of [[], ["campaignId"], ["hour", "platformId", "format"]] as const) {
    const report = await world.first.readCharges({ ...all, by });
    const sum = (of: (line: ChargeTotal) => number): number => report.reduce((n, line) => n + of(line), 0);
    same(
      [sum(({ spentMicros }) => spentMicros), sum(({ publisherMicros }) => publisherMicros)],
      [audit.advertiserMicros, audit.publisherMicros],
      `sums of a report by ${by.join()} and of the ledger`,
    );
    same(
      sum(({ operatorMicros }) => operatorMicros),
      audit.operatorMicros,
      "the operator's part in both",
    );
    for (const { campaignId, spentMicros, charges } of by[0] === "campaignId" ? report : []) {
      const line = audit.campaigns.find((ledger) => ledger.campaignId === campaignId);
      same([charges, spentMicros], [line?.charges, line?.chargedMicros], `charges of ${campaignId} in both`);
    }
  }
  check(charged.length > 20, `the storm charged only ${charged.length} deliveries`);
}
