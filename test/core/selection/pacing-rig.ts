import { createMemoryStore, type MemoryStore } from "../../../adapters/memory/mod.ts";
import type { Campaign } from "../../../core/catalog/entities.ts";
import { createActiveSet } from "../../../core/selection/active-set.ts";
import { createPacer, type Pacer } from "../../../core/selection/pacing/pacer.ts";
import type { ServingStore } from "../../../core/storage/serving-store.ts";
import { createTestClock, type TestClock } from "../../conformance/clock.ts";
import {
  campaign,
  choice,
  count as countLine,
  deliveryIdAt,
  order,
  platform,
  publisher,
  seen,
} from "../../conformance/fixtures.ts";
import { createPrng } from "../../conformance/prng.ts";
import { seededDraw } from "../seeded.ts";

export const hourMs = 3_600_000;
/** Midnight in UTC, Wednesday 2026-03-04. */
export const midnight: number = Date.UTC(2026, 2, 4);
export const priceMicros = 100;

/** A campaign for 1,000 impressions a day. */
export function evenCampaign(fields: Partial<Campaign> = {}): Campaign {
  return campaign("c", { pacing: "even", priceMicros, dailyBudgetMicros: 1_000 * priceMicros, ...fields });
}

/** Pacers over one memory store, with users who ask and look in virtual time. Requests per hour by hour of the UTC day. */
export interface Rig {
  readonly store: MemoryStore;
  readonly clock: TestClock;
  /** One for each instance; take one out and it is dead. */
  readonly pacers: Pacer[];
  readonly calls: string[];
  readonly apply: (changed: Campaign) => Promise<void>;
  /** Lets the time pass, and says what was spent at the end of each hour since the rig was made, in impressions. */
  readonly run: (hours: number) => Promise<readonly number[]>;
  /** Web deliveries issued so far. */
  readonly issued: () => number;
}

export interface RigOptions {
  readonly start?: number;
  readonly instances?: number;
  readonly viewRate?: number;
  /** Ads are looked at within a minute, or so much later. */
  readonly viewsLateMs?: number;
  readonly perHour?: readonly number[];
  /** Days whose traffic is in the statistics; 1 without it. */
  readonly daysCounted?: number;
  readonly broken?: Partial<ServingStore>;
  readonly seed?: number;
}

export const flatTraffic: readonly number[] = [1_200];
/** Ten times as much in the evening as at night. */
export const dailyTraffic: readonly number[] = Array.from({ length: 24 }, (_, hour) =>
  Math.round(1_100 - 900 * Math.cos(((hour - 7) / 24) * 2 * Math.PI)),
);

/** People at work, and fewer and later ones on Saturdays and Sundays: a week from a Thursday, as the epoch began. */
export const officeTraffic: readonly number[] = Array.from({ length: 7 }, (_, day) =>
  Array.from({ length: 24 }, (__, hour) =>
    day === 2 || day === 3 ? (hour < 10 ? 100 : 500) : hour >= 8 && hour < 18 ? 2_000 : 150,
  ),
).flat();

const tickMs = 5_000;

export async function rig(first: Campaign, options: RigOptions = {}): Promise<Rig> {
  const {
    start = midnight,
    instances = 1,
    viewRate = 0.6,
    perHour = flatTraffic,
    daysCounted = 1,
    seed = 11,
  } = options;
  const prng = createPrng(seed);
  const draw = seededDraw(5);
  const clock = createTestClock(start);
  const store = createMemoryStore({ clock: clock.now });
  const campaigns = new Map<string, Campaign>();
  const calls: string[] = [];
  const requestsOf = (at: number): number => perHour[Math.floor(at / hourMs) % perHour.length] ?? 0;

  const apply = async (changed: Campaign): Promise<void> => {
    campaigns.set(changed.id, changed);
    const { version } = await store.readCatalog();
    const upserts = { publishers: [publisher()], platforms: [platform()], creatives: [], topics: [] };
    await store.applyCatalog({
      expectedVersion: version,
      upserts: { ...upserts, campaigns: [changed] },
      removals: [],
    });
  };
  await apply(first);
  if (daysCounted > 0) {
    const first = Math.floor(start / hourMs) * hourMs - daysCounted * 24 * hourMs;
    await count(
      store,
      Array.from({ length: daysCounted * 24 }, (_, hour) => [
        first + hour * hourMs,
        requestsOf(first + hour * hourMs),
      ]),
    );
  }
  const spied: ServingStore = {
    ...store,
    readSpend: (ids) => {
      calls.push(`readSpend ${ids.length}`);
      return (options.broken?.readSpend ?? store.readSpend)(ids);
    },
  };
  const sets = new Map<Pacer, ReturnType<typeof createActiveSet>>();
  const pacers = Array.from({ length: instances }, () => {
    const participation = createActiveSet(() => {});
    const pacer = createPacer({ store: spied, clock: clock.now, participation, draw });
    sets.set(pacer, participation);
    return pacer;
  });

  const views = new Map<number, string[]>();
  let issued = 0;
  let asked = 0;
  const ask = async (): Promise<void> => {
    asked += 1;
    const pacer = prng.pick(pacers);
    pacer.check({ campaigns });
    const now = clock.now();
    const wanted = [...campaigns.values()].filter(({ id, startsAt, hours }) => {
      const isEarly = startsAt !== undefined && now < Date.parse(startsAt);
      const hour = new Date(now).getUTCHours();
      const isOff = hours !== undefined && !hours.some(({ from, to }) => hour >= from && hour < to);
      return sets.get(pacer)?.reasonOf(id) === undefined && !isEarly && !isOff;
    });
    if (wanted.length > 0) {
      const choices = wanted.slice(0, 3).map(({ id, priceMicros }) => choice(id, priceMicros));
      const wish = order(deliveryIdAt(now, asked), choices, { userKey: `user-${asked}` });
      const outcome = await pacer.around(async (one) => (await store.issue([one]))[0] ?? never())(wish);
      if (outcome.outcome === "issued") {
        issued += 1;
        if (prng.below(1_000) < viewRate * 1_000) {
          const due = now + (options.viewsLateMs ?? 0) + tickMs * (1 + prng.below(10));
          views.set(due, [...(views.get(due) ?? []), outcome.delivery.id]);
        }
      }
    }
    await pacer.settled();
  };

  const spentByHour: number[] = [];
  let owed = 0;
  const run = async (hours: number): Promise<readonly number[]> => {
    const end = clock.now() + hours * hourMs;
    while (clock.now() < end) {
      clock.advance(tickMs);
      const now = clock.now();
      const due = views.get(now) ?? [];
      views.delete(now);
      if (due.length > 0) await store.record(due.map((id) => seen(id)));
      owed += (requestsOf(now) * tickMs) / hourMs;
      const coming = Math.floor(owed);
      owed -= coming;
      for (let index = 0; index < coming; index++) await ask();
      if (coming > 0) await count(store, [[Math.floor(now / hourMs) * hourMs, coming]]);
      if ((now - start) % hourMs === 0) {
        const [spend] = await store.readSpend(["c"]);
        spentByHour.push((spend?.usedMicros ?? 0) / priceMicros);
      }
    }
    return spentByHour;
  };
  return { store, clock, pacers, calls, apply, run, issued: () => issued };
}

function never(): never {
  throw new Error("the store left an outcome out");
}

async function count(store: MemoryStore, hours: readonly (readonly [number, number])[]): Promise<void> {
  await store.addCounts(hours.map(([hour, n]) => countLine({ hour, n })));
}

/** The part of the day's traffic until 22:30 that came until the end of each hour. */
export function curveOf(perHour: readonly number[]): readonly number[] {
  const hours = Array.from({ length: 24 }, (_, hour) => perHour[hour % perHour.length] ?? 0);
  const sums = hours.map((_, hour) => hours.slice(0, hour + 1).reduce((sum, n) => sum + n, 0));
  const whole = (sums[21] ?? 0) + (hours[22] ?? 0) / 2;
  return sums.map((sum) => Math.min(sum / whole, 1));
}
