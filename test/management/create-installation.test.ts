import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, expectTypeOf, it } from "vitest";
import { createMemoryStore } from "../../adapters/memory/mod.ts";
import { newDefaultNotice } from "../../core/management/currency.ts";
import {
  type CatalogDocument,
  CatalogRefused,
  createInstallation,
  type Installation,
  type InstallationOptions,
} from "../../core/management/mod.ts";
import type { Store } from "../../core/storage/store.ts";
import { createServerClient } from "../../runtimes/server-client/mod.ts";
import { root } from "../packaging/commands.ts";
import { operatorToken, secret } from "./installation.ts";

const baseUrl = "https://ads.example";
const user = { stable_user_id: "user-17" };

/** Every field without a default. */
const required = {
  publishers: [{ id: "acme", name: "Acme" }],
  platforms: [{ id: "pf_acme", publisherId: "acme", name: "Acme's chat", revenueShareBps: 7_000 }],
  topics: [{ id: "shoes", name: "Shoes" }],
  campaigns: [{ id: "soles", advertiser: "Fleet", name: "Soles", priceMicros: 0 }],
  creatives: [
    {
      id: "soles-en",
      campaignId: "soles",
      format: "text",
      language: "en",
      disclosure: { text: "Ad by Fleet" },
    },
  ],
} as const satisfies CatalogDocument;

const billed: CatalogDocument = {
  publishers: required.publishers,
  platforms: required.platforms,
  topics: [{ ...required.topics[0], phrases: { en: ["running shoes"] } }],
  campaigns: [{ ...required.campaigns[0], priceMicros: 2_000, totalBudgetMicros: 5_000_000 }],
  creatives: [
    { ...required.creatives[0], scenes: [{ id: "only", blocks: [{ kind: "text", text: "Soft soles." }] }] },
  ],
};

let now: number;
let logged: string[];
let closed: number;

beforeEach(() => {
  now = Date.parse("2026-03-10T12:00:00Z");
  logged = [];
  closed = 0;
});

function closes(): void {
  closed += 1;
}

function create(options: Partial<InstallationOptions> = {}): Installation {
  const clock = (): number => now;
  const store = createMemoryStore({ clock });
  return createInstallation({
    store: { ...store, close: async () => closes() },
    clock,
    baseUrl,
    secrets: [secret],
    operatorTokens: [operatorToken],
    log: ({ message }) => void logged.push(message),
    ...options,
  });
}

async function refusalOf(work: Promise<unknown>): Promise<CatalogRefused> {
  const error: unknown = await work.catch((reason: unknown) => reason);
  if (error instanceof CatalogRefused) return error;
  throw new Error(`No refusal: ${String(error)}`);
}

describe("an installation", () => {
  it("bills a view of an applied ad and reports it at once", async () => {
    const installation = create();
    expect(await installation.store.migrate()).toEqual([]);
    const { outcome, changes } = await installation.catalog.apply(billed);
    expect([outcome, changes.length]).toEqual(["applied", 5]);
    const { key: apiKey, publisherId } = await installation.keys.create();
    expect([apiKey, publisherId]).toEqual([expect.stringMatching(/^hb_live_/), "acme"]);
    const fetchAds: typeof fetch = (input, init) => installation.fetch(new Request(input, init));
    const ads = createServerClient({ baseUrl, apiKey, platformId: "pf_acme", fetch: fetchAds });
    const ad = await ads.requestAd(user, { context: { question: "Which running shoes?" } });
    now += 1_000;
    if (ad !== null) await ads.confirmView(user, ad);
    const { lines, currency } = await installation.reports.read({ by: "campaign" });
    expect(currency).toBe("USD");
    expect(lines).toEqual([
      expect.objectContaining({ campaign: "", requests: 1 }),
      expect.objectContaining({ campaign: "soles", issued: 1, seen: 1, charges: 1, spendMicros: 2_000 }),
    ]);
    const audit = await installation.ledger.audit();
    expect([audit.advertiserMicros, audit.publisherMicros]).toEqual([2_000, 1_400]);
    await installation.maintain();
  });

  it("stores the currency with the first price, so that no later setting relabels what was billed", async () => {
    const { store, catalog } = create();
    await catalog.apply({ publishers: billed.publishers ?? [] });
    await catalog.apply(billed, { plan: true });
    expect([await store.firstValue("currency"), logged]).toEqual([undefined, []]);
    await catalog.apply(billed);
    expect([await store.firstValue("currency"), logged]).toEqual(["USD", [newDefaultNotice]]);
    const yen = create({ store, currency: "JPY" });
    expect((await refusalOf(yen.catalog.apply(billed))).reason).toBe("other_currency");
    await expect(yen.reports.read()).rejects.toThrow("all stored amounts are in USD");
  });

  it("stores the currency before it serves, and with its maintenance where it is mounted", async () => {
    const served = create();
    await served.handbill.warmUp();
    expect(await served.store.firstValue("currency")).toBe("USD");
    const mounted = create({ currency: "JPY" });
    await mounted.maintain();
    expect(await mounted.store.firstValue("currency")).toBe("JPY");
  });

  it("starts while its database is away", async () => {
    const store: Store = { ...createMemoryStore(), firstValue: () => Promise.reject(new Error("away")) };
    await create({ store }).handbill.warmUp();
  });

  it("serves ads and the management API in one handler, by `fetch` and by `answer`", async () => {
    const headers = { authorization: `Bearer ${operatorToken}`, host: "ads.example" };
    const { handbill, fetch, catalog } = create();
    await catalog.apply(billed);
    const catalogUrl = `${baseUrl}/api/v1/manage/catalog`;
    const read = await fetch(new Request(catalogUrl, { headers }));
    expect((await read.json()).publishers).toEqual([{ id: "acme", name: "Acme" }]);
    expect(handbill.handles("/api/v1/manage/catalog")).toBe(true);
    expect(handbill.handles("/api/v1/web/ads")).toBe(true);
    expect((await fetch(new Request(`${baseUrl}/api/v1/web/ads`))).status).toBe(405);
    const ads = create({ management: false }).handbill;
    expect((await ads.fetch(new Request(catalogUrl, { headers }))).status).toBe(404);
  });

  it("plans, applies once and prunes, and the audit trail names the program", async () => {
    const { catalog, fetch } = create({ actor: "importer" });
    expect((await catalog.apply(billed, { plan: true })).outcome).toBe("planned");
    expect((await catalog.apply(billed)).outcome).toBe("applied");
    expect(await catalog.apply(billed)).toEqual({ outcome: "unchanged", changes: [] });
    const pruned = await catalog.apply({ publishers: [{ id: "acme", name: "Acme" }] }, { prune: true });
    expect(pruned.changes.map(({ action, kind }) => `${action} ${kind}`)).toEqual(
      ["creative", "campaign", "topic", "platform"].map((kind) => `remove ${kind}`),
    );
    const headers = { authorization: `Bearer ${operatorToken}` };
    const trail = await (await fetch(new Request(`${baseUrl}/api/v1/manage/audit`, { headers }))).json();
    expect(new Set(trail.items.map(({ actor }: { actor: string }) => actor))).toEqual(new Set(["importer"]));
  });

  it("refuses a document with every mistake in the message, and applies nothing", async () => {
    const { catalog } = create();
    const wrong: CatalogDocument = {
      publishers: [{ id: "acme", name: "" }],
      platforms: [{ ...required.platforms[0], allowedOrigins: ["https://*.co.uk"] }],
    };
    const refused = await refusalOf(catalog.apply(wrong));
    expect(refused.reason).toBe("invalid");
    expect(refused.issues.map(({ path }) => path)).toEqual([
      "platforms[0].allowedOrigins[0]",
      "publishers[0].name",
    ]);
    for (const { path, message } of refused.issues) expect(refused.message).toContain(`${path}: ${message}`);
    expect((await catalog.apply(billed)).changes[0]).toMatchObject({ action: "create", id: "acme" });
  });

  it("refuses a budget below what is spent, and another currency", async () => {
    const store = createMemoryStore({ clock: () => now });
    const installation = create({ store, currency: "EUR" });
    await installation.catalog.apply(billed);
    const { key: apiKey } = await installation.keys.create({
      publisherId: "acme",
      mode: "live",
      label: "Chat",
    });
    const fetchAds: typeof fetch = (input, init) => installation.fetch(new Request(input, init));
    const ads = createServerClient({ baseUrl, apiKey, platformId: "pf_acme", fetch: fetchAds });
    await ads.requestAd(user);
    const less = { ...required.campaigns[0], priceMicros: 2_000, totalBudgetMicros: 1_999 };
    const refused = await refusalOf(installation.catalog.apply({ campaigns: [less] }));
    expect([refused.reason, refused.issues]).toEqual(["budget_below_floor", []]);
    expect(refused.message).toContain("soles: totalBudgetMicros must be at least 2000");
    const elsewhere = create({ store, currency: "USD" });
    const renamed = { publishers: [{ id: "acme", name: "Acme Apps" }] };
    expect((await refusalOf(elsewhere.catalog.apply(renamed))).reason).toBe("other_currency");
    await expect(elsewhere.reports.read()).rejects.toThrow("are in EUR");
  });

  it("creates a key for a known publisher only, and names those that exist", async () => {
    const { catalog, keys } = create();
    await expect(keys.create()).rejects.toThrow("apply a catalogue first");
    await catalog.apply({ publishers: [...required.publishers, { id: "birch", name: "Birch" }] });
    await expect(keys.create()).rejects.toThrow(RangeError);
    await expect(keys.create({ publisherId: "cedar" })).rejects.toThrow("one of acme, birch.");
    await expect(keys.create({ publisherId: "birch", label: "\n" })).rejects.toThrow("label: ");
    expect(await keys.create({ publisherId: "birch", mode: "manage" })).toMatchObject({
      key: expect.stringMatching(/^hb_manage_/),
      publisherId: "birch",
    });
  });

  it("refuses a report of unknown dimensions and days", async () => {
    const { reports } = create();
    await expect(reports.read({ by: "weather" })).rejects.toThrow(RangeError);
    await expect(reports.read({ from: "tomorrow" })).rejects.toThrow("from: ");
    await expect(reports.read({ from: "2026-03-02", to: "2026-03-01" })).rejects.toThrow("before from");
  });

  it("without its settings answers 503, and its functions name each missing one", async () => {
    const { fetch, catalog } = create({ secrets: undefined, baseUrl: undefined });
    expect((await fetch(new Request(`${baseUrl}/api/v1/web/ads`, { method: "POST" }))).status).toBe(503);
    await expect(catalog.apply(billed)).rejects.toThrow(/HANDBILL_BASE_URL.*HANDBILL_SECRET/);
  });

  it("closes its store, also when writes are unknown", async () => {
    await create().close();
    expect(closed).toBe(1);
    const store = createMemoryStore();
    const issued = Promise.withResolvers<void>();
    const issue: typeof store.issue = () => {
      issued.resolve();
      return new Promise(() => {});
    };
    const failing = createInstallation({
      store: { ...store, issue, close: async () => closes() },
      baseUrl,
      secrets: [secret],
      log: () => {},
    });
    await failing.catalog.apply(billed);
    const { key } = await failing.keys.create();
    const asked = failing.fetch(
      new Request(`${baseUrl}/api/v1/web/ads`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: JSON.stringify({ platform_id: "pf_acme", ...user }),
      }),
    );
    await issued.promise;
    await expect(failing.close(1)).rejects.toThrow("Their outcome is unknown");
    expect([(await asked).status, closed]).toEqual([503, 2]);
  });
});

describe("the type of a document", () => {
  it("requires the fields that the JSON Schema requires", () => {
    const { $defs } = JSON.parse(readFileSync(join(root, "core/catalog/catalog.schema.json"), "utf8"));
    const [publisher, platform, topic, campaign, creative] = Object.values(required).map(
      ([entity]) => entity,
    );
    for (const [kind, entity] of Object.entries({ publisher, platform, topic, campaign, creative })) {
      expect(Object.keys(entity ?? {}), kind).toEqual($defs[kind].required);
    }
  });

  it("knows no model, and no field that is misspelt", () => {
    type TopicOf = NonNullable<CatalogDocument["topics"]>[number];
    expectTypeOf<TopicOf>().not.toHaveProperty("trained");
    expectTypeOf<{ publisher: [] }>().not.toExtend<CatalogDocument>();
    expectTypeOf<CatalogDocument>().toHaveProperty("creatives");
  });
});
