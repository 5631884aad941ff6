import { afterAll, beforeAll, expect, test } from "vitest";
import type { AuditRecord } from "../../core/storage/audit-store.ts";
import { createTestClock } from "../conformance/clock.ts";
import {
  auditEntry,
  campaign,
  choice,
  click,
  deliveryIdAt,
  order,
  platformId,
  seen,
} from "../conformance/fixtures.ts";
import { issueAll, storeCampaigns } from "../setup/store-campaigns.ts";
import { type Backend, startBackend } from "./backend.ts";

const hourMs = 3_600_000;
const [forgotten, other] = ["user-forgotten", "user-other"];

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

test("no key and no value of a forgotten user is left; the holds are free, the charges stay", async () => {
  const prefix = backend.newPrefix();
  const clock = createTestClock();
  const from = clock.now();
  const store = backend.openStore({ prefix, clock: clock.now });
  await storeCampaigns(
    store,
    campaign("capped", { frequencyCap: { impressions: 3, window: 40 * hourMs } }),
    campaign("plain"),
    campaign("house", { priceMicros: 0 }),
  );
  const id = (n: number): string => deliveryIdAt(clock.now(), n);
  const both = (n: number, campaignId: string, surface: "web" | "bot" = "web") =>
    [forgotten, other].map((userKey, whose) =>
      order(id(10 * n + whose), [choice(campaignId, campaignId === "house" ? 0 : 100)], {
        userKey,
        surface,
      }),
    );
  const unseen = both(1, "capped");
  await issueAll(store, unseen);
  clock.advance(hourMs + 1);
  await store.releaseExpired(512);

  const viewed = both(2, "capped");
  const clicked = both(3, "plain", "bot");
  const open = both(4, "plain");
  const house = both(5, "house");
  const orders = [...viewed, ...clicked, ...open, ...house];
  await issueAll(store, orders);
  clock.advance(1_000);
  await store.record(viewed.map(({ deliveryId }) => seen(deliveryId)));
  await store.record(clicked.map(({ deliveryId }) => click(deliveryId)));
  const before = await store.readSpend(["capped", "plain"]);
  expect(before).toMatchObject([
    { spentMicros: 200, heldMicros: 0 },
    { spentMicros: 200, heldMicros: 200 },
  ]);

  expect(await store.forgetUser(forgotten)).toBe(5);
  expect(await store.forgetUser(forgotten)).toBe(0);
  expect(await everything(prefix)).not.toContain(forgotten);

  const left = await store.findDeliveries([...unseen, ...orders].map(({ deliveryId }) => deliveryId));
  expect(left.map((delivery) => delivery?.userKey)).toEqual(Array(5).fill([undefined, other]).flat());
  expect(await store.readSpend(["capped", "plain"])).toMatchObject([
    { spentMicros: 200, heldMicros: 0 },
    { spentMicros: 200, heldMicros: 100 },
  ]);
  for (const line of (await store.auditLedger()).campaigns) {
    expect(line).toMatchObject({
      chargedMicros: line.usedMicros,
      openMicros: line.heldMicros,
      daysOutOfBalance: [],
    });
  }
  const uniques = await store.readUniques({ ranges: [{ from, to: clock.now() + 1 }] });
  expect(uniques).toEqual([{ range: 0, n: 1 }]);
  // The places in the cap are free again: three of them.
  for (const n of [90, 91, 92]) {
    await issueAll(store, [order(id(n), ["capped"], { userKey: forgotten })]);
  }
});

test("a user with more deliveries than one script takes is forgotten while being served", async () => {
  const store = backend.openStore({ prefix: backend.newPrefix() });
  await storeCampaigns(store, campaign("a"));
  const ids = Array.from({ length: 1_100 }, (_, n) => deliveryIdAt(Date.UTC(2026, 2, 4), n));
  const orders = ids.map((id) => order(id, ["a"], { userKey: forgotten }));
  for (let first = 0; first < orders.length; first += 500) {
    await issueAll(store, orders.slice(first, first + 500));
  }
  const [count] = await Promise.all([
    store.forgetUser(forgotten),
    store.record(ids.slice(0, 300).map(click)),
    store.record(ids.slice(800).map(click)),
  ]);
  expect(count).toBe(1_100);
  expect(await store.forgetUser(forgotten)).toBe(0);
  const { campaigns } = await store.auditLedger();
  expect(campaigns).toMatchObject([{ heldMicros: 0, openMicros: 0, daysOutOfBalance: [] }]);
  expect(campaigns[0]?.chargedMicros).toBe(campaigns[0]?.usedMicros);
});

test("a user is forgotten and noted once, also when Redis does a request twice or its reply is lost", async () => {
  const store = backend.openStore({ prefix: backend.newPrefix() });
  await storeCampaigns(store, campaign("a"));
  const entry = auditEntry(platformId, { kind: "user", action: "forget", changes: "[]" });
  for (const [n, fault] of (["answer", "do twice", "lose reply"] as const).entries()) {
    const ids = Array.from({ length: 600 }, (_, k) => deliveryIdAt(Date.UTC(2026, 2, 4), 600 * n + k));
    for (const part of [ids.slice(0, 300), ids.slice(300)]) {
      await issueAll(
        store,
        part.map((id) => order(id, ["a"], { userKey: `${forgotten}-${fault}` })),
      );
    }
    const trail = (): Promise<readonly AuditRecord[]> => store.readAudit({ limit: 9 });
    const before = await trail();
    backend.bridge.behave((request) => (request === 1 ? fault : "answer"));
    expect(await store.forgetUser(`${forgotten}-${fault}`, entry)).toBe(600);
    backend.bridge.behave(() => "answer");
    expect(await store.forgetUser(`${forgotten}-${fault}`, entry)).toBe(0);
    expect(await store.findDeliveries(ids.slice(0, 500))).toEqual(Array(500).fill(undefined));
    expect(await trail()).toEqual([expect.objectContaining(entry), ...before]);
  }
});

/** All that Redis keeps below a prefix, as text. */
async function everything(prefix: string): Promise<string> {
  const keys = await backend.bridge.redis("KEYS", `{${prefix}}:*`);
  const texts: string[] = [];
  for (const key of Array.isArray(keys) ? keys.map(String) : []) {
    const type = String(await backend.bridge.redis("TYPE", key));
    const read =
      type === "hash"
        ? ["HGETALL", key]
        : type === "zset"
          ? ["ZRANGE", key, "0", "-1"]
          : type === "set"
            ? ["SMEMBERS", key]
            : ["GET", key];
    texts.push(key, JSON.stringify(await backend.bridge.redis(...read)));
  }
  return texts.join("\n");
}
