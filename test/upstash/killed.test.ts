import { afterEach, expect, test } from "vitest";
import type { Store } from "../../core/storage/store.ts";
import { at } from "../conformance/assert.ts";
import { adjustment, campaign, click, deliveryIdAt, order } from "../conformance/fixtures.ts";
import { type Backend, startBackend } from "./backend.ts";
import type { AppendOnly } from "./start-redis.ts";

let backend: Backend | undefined;
afterEach(async () => {
  await backend?.close();
  backend = undefined;
});

const budget = 30_000;
const id = (n: number): string => deliveryIdAt(Date.UTC(2026, 2, 4), n);

async function open(appendOnly: AppendOnly): Promise<{ readonly backend: Backend; readonly store: Store }> {
  const started = await startBackend(appendOnly);
  backend = started;
  const store = started.openStore();
  await apply(store, "a");
  return { backend: started, store };
}

async function apply(store: Store, campaignId: string): Promise<string> {
  const { version: expectedVersion } = await store.readCatalog();
  const campaigns = [campaign(campaignId, { totalBudgetMicros: budget })];
  const upserts = { publishers: [], platforms: [], campaigns, creatives: [], topics: [] };
  const applied = await store.applyCatalog({ expectedVersion, upserts, removals: [] });
  return applied.outcome === "applied" ? applied.version : "";
}

/** The answers to 300 clients before Redis was killed under them. It runs again. */
interface Confirmed {
  readonly issued: readonly string[];
  readonly charged: readonly string[];
  readonly adjusted: readonly string[];
}

async function killUnderLoad(running: Backend, store: Store): Promise<Confirmed> {
  const [issued, charged, adjusted]: [string[], string[], string[]] = [[], [], []];
  const write = async (n: number): Promise<void> => {
    const [outcome] = await store.issue([order(id(n), ["a"])]);
    if (outcome?.outcome !== "issued") return;
    issued.push(id(n));
    const [event] = await store.record([click(id(n))]);
    if (event?.outcome === "recorded") charged.push(id(n));
    const [correction] = await store.adjustCharges([adjustment(`adj-${n}`, id(n), 30)]);
    if (correction?.outcome === "adjusted") adjusted.push(correction.adjustment.id);
    if (adjusted.length === 100) await running.server.kill9();
  };
  await Promise.allSettled(Array.from({ length: 300 }, (_, n) => write(n)));
  await running.server.restart();
  expect(adjusted.length).toBeGreaterThanOrEqual(100);
  return { issued, charged, adjusted };
}

/** All 300 are sent again, answered or not: each ends at one charge and one adjustment. */
async function expectOneChargeEach(store: Store): Promise<void> {
  const all = Array.from({ length: 300 }, (_, n) => id(n));
  await store.issue(all.map((one) => order(one, ["a"])));
  const again = await store.record(all.map(click));
  expect(again.every(({ outcome }) => outcome === "recorded" || outcome === "duplicate")).toBe(true);
  const adjusted = await store.adjustCharges(all.map((one, n) => adjustment(`adj-${n}`, one, 30)));
  expect(adjusted.every(({ outcome }) => outcome === "adjusted" || outcome === "duplicate")).toBe(true);
  const ledger = await store.auditLedger();
  expect(ledger.campaigns).toEqual([
    {
      campaignId: "a",
      usedMicros: budget,
      spentMicros: budget - 9_000,
      chargedMicros: budget,
      adjustedMicros: 9_000,
      restoredMicros: 0,
      heldMicros: 0,
      openMicros: 0,
      unprovenHeldMicros: 0,
      unprovenOpenMicros: 0,
      charges: 300,
      daysOutOfBalance: [],
    },
  ]);
}

test("with appendfsync always a Redis that is killed under load has everything that it confirmed, and nothing twice", async () => {
  const { backend: running, store } = await open("always");
  const confirmed = await killUnderLoad(running, store);
  expect((await store.findDeliveries(confirmed.issued)).filter((one) => one === undefined)).toEqual([]);
  const paid = await store.findDeliveries(confirmed.charged);
  expect(paid.filter((one) => one?.chargedAt === undefined)).toEqual([]);
  const adjusted = await store.listAdjustments({ from: 0, to: Number.MAX_SAFE_INTEGER, limit: 512 });
  expect(adjusted.map((one) => one.id)).toEqual(expect.arrayContaining([...confirmed.adjusted]));
  await expectOneChargeEach(store);
});

/** With everysec Redis may answer before it writes: while the disk is slow even kill -9 loses what it confirmed. */
test("with appendfsync everysec the books balance after a kill with any loss, and repeated events are charged once", async () => {
  // The catalogue is on the disk before.
  const { backend: running, store } = await open("always");
  await running.bridge.redis("CONFIG", "SET", "appendfsync", "everysec");
  await killUnderLoad(running, store);
  for (const { usedMicros, chargedMicros, heldMicros, openMicros, daysOutOfBalance } of (
    await store.auditLedger()
  ).campaigns) {
    expect([usedMicros, heldMicros, daysOutOfBalance]).toEqual([chargedMicros, openMicros, []]);
  }
  await expectOneChargeEach(store);
});

test("after a fail-over to older data the last charges are gone, the books balance, and catalogues are read anew", async () => {
  const { backend: running, store } = await open("no");
  const version = await apply(store, "b");
  await store.issue([order(id(1), ["a"]), order(id(2), ["a"])]);
  await store.record([click(id(1))]);
  await running.bridge.redis("SAVE");
  await store.record([click(id(2))]);
  await store.issue([order(id(3), ["a"])]);
  const lost = await apply(store, "c");
  await running.server.kill9();
  await running.server.restart();

  expect((await store.findDeliveries([id(3)]))[0]).toBeUndefined();
  expect((await store.record([click(id(3))]))[0]).toEqual({ outcome: "unknown" });
  expect(at(await store.record([click(id(2))]), 0)).toMatchObject({ outcome: "recorded", charged: true });
  const { campaigns } = await store.auditLedger();
  expect(campaigns.find(({ campaignId }) => campaignId === "a")).toMatchObject({
    spentMicros: 200,
    chargedMicros: 200,
    heldMicros: 0,
    openMicros: 0,
    daysOutOfBalance: [],
  });
  // As many changes as were lost, so that only the versions' nonces tell them apart.
  const next = await apply(store, "d");
  expect(next).not.toBe(lost);
  expect(await store.catalogChanges(lost)).toMatchObject({ delta: { reload: true, version: next } });
  expect(await store.catalogChanges(version)).toMatchObject({
    delta: { reload: false, campaigns: [{ id: "d" }] },
  });
});
