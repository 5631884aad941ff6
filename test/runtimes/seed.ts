import type { ApiKeyRecord, Catalog } from "../../core/catalog/entities.ts";
import { planCatalog } from "../../core/planning/plan.ts";
import type { KeyMode } from "../../core/signing/api-key.ts";
import { createApiKey } from "../../core/signing/api-key.ts";
import { systemRandom } from "../../core/signing/random.ts";
import type { Store } from "../../core/storage/store.ts";
import { demoCatalog, demoPublisherId } from "../../runtimes/demo/catalog.ts";

/** The first content of a target's store, as JSON in `HANDBILL_TEST_SEED`. */
export interface Seed {
  readonly catalog: Catalog;
  readonly apiKeys: readonly ApiKeyRecord[];
}

/** A seed with the keys that belong to it in clear. */
export interface DemoSeed {
  readonly seed: Seed;
  readonly liveKey: string;
  readonly testKey: string;
}

/** The demo's catalogue with new keys. */
export function demoSeed(baseUrl: string): DemoSeed {
  const live = newKey("live");
  const test = newKey("test");
  return {
    seed: { catalog: demoCatalog({ baseUrl }), apiKeys: [live.record, test.record] },
    liveKey: live.key,
    testKey: test.key,
  };
}

function newKey(mode: KeyMode): { readonly key: string; readonly record: ApiKeyRecord } {
  const { key, id, hash } = createApiKey(mode, systemRandom);
  return { key, record: { id, publisherId: demoPublisherId, mode, label: mode, hash, createdAt: 0 } };
}

/** Fills an empty store. */
export async function plant(store: Store, seed: Seed): Promise<void> {
  const { version, catalog } = await store.readCatalog();
  const { upserts, removals } = planCatalog(catalog, seed.catalog, { prune: false });
  const { outcome } = await store.applyCatalog({ expectedVersion: version, upserts, removals });
  if (outcome !== "applied") throw new Error(`The seed could not be stored: ${outcome}.`);
  for (const key of seed.apiKeys) await store.addApiKey(key);
}
