import { afterAll, expect, it } from "vitest";
import { openPostgres } from "../../adapters/postgres/mod.ts";
import { createTestClock } from "../conformance/clock.ts";
import { openOverStore } from "../contract/over-store.ts";
import { defineContractSuite } from "../contract/suite.ts";
import { dropSchemas, schemaPrefix, userDatabase } from "./user-database.ts";

const schema = `${schemaPrefix}_contract`;
const clock = createTestClock();

defineContractSuite("the contract on the database given", async () => {
  const store = await openPostgres(userDatabase(), { schema, clock: clock.now, callTimeoutMs: 60_000 });
  await store.migrate();
  return openOverStore({ name: "the database given", store, clock, close: store.close });
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
