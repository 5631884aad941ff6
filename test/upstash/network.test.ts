import { Redis } from "@upstash/redis";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { isOutage, openUpstash } from "../../adapters/upstash/mod.ts";
import type { Store } from "../../core/storage/store.ts";
import { at } from "../conformance/assert.ts";
import {
  adjustment,
  apiKey,
  campaign,
  click,
  count,
  deliveryIdAt,
  order,
  press,
} from "../conformance/fixtures.ts";
import { type Backend, startBackend, storeWith } from "./backend.ts";
import type { Behaviour } from "./bridge.ts";

let backend: Backend;
let prefix: string;
let store: Store;
beforeAll(async () => {
  backend = await startBackend();
});
beforeEach(async () => {
  prefix = backend.newPrefix();
  store = backend.openStore({ prefix });
  await plantCampaigns(store);
});
afterEach(() => backend.bridge.behave(() => "answer"));
afterAll(() => backend.close());

async function plantCampaigns(to: Store): Promise<void> {
  const { version } = await to.readCatalog();
  const campaigns = [campaign("a", { totalBudgetMicros: 1_000 }), campaign("b")];
  const upserts = { publishers: [], platforms: [], campaigns, creatives: [], topics: [] };
  await to.applyCatalog({ expectedVersion: version, upserts, removals: [] });
}

const audit = {
  actor: "operator",
  action: "create",
  kind: "campaign",
  entityId: "c",
  publisherId: "",
  changes: "{}",
} as const;
const ids = [1, 2, 3].map((n) => deliveryIdAt(Date.UTC(2026, 2, 4), n));
const orders = ids.map((id) => order(id, ["a"]));

/** One of everything that writes; what was answered. */
async function writeAll(to: Store): Promise<unknown> {
  const issued = await to.issue(orders);
  const recorded = await to.record([...ids.map((id) => press(id, 1, 2)), ...ids.map(click)]);
  const adjustments = ids.map((id, n) => adjustment(`adj-${n}`, id, 30, { restoresBudget: n === 0 }));
  const adjusted = await to.adjustCharges(adjustments, { ...audit, action: "adjust", kind: "charge" });
  const statement = { account: "publisher:p", number: 1, document: JSON.stringify("x".repeat(300_000)) };
  const closed = await to.addStatement(statement, { ...audit, action: "close", kind: "statement" });
  await to.addCounts([count({ n: 5 }), count({ n: 7, placement: "sidebar" })]);
  const { version } = await to.readCatalog();
  const upserts = { publishers: [], platforms: [], campaigns: [campaign("c")], creatives: [], topics: [] };
  const applied = await to.applyCatalog({ expectedVersion: version, upserts, removals: [], audit: [audit] });
  const message = { id: "m", webhookId: "w", type: "budget.exhausted", payload: "{}" } as const;
  const webhook = {
    id: "w",
    publisherId: "",
    url: "https://hooks.example/",
    events: [],
    status: "active",
  } as const;
  return [
    issued.map(({ outcome }) => outcome),
    recorded.map((one) => [one.outcome, one.outcome === "recorded" && one.charged]),
    adjusted.map(({ outcome }) => outcome),
    closed,
    applied.outcome,
    await to.addApiKey(apiKey("KEY00001", 1), { ...audit, kind: "api_key" }),
    await to.rotateApiKey({
      id: "KEY00001",
      afterMs: 3_600_000,
      key: apiKey("KEY00002", 2),
      audit: [
        { ...audit, kind: "api_key" },
        { ...audit, kind: "api_key", action: "revoke" },
      ],
    }),
    (await to.revokeApiKey("KEY00001", 0, { ...audit, kind: "api_key", action: "revoke" }))?.revoked,
    await to.putWebhook(webhook, { ...audit, kind: "webhook" }),
    await to.addWebhookMessages([message]),
    (await to.claimWebhookMessages(10, 60_000)).map(({ id, attempts }) => [id, attempts]),
    await to.removeWebhook("w", { ...audit, kind: "webhook", action: "remove" }),
  ];
}

/** The stored values, without times. */
async function stored(of: Store): Promise<unknown> {
  const { campaigns, ...sums } = await of.auditLedger();
  const counts = await of.readCounts({ from: 0, to: 1, metrics: ["request"], by: ["placement"], limit: 9 });
  return {
    sums,
    campaigns: campaigns.toSorted((a, b) => (a.campaignId < b.campaignId ? -1 : 1)),
    adjustments: (await of.listAdjustments({ from: 0, to: 9e15, limit: 9 })).map(({ at: _, ...one }) => one),
    statements: await of.listStatements({ limit: 9 }),
    deliveries: (await of.findDeliveries(ids)).map((one) => [one?.campaignId, one?.presses.length]),
    counts,
    audit: (await of.readAudit({ limit: 100 })).map(({ kind, action }) => `${action} ${kind}`),
    keys: (await of.listApiKeys()).map(({ revokedAt: _, ...key }) => key),
    campaignIds: (await of.readCatalog()).catalog.campaigns.map(({ id }) => id).sort(),
  };
}

describe("the Upstash store", () => {
  const faults: readonly (readonly [name: string, how: (n: number) => Behaviour])[] = [
    ["every first reply is lost and the client sends again", (n) => (n % 2 === 1 ? "lose reply" : "answer")],
    ["every first request is lost", (n) => (n % 2 === 1 ? "lose request" : "answer")],
    ["every request arrives twice", () => "do twice"],
    ["replies are lost twice in a row", (n) => (n % 3 === 0 ? "answer" : "lose reply")],
  ];

  test.each(faults)("answers and stores the same when %s", async (_, how) => {
    const wanted = [await writeAll(store), await stored(store)];
    const other = backend.openStore({ prefix: backend.newPrefix() });
    await plantCampaigns(other);
    backend.bridge.behave(how);
    const answers = await writeAll(other);
    backend.bridge.behave(() => "answer");
    expect([answers, await stored(other)]).toEqual(wanted);
  });

  test("answers one event object that is in a batch twice by its places", async () => {
    await store.issue(orders);
    const event = click(ids[0] ?? "");
    const outcomes = await store.record([event, click("no delivery id"), event]);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(["recorded", "unknown", "duplicate"]);
  });

  test("rejects with an outage when no reply comes through, and a repetition changes nothing more", async () => {
    backend.bridge.behave(() => "lose reply");
    const error: unknown = await store.issue(orders).catch((thrown: unknown) => thrown);
    expect(isOutage(error)).toBe(true);
    backend.bridge.behave(() => "answer");
    const outcomes = await store.issue(orders);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(["issued", "issued", "issued"]);
    expect((await store.readSpend(["a"]))[0]).toMatchObject({ heldMicros: 300 });
  });

  test("rejects a call whose reply comes too late, and a repetition finds it done", async () => {
    const { url, token } = backend.bridge;
    const hasty = openUpstash({ url, token, prefix, timeoutMs: 2_000 });
    await hasty.readCatalog();
    await hasty.issue(orders);
    let answerAtLast = (): void => undefined;
    const late = new Promise<void>((resolve) => {
      answerAtLast = resolve;
    });
    backend.bridge.behave(() => late);
    const error: unknown = await hasty.record([click(ids[0] ?? "")]).catch((thrown: unknown) => thrown);
    expect(isOutage(error)).toBe(true);
    expect(String(error)).toMatch(/did not answer in time/);
    answerAtLast();
    backend.bridge.behave(() => "answer");
    expect((await store.record([click(ids[0] ?? "")]))[0]?.outcome).toBe("duplicate");
    expect((await store.readSpend(["a"]))[0]).toMatchObject({ spentMicros: 100, heldMicros: 200 });
  });

  test("takes nothing that a client answers by itself for an answer of Redis", async () => {
    const { url, token } = backend.bridge;
    const redis = new Redis({ url, token, signal: AbortSignal.abort() });
    const error: unknown = await storeWith(redis, { prefix })
      .issue(orders)
      .catch((thrown: unknown) => thrown);
    expect(isOutage(error)).toBe(true);
    expect((await store.readSpend(["a"]))[0]).toMatchObject({ heldMicros: 0 });
  });

  test("answers the same through a client with the defaults of @upstash/redis", async () => {
    const other = storeWith(backend.plainClient(), { prefix: backend.newPrefix() });
    await plantCampaigns(other);
    const answers = await writeAll(other);
    expect([answers, await stored(other)]).toEqual([await writeAll(store), await stored(store)]);
  });

  test("sends a script's text once, and again when the server has forgotten it", async () => {
    await store.releaseExpired(1);
    backend.bridge.forget();
    await store.releaseExpired(1);
    await backend.bridge.redis("SCRIPT", "FLUSH");
    await store.releaseExpired(1);
    await store.releaseExpired(1);
    expect(backend.bridge.commands).toEqual(["evalsha", "evalsha", "eval", "evalsha"]);
  });

  test("needs one request for each operation and all its adjustments, and one for each 64 orders or events", async () => {
    await writeAll(store);
    await store.readSpend(["a"]);
    await store.findDeliveries(ids);
    await store.releaseExpired(1);
    await store.listCharges({ from: 0, to: 9e15, limit: 1 });
    const known = Array.from({ length: 130 }, (_, n) => deliveryIdAt(Date.UTC(2026, 2, 5), n));
    const requests = async (call: () => Promise<unknown>): Promise<number> => {
      backend.bridge.forget();
      await call();
      return backend.bridge.commands.length;
    };
    expect([
      await requests(() => store.catalogChanges()),
      await requests(() => store.readSpend(["a", "b"])),
      await requests(() => store.issue(known.slice(0, 64).map((id) => order(id, ["b"])))),
      await requests(() => store.issue(known.map((id) => order(id, ["b"])))),
      await requests(() => store.record(known.slice(0, 64).map(click))),
      await requests(() => store.record(known.map(click))),
      await requests(() => store.adjustCharges(known.map((id) => adjustment(id, id)))),
      await requests(() => store.listCharges({ from: 0, to: 9e15, limit: 512 })),
      await requests(() => store.findDeliveries(known.slice(0, 64))),
      await requests(() => store.releaseExpired(512)),
      await requests(() => store.addCounts([count()])),
    ]).toEqual([1, 1, 1, 3, 1, 3, 1, 1, 1, 1, 1]);
  });

  test("reports the remedy for a wrong token, and repeats nothing of the call", async () => {
    const { url } = backend.bridge;
    const error: unknown = await openUpstash({ url, token: "wrong-token", prefix })
      .issue(orders)
      .catch((thrown: unknown) => thrown);
    expect(isOutage(error)).toBe(true);
    expect(String(error)).toMatch(/check UPSTASH_REDIS_REST_TOKEN/);
    expect(JSON.stringify([String(error), error])).not.toMatch(/wrong-token|user-1|evalsha/);
  });

  test("reports that the server cannot be reached", async () => {
    const error: unknown = await openUpstash({ url: "http://127.0.0.1:1", token: "t" })
      .readCatalog()
      .catch((thrown: unknown) => thrown);
    expect(isOutage(error)).toBe(true);
    expect(String(error)).toMatch(/UPSTASH_REDIS_REST_URL/);
  });

  test("takes a key of another type for a fault of the item, not for an outage, and writes nothing", async () => {
    await backend.bridge.redis("SET", `{${prefix}}:cap:1:a:user-1`, "x");
    const refused: unknown = await store.issue(orders).catch((thrown: unknown) => thrown);
    expect([refused instanceof Error, isOutage(refused)]).toEqual([true, false]);
    expect(await store.findDeliveries(ids)).toEqual([undefined, undefined, undefined]);
    await backend.bridge.redis("DEL", `{${prefix}}:cap:1:a:user-1`);
    await store.issue(orders);
    await backend.bridge.redis("SET", `{${prefix}}:ledger:a`, "x");
    const unpaid: unknown = await store.record(ids.map(click)).catch((thrown: unknown) => thrown);
    expect([unpaid instanceof Error, isOutage(unpaid)]).toEqual([true, false]);
    await backend.bridge.redis("DEL", `{${prefix}}:ledger:a`);
    expect((await store.findDeliveries(ids)).map((one) => one?.clickedAt)).toEqual(Array(3).fill(undefined));
    const { campaigns } = await store.auditLedger();
    expect(campaigns.find(({ campaignId }) => campaignId === "a")).toMatchObject({
      heldMicros: 300,
      daysOutOfBalance: [],
    });
    await store.record(ids.map(click));
    await backend.bridge.redis("RENAME", `{${prefix}}:ledger:a`, `{${prefix}}:away`);
    await backend.bridge.redis("SET", `{${prefix}}:ledger:a`, "x");
    const kept: unknown = await store
      .adjustCharges([adjustment("adj", at(ids, 0))])
      .catch((thrown: unknown) => thrown);
    expect([kept instanceof Error, isOutage(kept)]).toEqual([true, false]);
    await backend.bridge.redis("RENAME", `{${prefix}}:away`, `{${prefix}}:ledger:a`);
    expect(await store.listAdjustments({ from: 0, to: 9e15, limit: 9 })).toEqual([]);
    expect((await store.readSpend(["a"]))[0]).toMatchObject({ spentMicros: 300, usedMicros: 300 });
  });
});

describe("the Upstash rate limiter", () => {
  test("sends a claim once, because Redis may have taken its units already", async () => {
    const limiter = backend.openLimiter(prefix);
    const claim = { key: "somebody", limit: 3, windowMs: 3_600_000, cost: 1 };
    await limiter.take([{ ...claim, key: "warm" }]);
    backend.bridge.behave(() => "lose reply");
    const error: unknown = await limiter.take([claim]).catch((thrown: unknown) => thrown);
    expect(isOutage(error)).toBe(true);
    backend.bridge.behave(() => "answer");
    expect((await limiter.take([claim]))[0]?.remaining).toBe(1);
  });

  test("sends claims of one moment in one request", async () => {
    const limiter = backend.openLimiter(prefix);
    const claim = { key: "somebody", limit: 20, windowMs: 3_600_000, cost: 1 };
    await limiter.take([{ ...claim, key: "warm" }]);
    backend.bridge.forget();
    const decisions = await Promise.all(Array.from({ length: 50 }, () => limiter.take([claim])));
    expect(decisions.flat().map(({ remaining }) => remaining)).toEqual(
      Array.from({ length: 50 }, (_, n) => Math.max(0, 19 - n)),
    );
    expect(backend.bridge.commands).toEqual(["evalsha"]);
  });
});
