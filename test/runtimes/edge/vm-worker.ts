import { createMemoryStore } from "../../../adapters/memory/mod.ts";
import { createMetrics } from "../../../core/mod.ts";
import { systemClock } from "../../../core/timing/clock.ts";
import { createEdgeHandbill } from "../../../runtimes/edge/mod.ts";
import { contractCatalog } from "../../contract/catalog.ts";
import { storedKeys } from "../../contract/keys.ts";
import { baseUrl, secret } from "../../contract/world.ts";
import { plant, type Seed } from "../seed.ts";

/** A worker with the contract's catalogue for a runtime without sockets. The test calls its members from outside. */
let aheadMs = 0;
const clock = (): number => systemClock() + aheadMs;
const store = createMemoryStore({ clock });
const seed: Seed = { catalog: contractCatalog, apiKeys: storedKeys };
const planted = plant(store, seed);
const handbill = createEdgeHandbill({
  openStore: async () => {
    await planted;
    return store;
  },
  clock,
  metrics: createMetrics(),
  log: () => {},
  baseUrl,
  secrets: [secret],
  health: true,
  rateLimits: { adsPerKey: false },
  trafficRules: { unprovenHolds: false },
});

Object.assign(globalThis, {
  answer: (request: Request) => handbill.fetch(request),
  advance: (ms: number) => {
    aheadMs += ms;
  },
  audit: async () => JSON.stringify(await store.auditLedger()),
});
