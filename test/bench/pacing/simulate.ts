import { createMemoryStore } from "../../../adapters/memory/mod.ts";
import type { Campaign } from "../../../core/catalog/entities.ts";
import type { HttpRequest } from "../../../core/contract/http.ts";
import { createHandbill, type Handbill } from "../../../core/handbill.ts";
import type { Count } from "../../../core/storage/counts.ts";
import type { LedgerAudit } from "../../../core/storage/ledger-audit.ts";
import type { ServingStore } from "../../../core/storage/serving-store.ts";
import type { Store } from "../../../core/storage/store.ts";
import { createTestClock, type TestClock } from "../../conformance/clock.ts";
import { createPrng, type Prng } from "../../conformance/prng.ts";
import { apiKey, platformId, publisherId, secret } from "../installation.ts";
import { install, type Paced, pacedCampaigns } from "./campaigns.ts";
import {
  countedBefore,
  dayMs,
  dayStart,
  even,
  expectedTraffic,
  hourMs,
  type Scenario,
  todaysRequests,
} from "./day.ts";

/** The events of a simulated day, as the store and the users saw them. */
export interface DayRecord {
  readonly paced: readonly Paced[];
  /** Ad requests until each sample. */
  readonly traffic: readonly number[];
  /** The same, as expected by who knows the counts of a like day and how large today is, but not what befalls it. */
  readonly expectedTraffic: readonly number[];
  /** Spent by each campaign until each sample. */
  readonly spent: readonly (readonly number[])[];
  readonly audit: LedgerAudit;
  /** Views that were answered 200. */
  readonly confirmed: number;
  /** Views within the hour that got another answer. */
  readonly lost: number;
  readonly ads: number;
  readonly operations: ReadonlyMap<string, number>;
}

export const sampleMs = 300_000;
const maintainMs = 10_000;

/** A day of the real core over the memory store: only the clock, the users and the network are simulated. */
export async function simulate(scenario: Scenario): Promise<DayRecord> {
  const world = await createWorld(scenario);
  const { clock, paced, store } = world;
  const requests = todaysRequests(scenario);
  const traffic: number[] = [];
  const spent: number[][] = paced.map(() => []);
  let came = 0;
  for (let ms = 0; ms <= dayMs + hourMs; ms += 1_000) {
    clock.set(dayStart + ms);
    if (ms % sampleMs === 0 && ms <= dayMs) {
      traffic.push(came);
      const spends = await store.readSpend(paced.map(({ campaign }) => campaign.id));
      spends.forEach((spend, index) => {
        spent[index]?.push(spend?.usedMicros ?? 0);
      });
    }
    if (ms === (scenario.deathAt ?? Number.NaN) * hourMs) world.handbills.shift();
    if (ms % maintainMs === 0) for (const handbill of world.handbills) await handbill.maintain();
    await Promise.all(world.views.due(ms).map((view) => world.confirm(view)));
    const now = requests[ms / 1_000] ?? 0;
    came += now;
    await Promise.all(Array.from({ length: now }, () => world.ask(ms)));
  }
  return {
    paced,
    traffic,
    expectedTraffic: expectedTraffic(scenario, sampleMs),
    spent,
    audit: await store.auditLedger(),
    operations: world.operations,
    ...world.tally,
  };
}

interface World {
  readonly clock: TestClock;
  readonly store: Store;
  readonly paced: readonly Paced[];
  readonly handbills: Handbill[];
  readonly operations: Map<string, number>;
  readonly views: EventQueue<string>;
  readonly tally: { confirmed: number; lost: number; ads: number };
  readonly ask: (ms: number) => Promise<void>;
  readonly confirm: (view: string) => Promise<void>;
}

async function createWorld(scenario: Scenario): Promise<World> {
  const prng = createPrng(scenario.seed);
  const clock = createTestClock(dayStart - 1);
  const store = createMemoryStore({ clock: clock.now });
  const paced = pacedCampaigns(scenario.requests, scenario.seed);
  await install(store, paced);
  await store.addCounts(
    countedBefore(scenario).map((line) => ({ ...line, ...noFields, metric: "request" as const, platformId })),
  );
  await store.addCounts(paced.flatMap(({ campaign, viewRate }) => yesterdaysViews(campaign, viewRate)));
  const operations = new Map<string, number>();
  const counted = countCalls(store, operations);
  const handbills = Array.from({ length: scenario.instances }, () =>
    createHandbill({
      store: counted,
      clock: clock.now,
      random: (length) => Uint8Array.from({ length }, () => prng.below(2 ** 32) >>> 24),
      log: () => {},
      baseUrl: "https://ads.example",
      secrets: [secret],
      trafficRules: { unprovenHolds: false },
      rateLimits: { adsPerKey: false, adsPerVisitor: false, seenPerUser: false, requestsPerNetwork: false },
    }),
  );
  const views = createEventQueue<string>();
  const tally = { confirmed: 0, lost: 0, ads: 0 };
  const rates = new Map(paced.map(({ campaign, viewRate }) => [campaign.id, viewRate]));
  const anyHandbill = (): Handbill => prng.pick(handbills);

  const ask = async (ms: number): Promise<void> => {
    const user = `user-${prng.below(50_000)}`;
    const body = { platform_id: platformId, stable_user_id: user, context: { type: "static" } };
    const { body: answer } = await anyHandbill().answer(post("/api/v1/web/ads", body));
    const ad = readAd(JSON.parse(answer));
    if (ad === undefined) return;
    tally.ads += 1;
    if (even(prng) >= (rates.get(ad.campaignId) ?? 0)) return;
    const { delivery_id, view } = ad;
    const seen = { platform_id: platformId, stable_user_id: user, delivery_id, view };
    views.add(ms + viewDelay(prng), JSON.stringify(seen));
  };
  const confirm = async (view: string): Promise<void> => {
    const { status } = await anyHandbill().answer(post("/api/v1/web/seen", JSON.parse(view)));
    if (status === 200) tally.confirmed += 1;
    else tally.lost += 1;
  };
  return { clock, store, paced, handbills, operations, views, tally, ask, confirm };
}

/** A campaign of 100 ads yesterday. */
function yesterdaysViews({ id, advertiser }: Campaign, viewRate: number): readonly Count[] {
  const hour = dayStart - 6 * hourMs;
  const line = { ...noFields, hour, platformId, format: "text", advertiser, campaignId: id };
  return [
    { ...line, metric: "issued", n: 100 },
    { ...line, metric: "seen", n: Math.round(100 * viewRate) },
  ];
}

const noFields = {
  reason: "",
  publisherId,
  placement: "chat",
  apiKeyId: apiKey.id,
  format: "",
  language: "en",
  advertiser: "",
  campaignId: "",
  creativeId: "",
  topicId: "",
};

/** Most views come within a minute, one in ten takes up to an hour. */
function viewDelay(prng: Prng): number {
  const mean = prng.below(10) === 0 ? 300_000 : 15_000;
  return Math.min(1_000 - mean * Math.log(1 - even(prng)), hourMs - 2_000);
}

/** Events by the second at which they are due. */
interface EventQueue<T> {
  readonly add: (ms: number, item: T) => void;
  readonly due: (ms: number) => readonly T[];
}

function createEventQueue<T>(): EventQueue<T> {
  const bySecond = new Map<number, T[]>();
  return {
    add: (ms, item) => {
      const second = Math.ceil(ms / 1_000) * 1_000;
      const items = bySecond.get(second) ?? [];
      bySecond.set(second, items);
      items.push(item);
    },
    due: (ms) => {
      const items = bySecond.get(ms) ?? [];
      bySecond.delete(ms);
      return items;
    },
  };
}

const encoder = new TextEncoder();
const headers = new Map([
  ["content-type", "application/json"],
  ["authorization", `Bearer ${apiKey.key}`],
]);

function post(target: string, body: object): HttpRequest {
  const bytes = encoder.encode(JSON.stringify(body));
  return { method: "POST", target, header: (name) => headers.get(name), readBody: async () => bytes };
}

interface SeenAd {
  readonly campaignId: string;
  readonly delivery_id: string;
  readonly view: string;
}

function readAd(answer: {
  readonly ad?: {
    readonly blocks: readonly { readonly text: string }[];
    readonly delivery_id: string;
    readonly view: string;
  } | null;
}): SeenAd | undefined {
  const { ad } = answer;
  if (ad === undefined || ad === null) return undefined;
  return { campaignId: ad.blocks[0]?.text ?? "", delivery_id: ad.delivery_id, view: ad.view };
}

/** The store, with a note of every call. */
function countCalls(store: Store, calls: Map<string, number>): ServingStore {
  const note = (name: string): void => {
    calls.set(name, (calls.get(name) ?? 0) + 1);
  };
  const noted =
    <Args extends readonly unknown[], Result>(name: string, run: (...args: Args) => Result) =>
    (...args: Args): Result => {
      note(name);
      return run(...args);
    };
  return {
    catalogChanges: noted("catalogChanges", store.catalogChanges),
    readSpend: noted("readSpend", store.readSpend),
    readCreatives: noted("readCreatives", store.readCreatives),
    findDeliveries: noted("findDeliveries", store.findDeliveries),
    issue: noted("issue", store.issue),
    record: noted("record", store.record),
    releaseExpired: noted("releaseExpired", store.releaseExpired),
    addCounts: noted("addCounts", store.addCounts),
    readCounts: noted("readCounts", store.readCounts),
  };
}
