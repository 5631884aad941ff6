import { createHandbill } from "../../core/mod.ts";
import { createTestClock } from "../conformance/clock.ts";
import { contractCatalog } from "../contract/catalog.ts";
import { storedKeys } from "../contract/keys.ts";
import { defineContractSuite } from "../contract/suite.ts";
import type { Target } from "../contract/target.ts";
import { baseUrl, secret, toRequest } from "../contract/world.ts";
import { plant } from "../runtimes/seed.ts";
import { startBackend } from "./backend.ts";

/** An installation with Upstash alone: store, catalogue and rate limits. */
defineContractSuite("the contract with Upstash alone", async (): Promise<Target> => {
  const backend = await startBackend();
  const clock = createTestClock();
  const prefix = backend.newPrefix();
  const store = backend.openStore({ prefix, clock: clock.now });
  await plant(store, { catalog: contractCatalog, apiKeys: storedKeys });
  const handbill = createHandbill({
    store,
    limiter: backend.openLimiter(prefix, clock.now),
    clock: clock.now,
    log: () => undefined,
    baseUrl,
    health: true,
    secrets: [secret],
    rateLimits: { adsPerKey: false },
  });
  const url = "http://in-process.example/below";
  return {
    name: "Upstash",
    url,
    linkBase: baseUrl,
    runtime: async () => "node",
    expectedRuntime: "node",
    stop: async () => {
      await handbill.close();
      await backend.close();
    },
    request: (path, init) => handbill.fetch(toRequest(`${url}${path}`, init), {}),
    advance: async (ms) => clock.advance(ms),
    audit: store.auditLedger,
    features: { lettersPerCharacter: 1 },
  };
});
