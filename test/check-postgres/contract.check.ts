import { afterAll, expect, it } from "vitest";
import { createMemoryRateLimiter } from "../../adapters/memory/mod.ts";
import { openPostgres } from "../../adapters/postgres/mod.ts";
import { createHandbill } from "../../core/mod.ts";
import { createTestClock } from "../conformance/clock.ts";
import { contractCatalog } from "../contract/catalog.ts";
import { storedKeys } from "../contract/keys.ts";
import { defineContractSuite } from "../contract/suite.ts";
import type { Target } from "../contract/target.ts";
import { baseUrl, secret, toRequest } from "../contract/world.ts";
import { plant } from "../runtimes/seed.ts";
import { dropSchemas, schemaPrefix, userDatabase } from "./user-database.ts";

const schema = `${schemaPrefix}_contract`;
const clock = createTestClock();

defineContractSuite("the contract on the database given", async (): Promise<Target> => {
  const store = await openPostgres(userDatabase(), { schema, clock: clock.now, callTimeoutMs: 60_000 });
  await store.migrate();
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
    name: "the database given",
    url,
    linkBase: baseUrl,
    runtime: async () => "node",
    expectedRuntime: "node",
    stop: async () => {
      await handbill.close();
      await store.close();
    },
    request: (path, init) => handbill.fetch(toRequest(`${url}${path}`, init), {}),
    advance: async (ms) => clock.advance(ms),
    audit: store.auditLedger,
    features: { lettersPerCharacter: 1 },
  };
});

it("the ledger of all these cases is in balance", async () => {
  const store = await openPostgres(userDatabase(), { schema, clock: clock.now, callTimeoutMs: 60_000 });
  const { campaigns } = await store.auditLedger();
  await store.close();
  expect(campaigns.length).toBeGreaterThan(0);
  for (const line of campaigns) {
    expect(line).toMatchObject({
      usedMicros: line.chargedMicros - line.restoredMicros,
      spentMicros: line.chargedMicros - line.adjustedMicros,
      heldMicros: line.openMicros,
      daysOutOfBalance: [],
    });
  }
});

afterAll(() => dropSchemas(userDatabase()));
