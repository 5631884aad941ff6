import { createMemoryRateLimiter } from "../../adapters/memory/mod.ts";
import { createHandbill } from "../../core/mod.ts";
import type { RateLimiter } from "../../core/ratelimit/rate-limiter.ts";
import type { Store } from "../../core/storage/store.ts";
import type { TestClock } from "../conformance/clock.ts";
import { plant } from "../runtimes/seed.ts";
import { contractCatalog } from "./catalog.ts";
import { storedKeys } from "./keys.ts";
import type { Target } from "./target.ts";
import { baseUrl, secret, toRequest } from "./world.ts";

/** What stands behind a target that {@link openOverStore} opens. */
export interface OverStoreOptions {
  readonly name: string;
  /** Empty and migrated. It and the limiter follow the clock. */
  readonly store: Store;
  readonly clock: TestClock;
  /** In memory unless given. */
  readonly limiter?: RateLimiter | undefined;
  /** Called after the handbill was closed. */
  readonly close: () => Promise<unknown>;
}

/** A handbill in this process over a store that is not the memory store. */
export async function openOverStore(options: OverStoreOptions): Promise<Target> {
  const { name, store, clock } = options;
  await plant(store, { catalog: contractCatalog, apiKeys: storedKeys });
  const handbill = createHandbill({
    store,
    limiter: options.limiter ?? createMemoryRateLimiter({ clock: clock.now }),
    clock: clock.now,
    log: () => undefined,
    baseUrl,
    health: true,
    secrets: [secret],
    rateLimits: { adsPerKey: false },
  });
  const url = "http://in-process.example/below";
  return {
    name,
    url,
    linkBase: baseUrl,
    runtime: async () => "node",
    expectedRuntime: "node",
    stop: async () => {
      await handbill.close();
      await options.close();
    },
    request: (path, init) => handbill.fetch(toRequest(`${url}${path}`, init), {}),
    advance: async (ms) => clock.advance(ms),
    audit: store.auditLedger,
    features: { lettersPerCharacter: 1 },
  };
}
