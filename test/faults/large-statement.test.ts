import process from "node:process";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, expect, test } from "vitest";
import { closeStatement } from "../../core/settlement/close-statement.ts";
import { monthOf } from "../../core/settlement/period.ts";
import { createDeliveryId } from "../../core/signing/delivery-id.ts";
import { systemRandom } from "../../core/signing/random.ts";
import { campaign, choice, order, press } from "../conformance/fixtures.ts";
import { storeCampaigns } from "../setup/store-campaigns.ts";
import { cleanUp, newFile, open } from "../sqlite/temporary.ts";

const batches = 200;
const batchSize = 500;
const charges = batches * batchSize;
const maxGrowth = 8 * 2 ** 20;

afterAll(cleanUp);

setFlagsFromString("--expose-gc");
const collect: unknown = runInNewContext("gc");

function heapUsed(): number {
  return process.memoryUsage().heapUsed;
}

test("a statement of 100,000 charges is closed in a heap that does not grow with them", async () => {
  const store = open(newFile());
  await storeCampaigns(store, campaign("a"));
  const at = Date.now();
  for (let batch = 0; batch < batches; batch += 1) {
    const platformId = `pf_${batch % 20}`;
    const ids = Array.from({ length: batchSize }, () => createDeliveryId(Date.now(), systemRandom));
    await store.issue(
      ids.map((id) => order(id, [choice("a", 101, { publisherMicros: 70 })], { platformId })),
    );
    await store.record(ids.map((id) => press(id)));
  }
  if (typeof collect === "function") collect();
  const before = heapUsed();
  const period = monthOf(new Date(at).toISOString().slice(0, 7), "UTC") ?? expect.fail("no month");
  const outcome = await closeStatement(store, {
    account: { kind: "publisher", id: "publisher-1" },
    period: { ...period, to: Math.max(period.to, Date.now() + 1) },
    name: "A publisher",
    closedBy: "operator",
    now: period.to + 3_600_000,
  });
  // Without a collection: 100,000 charges in memory take more, whether they are kept or not.
  expect(heapUsed() - before).toBeLessThan(maxGrowth);
  expect(outcome).toMatchObject({
    outcome: "closed",
    statement: { total: { charges, chargedMicros: charges * 101, chargedPublisherMicros: charges * 70 } },
  });
  const { advertiserMicros, publisherMicros } = await store.auditLedger();
  expect([advertiserMicros, publisherMicros]).toEqual([charges * 101, charges * 70]);
  await store.close();
});
