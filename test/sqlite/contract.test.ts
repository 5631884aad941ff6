import { createMemoryRateLimiter } from "../../adapters/memory/mod.ts";
import { openSqlite } from "../../adapters/sqlite/mod.ts";
import { createHandbill } from "../../core/mod.ts";
import { createTestClock } from "../conformance/clock.ts";
import { contractCatalog } from "../contract/catalog.ts";
import { storedKeys } from "../contract/keys.ts";
import { defineContractSuite } from "../contract/suite.ts";
import type { Target } from "../contract/target.ts";
import { baseUrl, secret, toRequest } from "../contract/world.ts";
import { plant } from "../runtimes/seed.ts";
import { cleanUp, newFile } from "./temporary.ts";

/** An installation of one process: its data in a file, its rate limits in its memory. */
defineContractSuite("the contract on SQLite", async (): Promise<Target> => {
  const clock = createTestClock();
  const store = openSqlite({ file: newFile(), clock: clock.now });
  await plant(store, { catalog: contractCatalog, apiKeys: storedKeys });
  const handbill = createHandbill({
    store,
    limiter: createMemoryRateLimiter({ clock: clock.now }),
    clock: clock.now,
    log: () => undefined,
    baseUrl,
    health: true,
    secrets: [secret],
    rateLimits: { adsPerKey: false },
  });
  const url = "http://in-process.example/below";
  return {
    name: "SQLite",
    url,
    linkBase: baseUrl,
    runtime: async () => "node",
    expectedRuntime: "node",
    stop: async () => {
      await handbill.close();
      await store.close();
      await cleanUp();
    },
    request: (path, init) => handbill.fetch(toRequest(`${url}${path}`, init), {}),
    advance: async (ms) => clock.advance(ms),
    audit: store.auditLedger,
    features: { lettersPerCharacter: 1 },
  };
});
