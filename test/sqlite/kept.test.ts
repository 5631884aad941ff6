import { DatabaseSync } from "node:sqlite";
import { afterEach, expect, test } from "vitest";
import type { SqliteStore } from "../../adapters/sqlite/mod.ts";
import {
  auditEntry,
  campaign,
  click,
  count,
  deliveryIdAt,
  order,
  platformId,
  seen,
} from "../conformance/fixtures.ts";
import { issueAll, storeCampaigns } from "../setup/store-campaigns.ts";
import { expectBooks } from "./expect-books.ts";
import { cleanUp, newFile, open } from "./temporary.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const start = Date.UTC(2026, 2, 5, 12);
const [forgotten, other] = ["user-forgotten", "user-other"];

afterEach(cleanUp);

test("a forgotten user's deliveries are gone, their holds are free, and their charges stay", async () => {
  const clock = { at: start };
  const store = open(newFile(), { clock: () => clock.at });
  await storeCampaigns(
    store,
    campaign("a", { frequencyCap: { impressions: 2, window: dayMs } }),
    campaign("b"),
  );
  // More than a step deletes at once.
  const mine = Array.from({ length: 1_030 }, (_, n) => deliveryIdAt(start, n));
  for (let from = 0; from < mine.length; from += 500) {
    const part = mine.slice(from, from + 500);
    await issueAll(
      store,
      part.map((id, n) => order(id, [from + n < 2 ? "a" : "b"], { userKey: forgotten })),
    );
  }
  const theirs = [2_001, 2_002].map((n) => deliveryIdAt(start, n));
  await issueAll(
    store,
    theirs.map((id) => order(id, ["b"], { userKey: other })),
  );
  clock.at += 2_000;
  await store.record([...mine.slice(0, 3), ...theirs.slice(0, 1)].map(seen));

  expect(await store.forgetUser(forgotten)).toBe(1_030);
  expect(await store.forgetUser(forgotten)).toBe(0);
  expect(await store.findDeliveries(mine.slice(0, 500))).toEqual(Array(500).fill(undefined));
  expect((await store.findDeliveries(theirs)).every((delivery) => delivery?.userKey === other)).toBe(true);
  expect(await store.readSpend(["a", "b"])).toMatchObject([
    { spentMicros: 200, heldMicros: 0 },
    { spentMicros: 200, heldMicros: 100 },
  ]);
  expect(await expectBooks(store)).toBe(400);
  // Their place in the cap is forgotten too.
  expect(
    (await store.issue([order(deliveryIdAt(start, 3_000), ["a"], { userKey: forgotten })]))[0]?.outcome,
  ).toBe("issued");
});

test("a user is forgotten and noted in one step, or neither", async () => {
  const file = newFile();
  const store = open(file, { clock: () => start });
  await storeCampaigns(store, campaign("a"));
  const id = deliveryIdAt(start, 1);
  await issueAll(store, [order(id, ["a"], { userKey: forgotten })]);
  const entry = auditEntry(platformId, { kind: "user", action: "forget", changes: "[]" });
  const outside = new DatabaseSync(file);
  outside.exec(
    "CREATE TRIGGER refused BEFORE INSERT ON audit WHEN NEW.actor = 'refused' BEGIN SELECT raise(ABORT, 'refused'); END",
  );
  outside.close();
  await expect(store.forgetUser(forgotten, { ...entry, actor: "refused" })).rejects.toThrow();
  expect((await store.findDeliveries([id]))[0]?.id).toBe(id);
  expect(await store.readAudit({ limit: 9 })).toEqual([]);

  expect(await store.forgetUser(forgotten, entry)).toBe(1);
  expect(await store.forgetUser(forgotten, entry)).toBe(0);
  expect(await store.findDeliveries([id])).toEqual([undefined]);
  expect(await store.readAudit({ limit: 9 })).toEqual([expect.objectContaining({ ...entry, at: start })]);
});

test("deliveries are dropped once they are older than kept, and take no charge, total or hold with them", async () => {
  const clock = { at: start };
  const store = open(newFile(), { clock: () => clock.at, deliveriesKeptMs: 7 * dayMs });
  await storeCampaigns(store, campaign("a"));
  const ids = Array.from({ length: 600 }, (_, n) => deliveryIdAt(start, n));
  for (const part of [ids.slice(0, 300), ids.slice(300)]) {
    await issueAll(
      store,
      part.map((id) => order(id, ["a"])),
    );
  }
  clock.at += 2_000;
  await store.record(ids.slice(0, 2).map(seen));
  clock.at = start + 7 * dayMs;
  await store.releaseExpired(512);
  expect((await store.findDeliveries(ids.slice(0, 1)))[0]?.id).toBe(ids[0]);
  clock.at += 1;
  await store.releaseExpired(512);
  expect(await store.findDeliveries(ids.slice(0, 500))).toEqual(Array(500).fill(undefined));
  expect(await store.findDeliveries(ids.slice(500))).toEqual(Array(100).fill(undefined));
  expect(await store.record(ids.slice(0, 2).map(click))).toEqual(Array(2).fill({ outcome: "unknown" }));
  expect((await store.readSpend(["a"]))[0]).toMatchObject({ spentMicros: 200, heldMicros: 0 });
  expect(await expectBooks(store)).toBe(200);
  const by = { from: 0, to: clock.at, by: [], limit: 1 } as const;
  expect(await store.readCharges(by)).toMatchObject([{ charges: 2, spentMicros: 200 }]);
});

test("statistics are dropped once they are older than kept, however many there are, and the others stay", async () => {
  const clock = { at: start };
  const store = open(newFile(), { clock: () => clock.at, countsKeptMs: 7 * dayMs });
  for (let part = 0; part < 5; part += 1) {
    await store.addCounts(
      Array.from({ length: 512 }, (_, n) => count({ hour: start, creativeId: `${part} ${n}` })),
    );
  }
  await store.addCounts([count({ hour: start + hourMs })]);
  const query = { from: 0, to: start + dayMs, metrics: ["request"], by: [], limit: 1 } as const;
  clock.at = start + 7 * dayMs;
  await store.releaseExpired(1);
  expect(await store.readCounts(query)).toEqual([{ n: 2_561 }]);
  clock.at += 1;
  await store.releaseExpired(1);
  expect(await store.readCounts(query)).toEqual([{ n: 1 }]);
  expect(() => open(newFile(), { countsKeptMs: dayMs - 1 })).toThrow("countsKeptMs is 86399999");
});

test("networks are dropped once they are older than kept, however many, and none is stored with 0", async () => {
  const clock = { at: start };
  const [store, none] = [7 * dayMs, 0].map((networksKeptMs) =>
    open(newFile(), { clock: () => clock.at, networksKeptMs }),
  );
  if (store === undefined || none === undefined) expect.fail("There are two.");
  const ids = Array.from({ length: 1_200 }, (_, n) => deliveryIdAt(start, n));
  const networks = async (of: SqliteStore): Promise<readonly (string | undefined)[]> =>
    (await of.findDeliveries(ids.slice(-512))).map((delivery) => delivery?.network);
  for (const one of [store, none]) {
    await storeCampaigns(one, campaign("a"));
    for (const part of [ids.slice(0, 400), ids.slice(400, 800), ids.slice(800)]) {
      await issueAll(
        one,
        part.map((id) => order(id, ["a"], { network: "n1" })),
      );
    }
  }
  expect(await networks(none)).toEqual(Array(512).fill(""));
  clock.at = start + 7 * dayMs;
  await store.releaseExpired(1);
  expect(await networks(store)).toEqual(Array(512).fill("n1"));
  clock.at += 1;
  await store.releaseExpired(1);
  expect(await networks(store)).toEqual(Array(512).fill(""));
  for (const networksKeptMs of [7 * dayMs - 1, 30 * dayMs + 1, 7.5 * dayMs + 0.5, Number.POSITIVE_INFINITY]) {
    expect(() => open(newFile(), { networksKeptMs })).toThrow(`networksKeptMs is ${networksKeptMs}`);
  }
});

test("a time shorter than a day is refused before anything is opened", () => {
  expect(() => open(newFile(), { deliveriesKeptMs: dayMs - 1 })).toThrow("at least 86400000");
});
