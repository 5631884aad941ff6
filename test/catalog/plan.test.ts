import { describe, expect, test } from "vitest";
import { createMemoryStore } from "../../adapters/memory/mod.ts";
import type { Catalog } from "../../core/catalog/entities.ts";
import { versionCreative } from "../../core/catalog/version.ts";
import { planCatalog } from "../../core/planning/plan.ts";
import { parseCatalog } from "../../core/planning/schema.ts";
import { smallCatalog } from "./small-catalog.ts";

const empty: Catalog = { publishers: [], platforms: [], campaigns: [], creatives: [], topics: [] };

function small(): Catalog {
  const parsed = parseCatalog(smallCatalog());
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
  return parsed.catalog;
}

function shuffled(catalog: Catalog): Catalog {
  return {
    ...catalog,
    campaigns: catalog.campaigns.toReversed(),
    creatives: catalog.creatives
      .toReversed()
      .map((creative) => ({ ...creative, scenes: creative.scenes, bot: creative.bot, id: creative.id })),
  };
}

test("a first plan creates everything, referenced kinds first, by id within a kind", () => {
  const plan = planCatalog(empty, shuffled(small()), { prune: true });
  expect(plan.changes.map(({ action, kind, id }) => `${action} ${kind} ${id}`)).toEqual([
    "create publisher acme",
    "create platform pf_shop",
    "create topic shoes",
    "create campaign house",
    "create campaign spring",
    "create creative spring-bot",
    "create creative spring-quiz",
    "create creative spring-text",
  ]);
});

test("a change names each field that differs, with both values", () => {
  const before = small();
  const campaigns = before.campaigns.map((campaign) =>
    campaign.id === "spring"
      ? {
          ...campaign,
          priceMicros: 3_000,
          dailyBudgetMicros: 9,
          languages: ["en", "de"],
          frequencyCap: undefined,
        }
      : campaign,
  );
  const plan = planCatalog(before, { ...before, campaigns }, { prune: false });
  expect(plan.changes).toHaveLength(1);
  expect(plan.changes[0]).toMatchObject({ kind: "campaign", id: "spring", action: "update" });
  expect(plan.changes[0]?.fields).toHaveLength(4);
  expect(plan.changes[0]?.fields).toEqual(
    expect.arrayContaining([
      { path: "priceMicros", from: 2_000, to: 3_000 },
      { path: "dailyBudgetMicros", from: undefined, to: 9 },
      { path: "languages", from: ["en"], to: ["en", "de"] },
      { path: "frequencyCap", from: { impressions: 3, window: "day" }, to: undefined },
    ]),
  );
  expect(plan.upserts.campaigns.map(({ id }) => id)).toEqual(["spring"]);
});

test("a change deep in a creative is named by its path", () => {
  const before = small();
  const changed: unknown = JSON.parse(
    JSON.stringify(before).replace('"Road or trail?"', '"Street or trail?"'),
  );
  const parsed = parseCatalog(changed);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
  const plan = planCatalog(before, parsed.catalog, { prune: true });
  expect(plan.changes.map(({ id, fields }) => [id, fields])).toEqual([
    ["spring-quiz", [{ path: "scenes[0].blocks[0].text", from: "Road or trail?", to: "Street or trail?" }]],
  ]);
});

test("objects that the document leaves out are removed only with prune, in the opposite order of creation", () => {
  expect(planCatalog(small(), empty, { prune: false }).changes).toEqual([]);
  const plan = planCatalog(small(), empty, { prune: true });
  expect(plan.changes.every(({ action }) => action === "remove")).toBe(true);
  expect(plan.removals.map(({ kind }) => kind)).toEqual([
    "creative",
    "creative",
    "creative",
    "campaign",
    "campaign",
    "topic",
    "platform",
    "publisher",
  ]);
});

describe("on a store", () => {
  test("the second plan of the same document is empty, and nothing is stored twice", async () => {
    const store = createMemoryStore();
    const first = await store.readCatalog();
    const plan = planCatalog(first.catalog, small(), { prune: true });
    const applied = await store.applyCatalog({ expectedVersion: first.version, ...plan });
    expect(applied.outcome).toBe("applied");
    const second = await store.readCatalog();
    expect(planCatalog(second.catalog, shuffled(small()), { prune: true })).toEqual({
      changes: [],
      upserts: { publishers: [], platforms: [], topics: [], campaigns: [], creatives: [] },
      removals: [],
    });
  });

  test("pruning leaves exactly the declared objects", async () => {
    const store = createMemoryStore();
    const first = await store.readCatalog();
    await store.applyCatalog({
      expectedVersion: first.version,
      ...planCatalog(first.catalog, small(), { prune: true }),
    });
    const before = await store.readCatalog();
    const next = { ...empty, publishers: [{ id: "other", name: "Other" }] };
    const plan = planCatalog(before.catalog, next, { prune: true });
    await store.applyCatalog({ expectedVersion: before.version, ...plan });
    expect((await store.readCatalog()).catalog).toEqual(next);
  });
});

describe("the version of a creative", () => {
  const [creative] = small().creatives;
  if (creative === undefined) throw new Error("the small catalogue has creatives");

  test("is 22 characters that the order of its keys and absent fields do not change", () => {
    const { versionId } = versionCreative(creative);
    expect(versionId).toMatch(/^[A-Za-z0-9_-]{22}$/);
    const reordered = { ...Object.fromEntries(Object.entries(creative).toReversed()), bot: undefined };
    expect(versionCreative({ ...creative, ...reordered }).versionId).toBe(versionId);
    expect(versionCreative({ bot: undefined, scenes: creative.scenes, ...creative }).versionId).toBe(
      versionId,
    );
  });

  test("changes with any of its content", () => {
    const { versionId } = versionCreative(creative);
    expect(versionCreative({ ...creative, language: "de" }).versionId).not.toBe(versionId);
    expect(
      versionCreative({ ...creative, scenes: creative.scenes?.toReversed().concat(creative.scenes) })
        .versionId,
    ).not.toBe(versionId);
  });

  test("is the first 16 bytes of a SHA-256 that anyone can recompute", async () => {
    const plain = {
      id: "b",
      campaignId: "c",
      format: "bot" as const,
      language: "en",
      disclosure: { text: "Ad" },
    };
    const text = '{"campaignId":"c","disclosure":{"text":"Ad"},"format":"bot","id":"b","language":"en"}';
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
    expect(versionCreative(plain).versionId).toBe(Buffer.from(digest).subarray(0, 16).toString("base64url"));
  });
});
