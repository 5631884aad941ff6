import { afterAll, beforeAll, expect, test } from "vitest";
import type { CatalogChange } from "../../core/storage/catalog-change.ts";
import type { Store } from "../../core/storage/store.ts";
import { apiKey, campaign } from "../conformance/fixtures.ts";
import { type Backend, startBackend } from "./backend.ts";

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

/** About three megabytes, in parts when they are written and in pages when they are read. */
const many = Array.from({ length: 3_000 }, (_, n) => campaign(`c${n}`, { name: `${n} `.padEnd(900, "x") }));

async function change(store: Store, campaigns: CatalogChange["upserts"]["campaigns"], version?: string) {
  const expectedVersion = version ?? (await store.readCatalog()).version;
  const upserts = { publishers: [], platforms: [], campaigns, creatives: [], topics: [] };
  return store.applyCatalog({ expectedVersion, upserts, removals: [] });
}

test("a large change is applied as a whole, and read back page by page", async () => {
  const prefix = backend.newPrefix();
  const store = backend.openStore({ prefix });
  expect(await change(store, many)).toMatchObject({ outcome: "applied" });
  backend.bridge.forget();
  const { catalog } = await store.readCatalog();
  expect(backend.bridge.commands.length).toBeGreaterThan(3);
  expect(catalog.campaigns).toEqual(many);
  expect(await backend.bridge.redis("KEYS", `{${prefix}}:stage:*`)).toEqual([]);
});

test("a large change of another version leaves nothing but parts that expire", async () => {
  const prefix = backend.newPrefix();
  const store = backend.openStore({ prefix });
  expect(await change(store, many, "another")).toMatchObject({ outcome: "conflict" });
  expect((await store.readCatalog()).catalog.campaigns).toEqual([]);
  const stages = await backend.bridge.redis("KEYS", `{${prefix}}:stage:*`);
  for (const key of Array.isArray(stages) ? stages.map(String) : []) {
    expect(await backend.bridge.redis("PTTL", key)).toBeGreaterThan(0);
  }
});

test("changes during a paged read of the catalogue are read in their last state", async () => {
  const store = backend.openStore({ prefix: backend.newPrefix() });
  await change(store, many);
  const { version } = await store.readCatalog();
  const edited = { ...campaign("c0"), name: "Edited" };
  backend.bridge.behave((n) => (n === 2 ? edit() : "answer"));
  // Between the second page and its answer.
  const edit = async (): Promise<void> => {
    backend.bridge.behave(() => "answer");
    const upserts = { publishers: [], platforms: [], campaigns: [edited], creatives: [], topics: [] };
    const removals = [
      { kind: "campaign", id: "c2999" },
      { kind: "campaign", id: "c1" },
    ] as const;
    await store.applyCatalog({ expectedVersion: version, upserts, removals });
  };
  const { catalog, version: after } = await store.readCatalog();
  expect(after).toBe((await store.readCatalog()).version);
  expect(catalog.campaigns.length).toBe(2_998);
  expect(catalog.campaigns.find(({ id }) => id === "c0")).toEqual(edited);
  expect(catalog.campaigns.some(({ id }) => id === "c1" || id === "c2999")).toBe(false);
});

test("only the last thousand versions are known, and removals that none of them needs are forgotten", async () => {
  const prefix = backend.newPrefix();
  const store = backend.openStore({ prefix });
  await change(store, [campaign("a")]);
  const { version: expectedVersion } = await store.readCatalog();
  const upserts = { publishers: [], platforms: [], campaigns: [], creatives: [], topics: [] };
  await store.applyCatalog({ expectedVersion, upserts, removals: [{ kind: "campaign", id: "a" }] });
  const { version: old } = await store.readCatalog();
  await Promise.all(Array.from({ length: 1_000 }, (_, n) => store.addApiKey(apiKey(`key-${n}`, n))));
  expect(await store.catalogChanges(old)).toMatchObject({ delta: { reload: true } });
  expect(await store.readRemoved([{ kind: "campaign", id: "a" }])).toEqual([
    { kind: "campaign", entity: campaign("a") },
  ]);
  expect(await backend.bridge.redis("ZCARD", `{${prefix}}:versions`)).toBe(1_000);
  expect(await backend.bridge.redis("ZCARD", `{${prefix}}:gone`)).toBe(0);
  expect(await store.listApiKeys()).toHaveLength(1_000);
});
