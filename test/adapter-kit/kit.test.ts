import { describe, expect, test } from "vitest";
import {
  amountTooLarge,
  catalogOf,
  chargeTotal,
  checkedBatch,
  checkedRetention,
  countTotal,
  exactInteger,
  isOutage,
  isStore,
  maxBatch,
  missingMembers,
  ordersToKeep,
  returnedOnce,
  StoreDataError,
  StoreUnavailable,
  storedApiKey,
  storedAuditRecord,
  storedEntities,
  storedMessage,
  storedWebhook,
  uniquesTotal,
} from "../../adapters/kit/mod.ts";
import { integerOf } from "../../adapters/kit/sql/columns.ts";
import { numberOf } from "../../adapters/kit/stored-values.ts";
import { createMemoryStore } from "../../adapters/memory/mod.ts";
import {
  apiKey,
  auditEntry,
  campaign,
  creativeVersion,
  message,
  order,
  platform,
  publisher,
  topic,
  unadjusted,
  webhook,
} from "../conformance/fixtures.ts";

const dayMs = 86_400_000;

/** The same fields under the names of columns. */
function columnsOf(record: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );
}

test("StoreUnavailable is an outage and StoreDataError is not; both keep a code and a cause", () => {
  const cause = new Error("the driver's");
  const outage = new StoreUnavailable("away", { code: "08006", cause });
  expect(outage).toMatchObject({ name: "StoreUnavailable", code: "08006", cause });
  expect([isOutage(outage), isOutage(new StoreDataError("no id"))]).toEqual([true, false]);
  expect(new StoreDataError("no id").code).toBe("");
});

test("an integer beyond 2^53 - 1 is refused, and no other number", () => {
  expect([numberOf(2 ** 53 - 1), numberOf(0.5), exactInteger(5n)]).toEqual([2 ** 53 - 1, 0.5, 5]);
  for (const read of [() => numberOf(2 ** 53), () => exactInteger(-(2n ** 53n))]) {
    expect(read).toThrow(StoreDataError);
    expect(read).toThrow("9,007,199,254 units");
    expect(read).toThrow(expect.objectContaining({ code: amountTooLarge }));
  }
});

test("a number that is no integer is not called too large", () => {
  for (const stored of [0.5, Number.NaN, Number.POSITIVE_INFINITY, "0.5", ""])
    expect(() => integerOf(stored)).toThrow("where an integer was expected");
});

test("a batch has at most 512 items", () => {
  const full = Array.from({ length: maxBatch }, (_, n) => n);
  expect(checkedBatch(full)).toBe(full);
  expect(() => checkedBatch([...full, 0])).toThrow("split it");
});

test("a retention shorter than a day is refused by name", () => {
  expect(checkedRetention(dayMs)).toEqual({
    deliveriesKeptMs: dayMs,
    countsKeptMs: 400 * dayMs,
    networksKeptMs: 30 * dayMs,
  });
  expect(() => checkedRetention(dayMs - 1)).toThrow("deliveriesKeptMs is 86399999");
  expect(() => checkedRetention(dayMs, dayMs - 1)).toThrow("countsKeptMs is 86399999");
});

test("networks are kept for 7 to 30 days or not at all, and orders lose theirs then", () => {
  for (const keptMs of [0, 7 * dayMs, 30 * dayMs]) {
    expect(checkedRetention(dayMs, dayMs, keptMs).networksKeptMs).toBe(keptMs);
  }
  for (const keptMs of [-1, 1, 7 * dayMs - 1, 30 * dayMs + 1, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(() => checkedRetention(dayMs, dayMs, keptMs)).toThrow(`networksKeptMs is ${keptMs}`);
  }
  const orders = [order("id", ["a"], { network: "n1", mark: "m" })];
  expect(ordersToKeep(orders, { networksKeptMs: 7 * dayMs })).toBe(orders);
  expect(ordersToKeep(orders, { networksKeptMs: 0 })).toEqual([order("id", ["a"], { mark: "m" })]);
});

test("steps of a migration are returned once", async () => {
  const steps = [{ number: 1, name: "tables", applied: true }];
  const migrate = returnedOnce(steps);
  expect([await migrate(), await migrate()]).toEqual([steps, []]);
});

describe("a stored record is read by the names of the ports and by those of columns:", () => {
  test.each([
    ["an API key", storedApiKey, apiKey("KEY00001", 1, { revokedAt: 5, revoked: true })],
    ["a record of the audit trail", storedAuditRecord, { ...auditEntry("a"), id: 1, at: 2 }],
    ["a webhook", storedWebhook, webhook("hook")],
    ["a message", storedMessage, { ...message("m"), createdAt: 1, attempts: 2 }],
  ] as const)("%s", (_, read, record) => {
    expect(read({ ...record })).toEqual(record);
    expect(read(columnsOf(record))).toEqual(record);
    expect(() => read({ ...record, publisherId: 7, payload: 7 })).toThrow(
      /^the store holds number where text was expected: run/,
    );
  });

  test("SQLite's 1 is a revoked key, and events may be JSON text", () => {
    expect(storedApiKey({ ...apiKey("KEY00001", 1), revoked: 1 }).revoked).toBe(true);
    expect(storedApiKey({ ...apiKey("KEY00001", 1), revoked: 0, revokedAt: null }).revoked).toBeUndefined();
    const hook = webhook("hook");
    expect(storedWebhook({ ...hook, events: JSON.stringify(hook.events) })).toEqual(hook);
  });

  test("a word that no release knows is refused, and is not repeated", () => {
    expect(() => storedApiKey({ ...apiKey("KEY00001", 1), mode: "secret word" })).toThrow(
      /^(?!.*secret word).*one of live, test, manage/,
    );
  });
});

test("totals have the requested fields", () => {
  const counted = countTotal(3, ["hour", "metric", "campaignId"], [7_200_000, "issued", "a"], ["issued"]);
  expect(counted).toEqual({ n: 3, hour: 7_200_000, metric: "issued", campaignId: "a" });
  expect(() => countTotal(3, ["metric"], ["seen"], ["issued"])).toThrow(TypeError);
  const sums = { charges: 1, spentMicros: 100, publisherMicros: 70, ...unadjusted };
  expect(chargeTotal(sums, ["hour", "publisherId"], [0, "p"])).toEqual({
    ...sums,
    operatorMicros: 30,
    hour: 0,
    publisherId: "p",
  });
  expect(uniquesTotal(2, 3, ["apiKeyId", "platformId"], ["", "pf_one"])).toEqual({
    range: 2,
    n: 3,
    apiKeyId: "",
    platformId: "pf_one",
  });
  expect(() => uniquesTotal(0, 1, ["apiKeyId"], [])).toThrow(TypeError);
});

test("stored documents become entities by their kinds, and a catalogue", () => {
  const entities = storedEntities([
    ["campaign", campaign("b")],
    ["publisher", publisher()],
    ["campaign", campaign("a")],
    ["creative", creativeVersion("a")],
    ["platform", platform()],
    ["topic", topic()],
  ]);
  expect(entities.campaigns.map(({ id }) => id)).toEqual(["b", "a"]);
  const creatives = [creativeVersion("a").creative];
  expect(catalogOf(entities)).toEqual({ ...entities, creatives });
});

test("a store has every member of the ports", () => {
  const { issue: _, ...part } = createMemoryStore();
  expect([isStore(createMemoryStore()), isStore(part), isStore(undefined)]).toEqual([true, false, false]);
  expect(missingMembers({ ...part, close: 1 })).toEqual(["issue", "close"]);
});
