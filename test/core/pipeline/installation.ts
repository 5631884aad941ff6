import { createMemoryStore, type MemoryStore } from "../../../adapters/memory/mod.ts";
import type { Campaign } from "../../../core/catalog/entities.ts";
import { createHandbill, type Handbill, type HandbillOptions } from "../../../core/handbill.ts";
import type { LogEntry } from "../../../core/log.ts";
import { createApiKey, type NewApiKey } from "../../../core/signing/api-key.ts";
import type { ServingStore } from "../../../core/storage/serving-store.ts";
import { createTestClock, type TestClock } from "../../conformance/clock.ts";
import { apiKey, campaign, creativeVersion, platform, publisher } from "../../conformance/fixtures.ts";
import { seededRandom } from "../seeded.ts";

export const secret = "a signing secret of at least 32 letters";
export const liveKey: NewApiKey = createApiKey("live", seededRandom(1));

/** An installation on the memory store, with one platform, one key and some campaigns. */
export interface Installation {
  readonly handbill: Handbill;
  readonly store: MemoryStore;
  readonly clock: TestClock;
  readonly log: readonly LogEntry[];
}

export async function install(
  options: Partial<HandbillOptions> = {},
  broken: Partial<ServingStore> = {},
  campaigns: readonly Campaign[] = [campaign("c")],
): Promise<Installation> {
  const clock = createTestClock();
  const store = createMemoryStore({ clock: clock.now });
  const { version } = await store.readCatalog();
  await store.applyCatalog({
    expectedVersion: version,
    upserts: {
      publishers: [publisher()],
      platforms: [platform()],
      campaigns,
      creatives: campaigns.map(({ id }) => creativeVersion(id)),
      topics: [],
    },
    removals: [],
  });
  await store.addApiKey(apiKey(liveKey.id, 0, { hash: liveKey.hash }));
  const log: LogEntry[] = [];
  const handbill = createHandbill({
    store: { ...store, ...broken },
    clock: clock.now,
    log: (entry) => log.push(entry),
    baseUrl: "https://ads.example",
    secrets: [secret],
    ...options,
  });
  return { handbill, store, clock, log };
}

/** A POST of a server; `headers` win. */
export function post(path: string, body: object, headers: Readonly<Record<string, string>> = {}): Request {
  return new Request(`https://ads.example${path}`, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json", authorization: `Bearer ${liveKey.key}`, ...headers },
  });
}
