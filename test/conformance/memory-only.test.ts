import { describe, expect, it } from "vitest";
import { createMemoryRateLimiter, createMemoryStore } from "../../adapters/memory/mod.ts";
import { parseDeliveryId } from "../../core/signing/delivery-id.ts";
import type { Count } from "../../core/storage/counts.ts";
import { maxBatch } from "../../core/storage/serving-store.ts";
import type { Store } from "../../core/storage/store.ts";
import { createTestClock } from "./clock.ts";
import { adjustment, apiKey, campaign, choice, count, deliveryIdAt, order, press } from "./fixtures.ts";
import { type StoreHarness, storeCases } from "./mod.ts";

const line: Count = count({ hour: 3_600_000, metric: "no_ad", reason: "budget", n: 2 });

describe("the memory store", () => {
  it("adds up lines of statistics that have the same fields", async () => {
    const store = createMemoryStore();
    await store.addCounts([line, { ...line, reason: "topic" }, { ...line, n: 5 }]);
    await store.addCounts([line]);
    expect(store.counts()).toEqual([
      { ...line, n: 9 },
      { ...line, reason: "topic" },
    ]);
  });

  it("keeps the charge of a forgotten user whose delivery id is issued again", async () => {
    const clock = createTestClock();
    const store = createMemoryStore({ clock: clock.now });
    const { version } = await store.readCatalog();
    const upserts = { publishers: [], platforms: [], campaigns: [campaign("a")], creatives: [], topics: [] };
    await store.applyCatalog({ expectedVersion: version, upserts, removals: [] });
    const id = deliveryIdAt(clock.now(), 1);
    await store.issue([order(id, [choice("a", 100)])]);
    await store.record([press(id)]);
    await store.forgetUser(order(id, []).userKey);
    await store.issue([order(id, [choice("a", 100)])]);
    const query = { from: 0, to: clock.now() + 1, limit: 1 };
    expect(await store.listCharges({ ...query, deliveryIds: [id] })).toMatchObject([{ priceMicros: 100 }]);
    await store.adjustCharges([adjustment("x", id, 30)]);
    expect(await store.readCharges({ ...query, by: [] })).toMatchObject([{ charges: 1, spentMicros: 70 }]);
  });

  it("keeps lines of statistics apart that differ in one field", async () => {
    const store = createMemoryStore();
    const others: readonly Count[] = [
      { ...line, hour: 0 },
      { ...line, metric: "rejected" },
      { ...line, platformId: "" },
      { ...line, placement: "sidebar" },
      { ...line, format: "quiz" },
      { ...line, language: "de" },
      { ...line, campaignId: "a" },
      { ...line, creativeId: "a" },
      { ...line, topicId: "a" },
    ];
    await store.addCounts([line, ...others]);
    expect(new Set(store.counts())).toEqual(new Set([line, ...others]));
  });

  it("rejects a batch of more than 512 items and stores none of it", async () => {
    const store = createMemoryStore();
    const ids = Array.from({ length: maxBatch + 1 }, (_, n) => deliveryIdAt(0, n));
    await expect(store.issue(ids.map((id) => order(id, ["a"])))).rejects.toThrow(/split it/);
    await expect(store.addCounts(ids.map(() => line))).rejects.toThrow(RangeError);
    expect(store.counts()).toEqual([]);
  });

  it("stores nothing of a change with a time zone that does not exist", async () => {
    const store = createMemoryStore();
    const before = await store.readCatalog();
    const campaigns = [campaign("a"), campaign("b", { timeZone: "Mars/Olympus_Mons" })];
    const upserts = { publishers: [], platforms: [], campaigns, creatives: [], topics: [] };
    const change = { expectedVersion: before.version, upserts, removals: [] };
    await expect(store.applyCatalog(change)).rejects.toThrow(RangeError);
    expect(await store.readCatalog()).toEqual(before);
  });

  it("tells everything to who has the version of a store that changed more often", async () => {
    const [busy, fresh] = [createMemoryStore(), createMemoryStore()];
    await busy.addApiKey(apiKey("KEY00001", 1));
    const { version } = await busy.readCatalog();
    expect((await fresh.catalogChanges(version)).delta).toMatchObject({ reload: true, apiKeys: [] });
  });

  it("is independent of later changes to arguments and answers", async () => {
    const store = createMemoryStore();
    const { version } = await store.readCatalog();
    const languages = ["en"];
    const campaigns = [campaign("a", { languages })];
    const upserts = { publishers: [], platforms: [], campaigns, creatives: [], topics: [] };
    await store.applyCatalog({ expectedVersion: version, upserts, removals: [] });
    languages.push("de");
    const id = deliveryIdAt(0, 1);
    const issued = await store.issue([order(id, ["a"])]);
    const answer = structuredClone(issued);
    await store.record([{ kind: "press", deliveryId: id, scene: 0, button: 0 }]);
    expect(issued).toEqual(answer);
    expect((await store.readCatalog()).catalog.campaigns[0]?.languages).toEqual(["en"]);
  });
});

describe("the conformance kit", () => {
  it("asks for deliveries by ids such as the core makes, but in the case about those that are none", async () => {
    const strange: string[] = [];
    const look = (ids: readonly string[]): void => {
      strange.push(...ids.filter((id) => !isUuid7(parseDeliveryId(id))));
    };
    const harness: StoreHarness = {
      open: async (clock) => {
        const inner = createMemoryStore({ clock: clock.now });
        const store: Store = {
          ...inner,
          issue: (orders) => {
            look(orders.map(({ deliveryId }) => deliveryId));
            return inner.issue(orders);
          },
          record: (events) => {
            look(events.map(({ deliveryId }) => deliveryId));
            return inner.record(events);
          },
          findDeliveries: (ids) => {
            look(ids);
            return inner.findDeliveries(ids);
          },
        };
        return { stores: [store, store], close: async () => {} };
      },
    };
    const aboutNone = "a text that is no delivery id is unknown, and spoils nothing beside it";
    for (const { name, run } of storeCases) if (name !== aboutNone) await run(harness);
    expect(strange).toEqual([]);
  });
});

describe("the memory rate limiter", () => {
  const claim = { key: "a", limit: 1, windowMs: 1_000, cost: 1 };

  it("forgets the least recently used key when there are more than maxKeys", async () => {
    const limiter = createMemoryRateLimiter({ clock: createTestClock().now, maxKeys: 2 });
    const granted = async (key: string): Promise<boolean | undefined> =>
      (await limiter.take([{ ...claim, key }]))[0]?.granted;
    expect(await granted("a")).toBe(true);
    expect(await granted("b")).toBe(true);
    expect(await granted("a")).toBe(false);
    expect(await granted("c")).toBe(true);
    expect(await granted("a")).toBe(false);
    expect(await granted("b")).toBe(true);
  });

  it("gives a unit back no later than a twentieth of the window after it is due", async () => {
    const clock = createTestClock();
    const limiter = createMemoryRateLimiter({ clock: clock.now });
    const steady = { ...claim, limit: 100, windowMs: 100_000 };
    let granted = 0;
    for (let second = 0; second < 1_000; second += 1) {
      clock.advance(1_000);
      const decisions = await limiter.take([steady, steady]);
      granted += decisions.filter((decision) => decision.granted).length;
    }
    expect(granted).toBeLessThanOrEqual(1_000);
    expect(granted).toBeGreaterThan(940);
  });

  it("never grants more because its clock steps back", async () => {
    const clock = createTestClock();
    const limiter = createMemoryRateLimiter({ clock: clock.now });
    await limiter.take([claim]);
    clock.advance(-5_000);
    expect((await limiter.take([claim]))[0]?.granted).toBe(false);
    clock.advance(999);
    expect((await limiter.take([claim]))[0]?.granted).toBe(false);
    clock.advance(1);
    expect((await limiter.take([claim]))[0]?.granted).toBe(true);
  });
});

/** Version 7 and the variant of RFC 9562. */
function isUuid7(bytes: Uint8Array | undefined): boolean {
  return bytes !== undefined && (bytes[6] ?? 0) >> 4 === 7 && (bytes[8] ?? 0) >> 6 === 2;
}
