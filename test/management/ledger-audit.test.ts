import { beforeEach, expect, test } from "vitest";
import { StoreDataError } from "../../adapters/kit/errors.ts";
import { createMemoryStore, type MemoryStore } from "../../adapters/memory/mod.ts";
import type { LogEntry } from "../../core/log.ts";
import { createCatalogView } from "../../core/management/catalog-view.ts";
import { createHourlyAudit, type HourlyAudit } from "../../core/management/hourly-audit.ts";
import { balanceOf } from "../../core/management/ledger-balance.ts";
import { createDeliveryId } from "../../core/signing/delivery-id.ts";
import { systemRandom } from "../../core/signing/random.ts";
import { amountTooLarge } from "../../core/storage/amount-too-large.ts";
import { createTestClock } from "../conformance/clock.ts";
import {
  adjustment,
  campaign,
  choice,
  deliveryIdAt,
  order,
  platform,
  press,
  publisher,
} from "../conformance/fixtures.ts";
import { install } from "./installation.ts";
import { storeKinds } from "./stores.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const clock = createTestClock();
let store: MemoryStore;
let logged: LogEntry[];
/** The first instants of the days whose charges were read. */
let read: number[];

beforeEach(async () => {
  clock.set(Date.parse("2026-03-10T12:00:00Z"));
  [logged, read] = [[], []];
  store = createMemoryStore({ clock: clock.now });
  const { version } = await store.readCatalog();
  const upserts = {
    publishers: [publisher()],
    platforms: [platform()],
    campaigns: [campaign("a"), campaign("b")],
    creatives: [],
    topics: [],
  };
  await store.applyCatalog({ expectedVersion: version, upserts, removals: [] });
  for (let day = 0; day < 3; day += 1) {
    await charge("a", day);
    clock.advance(dayMs);
  }
});

let charged = 0;
async function charge(campaignId: string, price: number): Promise<string> {
  charged += 1;
  const id = deliveryIdAt(clock.now(), charged);
  await store.issue([order(id, [choice(campaignId, price + 100)])]);
  await store.record([press(id)]);
  return id;
}

function auditOf(on: Partial<MemoryStore> = {}, msPerCall = 0): HourlyAudit {
  let elapsed = 0;
  const watched = {
    ...store,
    readCharges: (query: Parameters<MemoryStore["readCharges"]>[0]) => {
      read.push(query.from);
      return store.readCharges(query);
    },
    ...on,
  };
  return createHourlyAudit({
    store: watched,
    readView: createCatalogView(store),
    clock: clock.now,
    random: systemRandom,
    log: (entry) => void logged.push(entry),
    stopwatch: () => (elapsed += msPerCall),
  });
}

test("the hourly audit adds the charges of closed days up once, and says the sums", async () => {
  const audit = auditOf();
  expect(audit.last()).toBeUndefined();
  await audit.run();
  expect(audit.last()).toMatchObject({ isBalanced: true, charges: 3, advertiserMicros: 303, campaigns: 2 });
  expect(read).toHaveLength(4);
  const id = await charge("b", 0);
  await store.adjustCharges([
    { id: "adj", deliveryId: id, micros: 40, restoresBudget: true, reason: "A test", actor: "test" },
  ]);
  clock.advance(hourMs);
  await audit.run();
  expect(audit.last()).toMatchObject({ isBalanced: true, charges: 4, advertiserMicros: 363 });
  // Only the day that is not over.
  expect(read).toHaveLength(5);
  expect(logged).toEqual([]);
});

test("of many instances one audits in an hour", async () => {
  const audits = Array.from({ length: 5 }, () => auditOf());
  const held = (): number => audits.filter((audit) => audit.last() !== undefined).length;
  for (let round = 0; round < 3; round += 1) await Promise.all(audits.map((audit) => audit.run()));
  expect(held()).toBe(1);
  expect(read).toHaveLength(4);
  clock.advance(hourMs);
  await Promise.all(audits.map((audit) => audit.run()));
  expect(held()).toBeLessThanOrEqual(2);
});

test("an audit of many days runs in pieces, and a piece that fails is done again", async () => {
  let isAway = false;
  const readCharges = (query: Parameters<MemoryStore["readCharges"]>[0]) => {
    if (isAway) return Promise.reject(new Error("The store is away."));
    read.push(query.from);
    return store.readCharges(query);
  };
  const audit = auditOf({ readCharges }, 1_000);
  await audit.run();
  expect([audit.last(), read.length]).toEqual([undefined, 1]);
  isAway = true;
  await expect(audit.run()).rejects.toThrow("The store is away.");
  isAway = false;
  await audit.run();
  await audit.run();
  expect(audit.last()).toMatchObject({ isBalanced: true, charges: 3 });
  expect(read.map((from) => (from - (read[0] ?? 0)) / dayMs)).toEqual([0, 1, 2, 3]);
});

test("holds are compared, too, in the audit of one moment that follows", async () => {
  const auditLedger: MemoryStore["auditLedger"] = async () => {
    const audit = await store.auditLedger();
    return { ...audit, campaigns: audit.campaigns.map((one) => ({ ...one, heldMicros: 1 })) };
  };
  const audit = auditOf({ auditLedger });
  await audit.run();
  expect(audit.last()).toMatchObject({ isBalanced: false, advertiserMicros: 303, heldMicros: 2 });
  expect(logged).toEqual([expect.objectContaining({ level: "error", code: "ledger-out-of-balance" })]);
});

test("no audit of one moment follows for more than 250,000 charges", async () => {
  let wholes = 0;
  const auditLedger: MemoryStore["auditLedger"] = () => {
    wholes += 1;
    return store.auditLedger();
  };
  let factor = 83_333;
  const readCharges: MemoryStore["readCharges"] = async (query) =>
    (await store.readCharges(query)).map((total) => ({ ...total, charges: total.charges * factor }));
  await store.issue([order(deliveryIdAt(clock.now(), 1_000), [choice("a", 70)])]);
  const few = auditOf({ readCharges, auditLedger });
  await few.run();
  expect([few.last()?.charges, wholes]).toEqual([3, 1]);
  clock.advance(hourMs);
  factor = 83_334;
  const many = auditOf({ readCharges, auditLedger });
  await many.run();
  expect(many.last()).toMatchObject({ isBalanced: true, charges: 250_002, heldMicros: 70 });
  expect(wholes).toBe(1);
});

test("a spent amount without its charge is logged as an error, with a code", async () => {
  const readSpend: MemoryStore["readSpend"] = async (ids) =>
    (await store.readSpend(ids)).map((one) => one && { ...one, spentMicros: one.spentMicros + 1 });
  const auditLedger: MemoryStore["auditLedger"] = async () => {
    const audit = await store.auditLedger();
    return {
      ...audit,
      campaigns: audit.campaigns.map((one) => ({ ...one, spentMicros: one.spentMicros + 1 })),
    };
  };
  const audit = auditOf({ readSpend, auditLedger });
  await audit.run();
  expect(audit.last()).toMatchObject({ isBalanced: false });
  expect(audit.last()?.differences).toContainEqual({
    campaignId: "a",
    field: "spentMicros",
    storedMicros: 304,
    ledgerMicros: 303,
    days: [],
  });
  expect(logged).toEqual([expect.objectContaining({ level: "error", code: "ledger-out-of-balance" })]);
});

test("charges and adjustments that arrive during the audit raise no alarm", async () => {
  let calls = 0;
  const readSpend: MemoryStore["readSpend"] = async (ids) => {
    const found = await store.readSpend(ids);
    calls += 1;
    const id = await charge("a", 0);
    if (calls % 2 === 0) {
      const all = { deliveryId: id, restoresBudget: false, reason: "A test", actor: "test" };
      await store.adjustCharges([{ id: `adj-${calls}`, ...all }]);
    }
    return found;
  };
  const audit = auditOf({ readSpend });
  for (let hour = 0; hour < 3; hour += 1) {
    await audit.run();
    expect(audit.last()).toMatchObject({ isBalanced: true });
    clock.advance(hourMs);
  }
  expect(logged).toEqual([]);
});

test("the operator's audit names each amount that differs, and maintenance audits by itself", async () => {
  const place = await install();
  expect((await place.call("operator", "GET", "/ledger/audit")).json).toMatchObject({
    isBalanced: true,
    differences: [],
  });
  expect(place.management.lastAudit()).toBeUndefined();
  await place.management.maintain();
  expect(place.management.lastAudit()).toMatchObject({ isBalanced: true });
  const { auditLedger } = place.store;
  Object.assign(place.store, {
    auditLedger: async () => {
      const audit = await auditLedger();
      const [first] = audit.campaigns;
      return { ...audit, campaigns: [{ ...first, heldMicros: 5, daysOutOfBalance: ["2026-03-10"] }] };
    },
  });
  const { json } = await place.call("operator", "GET", "/ledger/audit");
  expect(json["isBalanced"]).toBe(false);
  expect(json["differences"]).toEqual([
    expect.objectContaining({ field: "heldMicros", storedMicros: 5, ledgerMicros: 0 }),
    expect.objectContaining({ field: "days", days: ["2026-03-10"] }),
  ]);
});

test.each(storeKinds)("the hourly audit and the operator's agree on $name", async ({ open }) => {
  const opened = await open();
  try {
    const place = await install({ store: opened.store });
    for (let n = 0; n < 3; n += 1) {
      const id = createDeliveryId(Date.now(), systemRandom);
      const own = { platformId: "pf_north", publisherId: "north" };
      await opened.store.issue([{ ...order(id, [choice("roaster-coffee", 100)]), ...own }]);
      if (n > 0) await opened.store.record([press(id)]);
    }
    await place.management.maintain();
    const { json } = await place.call("operator", "GET", "/ledger/audit");
    expect(json).toMatchObject({ isBalanced: true, charges: 2, advertiserMicros: 200 });
    expect(place.management.lastAudit()).toEqual({ ...json, at: expect.any(String) });
  } finally {
    await opened.close();
  }
});

test("a campaign whose charges pass 2^53 - 1, because they were made good, is in balance", async () => {
  const priceMicros = 3_000_000_000_000_001;
  for (let n = 0; n < 4; n += 1) {
    const id = await charge("b", priceMicros + 2 * n);
    if (n < 3) await store.adjustCharges([adjustment(`x${n}`, id, undefined, { restoresBudget: true })]);
    clock.advance(dayMs);
  }
  const found = await store.auditLedger();
  const [line] = found.campaigns.filter(({ campaignId }) => campaignId === "b");
  expect(line?.chargedMicros).toBeGreaterThan(Number.MAX_SAFE_INTEGER);
  expect(balanceOf(found, clock.now())).toMatchObject({ isBalanced: true, differences: [] });
  const wrong = found.campaigns.map((one) => ({ ...one, usedMicros: one.usedMicros + 1_000 }));
  expect(balanceOf({ ...found, campaigns: wrong }, clock.now()).differences).toHaveLength(2);
});

test("the hourly audit adds up a day whose adjustments pass 2^53 - 1", async () => {
  const ids: string[] = [];
  for (let day = 0; day < 2; day += 1) {
    for (let n = 0; n < 2; n += 1) ids.push(await charge("b", 4_000_000_000_000_001));
    if (day === 0) clock.advance(dayMs);
    for (const id of day === 0 ? ids : ids.slice(2)) {
      await store.adjustCharges([adjustment(`adj-${id}`, id, undefined, { restoresBudget: true })]);
      clock.advance(hourMs);
    }
  }
  clock.advance(dayMs);
  const audit = auditOf();
  await audit.run();
  expect(audit.last()).toMatchObject({ isBalanced: true, charges: 7, advertiserMicros: 303 });
  expect(logged).toEqual([]);
});

test("the hourly audit goes by the days where the store has a sum that is too large for the audit of one moment", async () => {
  const tooLarge = new StoreDataError("Too large.", { code: amountTooLarge });
  const on = { auditLedger: () => Promise.reject(tooLarge) };
  const audit = auditOf(on);
  await audit.run();
  expect(audit.last()).toMatchObject({ isBalanced: true, charges: 3, advertiserMicros: 303 });
  const readSpend: MemoryStore["readSpend"] = async (ids) =>
    (await store.readSpend(ids)).map((one) => one && { ...one, spentMicros: one.spentMicros + 1 });
  clock.advance(hourMs);
  await expect(auditOf({ ...on, readSpend }).run()).rejects.toThrow(tooLarge);
});
