import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestClock } from "../conformance/clock.ts";
import {
  adjustment,
  apiKey,
  campaign,
  click,
  count,
  creativeVersion,
  deliveryIdAt,
  order,
  press,
} from "../conformance/fixtures.ts";
import { type Backend, startBackend } from "./backend.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const keptMs = 4 * dayMs;

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

/** From this on … up to that. A test takes less than a minute. */
function about(ms: number): readonly [number, number] {
  return [ms - 60_000, ms];
}

const never = "never";

/** How long keys last by what stands after the root: the table of adapters/upstash/keys.ts. */
const lifetimes: readonly (readonly [pattern: RegExp, ttl: typeof never | readonly [number, number]])[] = [
  [/^d:/, about(keptMs)],
  [/^cap:4:long:/, about(10 * dayMs)],
  [/^cap:/, about(keptMs)],
  [/^user:/, about(keptMs)],
  [/^n:/, about(keptMs)],
  [/^(holds|places|unproven)$/, never],
  [/^(campaign:.*|campaigns|ledger:.*)$/, never],
  [/^(charges:\d+|charges)$/, never],
  [/^(adjustments:\d+|adjustments|sums)$/, never],
  [/^(statement:1:publisher:p|statements|accounts)$/, never],
  [/^seen:\d+$/, about(keptMs + hourMs)],
  [/^viewed$/, never],
  [/^recent(:pf_one)?$/, about(hourMs)],
  [/^counts:0$/, about(5 * dayMs)],
  [/^hours$/, never],
  [/^(docs|live|gone|removed|owners|catalog|versions|keys)$/, never],
  [/^platforms:publisher-1$/, never],
  [/^version:v1-short$/, about(keptMs + 7 * dayMs)],
  [/^version:/, never],
  [/^zone:/, [13 * dayMs, 14 * dayMs]],
  [/^rate:60000:/, about(60_000)],
  [/^once:/, about(600_000)],
  [/^audit$/, never],
  [/^(webhooks|due)$/, never],
  [/^message:1:w:told$/, about(400 * dayMs)],
  [/^message:/, never],
];

const id = (n: number): string => deliveryIdAt(Date.UTC(2026, 2, 4), n);

test("every key expires as keys.ts states, and permanent ones do not", async () => {
  const prefix = backend.newPrefix();
  const store = backend.openStore({ prefix, deliveriesKeptMs: keptMs, countsKeptMs: 5 * dayMs });
  const empty = { publishers: [], platforms: [], campaigns: [], creatives: [], topics: [] };
  const campaigns = [
    campaign("free", { priceMicros: 0 }),
    campaign("short", { frequencyCap: { impressions: 9, window: hourMs } }),
    campaign("long", { frequencyCap: { impressions: 9, window: 10 * dayMs } }),
    campaign("today", { frequencyCap: { impressions: 9, window: "day" } }),
  ];
  const creatives = campaigns.map((one) => creativeVersion(one.id));
  const { version } = await store.readCatalog();
  await store.applyCatalog({
    expectedVersion: version,
    upserts: { ...empty, campaigns, creatives },
    removals: [],
  });
  const { version: next } = await store.readCatalog();
  await store.applyCatalog({
    expectedVersion: next,
    upserts: { ...empty, creatives: [creativeVersion("short", 2)] },
    removals: [{ kind: "creative", id: "cr-free" }],
  });
  const trust = { network: "n1", unprovenShareBps: 1_000 };
  await store.issue(campaigns.map((one, n) => order(id(n), [one.id], trust)));
  await store.record([click(id(0)), press(id(1))]);
  await store.adjustCharges([adjustment("adj-1", id(1))]);
  await store.addStatement({ account: "publisher:p", number: 1, document: "{}" });
  await store.addCounts([count()]);
  await store.addApiKey(apiKey("KEY00001", 1), {
    actor: "operator",
    action: "create",
    kind: "api_key",
    entityId: "KEY00001",
    publisherId: "",
    changes: "{}",
  });
  await store.putWebhook({
    id: "w",
    publisherId: "",
    url: "https://a.example/",
    events: [],
    status: "active",
  });
  const message = { webhookId: "w", type: "budget.exhausted", payload: "{}" } as const;
  await store.addWebhookMessages([
    { ...message, id: "told" },
    { ...message, id: "waits" },
  ]);
  await store.settleWebhookMessage({ id: "told", webhookId: "w" }, "done");
  await backend.openLimiter(prefix).take([{ key: "somebody", limit: 3, windowMs: 60_000, cost: 1 }]);

  const root = `{${prefix}}:`;
  const keys = await backend.bridge.redis("KEYS", `${root}*`);
  const seen = new Set<RegExp>();
  for (const key of Array.isArray(keys) ? keys.map(String) : []) {
    const rule = lifetimes.find(([pattern]) => pattern.test(key.slice(root.length)));
    expect(rule, `a rule for ${key}`).toBeDefined();
    if (rule === undefined) continue;
    const [pattern, wanted] = rule;
    seen.add(pattern);
    const ttl = Number(await backend.bridge.redis("PTTL", key));
    if (wanted === never) {
      // The version that was removed with its creative expires as the one that was replaced.
      if (key.endsWith(":version:v1-free")) expect(ttl).toBeGreaterThan(0);
      else expect(ttl, key).toBe(-1);
    } else {
      expect(ttl, key).toBeGreaterThan(wanted[0]);
      expect(ttl, key).toBeLessThanOrEqual(wanted[1]);
    }
  }
  expect(lifetimes.filter(([pattern]) => !seen.has(pattern)).map(String)).toEqual([]);
});

test("a creative that goes back to an earlier version keeps it for good", async () => {
  const prefix = backend.newPrefix();
  const store = backend.openStore({ prefix });
  const empty = { publishers: [], platforms: [], campaigns: [], topics: [] };
  for (const edition of [1, 2, 1]) {
    const { version: expectedVersion } = await store.readCatalog();
    const upserts = { ...empty, creatives: [creativeVersion("a", edition)] };
    await store.applyCatalog({ expectedVersion, upserts, removals: [] });
  }
  expect(await backend.bridge.redis("PTTL", `{${prefix}}:version:v1-a`)).toBe(-1);
  expect(await backend.bridge.redis("PTTL", `{${prefix}}:version:v2-a`)).toBeGreaterThan(30 * dayMs);
});

test("hours of statistics that are no longer kept are dropped by a release, a day's at once", async () => {
  const prefix = backend.newPrefix();
  const clock = createTestClock();
  const store = backend.openStore({ prefix, clock: clock.now, countsKeptMs: 5 * dayMs });
  const hour = (n: number) => clock.now() - n * hourMs;
  await store.addCounts(Array.from({ length: 200 }, (_, n) => count({ hour: hour(n) })));
  const kept = async () => Number(await backend.bridge.redis("ZCARD", `{${prefix}}:hours`));
  for (const left of [176, 152, 128, 121, 121]) {
    await store.releaseExpired(1);
    expect(await kept()).toBe(left);
  }
  const keys = await backend.bridge.redis("KEYS", `{${prefix}}:counts:*`);
  expect(keys).toHaveLength(121);
});

test("a delivery that is gone before its time leaks neither its hold nor its place in a cap", async () => {
  const prefix = backend.newPrefix();
  const clock = createTestClock();
  const store = backend.openStore({ prefix, clock: clock.now });
  const { version: expectedVersion } = await store.readCatalog();
  const campaigns = [
    campaign("a", { totalBudgetMicros: 100, frequencyCap: { impressions: 1, window: 10 * hourMs } }),
  ];
  const upserts = { publishers: [], platforms: [], campaigns, creatives: [], topics: [] };
  await store.applyCatalog({ expectedVersion, upserts, removals: [] });
  await store.issue([order(id(1), ["a"])]);
  await backend.bridge.redis("DEL", `{${prefix}}:d:${id(1)}`);
  expect((await store.issue([order(id(2), ["a"])]))[0]).toEqual({ outcome: "refused", reasons: ["budget"] });
  clock.advance(hourMs + 1);
  expect(await store.releaseExpired(512)).toBe(1);
  expect((await store.issue([order(id(2), ["a"])]))[0]?.outcome).toBe("issued");
  const { campaigns: lines } = await store.auditLedger();
  expect(lines).toMatchObject([{ heldMicros: 100, openMicros: 100, daysOutOfBalance: [] }]);
});
