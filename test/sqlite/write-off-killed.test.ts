import { spawn } from "node:child_process";
import process from "node:process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import { runWriteOff, type WriteOff } from "../../core/settlement/write-off.ts";
import { type ChargePlace, joinPieces } from "../../core/settlement/write-off-sums.ts";
import { createDeliveryId } from "../../core/signing/delivery-id.ts";
import { systemRandom } from "../../core/signing/random.ts";
import { campaign, choice, order, press } from "../conformance/fixtures.ts";
import { storeCampaigns } from "../setup/store-campaigns.ts";
import { cleanUp, newFile, open } from "./temporary.ts";

const child = fileURLToPath(new URL("child.ts", import.meta.url));
const batches = 40;
const batchSize = 500;
const charges = batches * batchSize;

afterEach(cleanUp);

test("a write-off of 20,000 charges that a kill -9 interrupts is completed by its repetition", async () => {
  const file = newFile();
  const filling = open(file);
  await storeCampaigns(filling, campaign("a"));
  for (let batch = 0; batch < batches; batch += 1) {
    const ids = Array.from({ length: batchSize }, () => createDeliveryId(Date.now(), systemRandom));
    await filling.issue(ids.map((id) => order(id, [choice("a", 100, { publisherMicros: 70 })])));
    await filling.record(ids.map((id) => press(id)));
  }
  await filling.close();
  const to = Date.now() + 1;

  const stopped = spawn(process.execPath, [child, "write-off", file, String(to)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = new Promise((resolve) => stopped.once("exit", (_, signal) => resolve(signal)));
  let pieces = 0;
  for await (const _ of createInterface({ input: stopped.stdout })) {
    pieces += 1;
    if (pieces === 5) stopped.kill("SIGKILL");
  }
  expect(await exited).toBe("SIGKILL");

  const store = open(file);
  const { adjustedMicros: before = 0 } = (await store.auditLedger()).campaigns[0] ?? {};
  expect(before).toBeGreaterThan(0);
  expect(before).toBeLessThan(charges * 100);
  const done = await repeat(store, to);
  expect(done).toMatchObject({ matched: charges, adjustments: charges, micros: charges * 100, settled: 0 });
  expect(done.repeated).toBe(before / 100);
  const audit = await store.auditLedger();
  expect([audit.advertiserMicros, audit.publisherMicros, audit.operatorMicros]).toEqual([0, 0, 0]);
  expect(audit.campaigns).toMatchObject([
    { usedMicros: charges * 100, spentMicros: 0, daysOutOfBalance: [] },
  ]);
  expect(await repeat(store, to)).toMatchObject({ adjustments: charges, repeated: charges });
  await store.close();
});

async function repeat(store: ReturnType<typeof open>, to: number): Promise<ReturnType<typeof joinPieces>> {
  let sums = joinPieces([]);
  for (let after: ChargePlace | null | undefined; after !== null; after = sums.next) {
    const limits = { maxCharges: 5_000, maxMs: 60_000, clock: Date.now, after };
    const call = await runWriteOff(store, writeOff(to), limits);
    if ("conflict" in call) throw new Error(call.conflict);
    sums = joinPieces([sums, call]);
  }
  return sums;
}

function writeOff(to: number): WriteOff {
  const words = { reason: "Views of a bot", actor: "operator" };
  return { operation: "interrupted", selection: { from: 0, to }, restoresBudget: false, ...words };
}
