import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { UpstashStore } from "../../adapters/upstash/mod.ts";
import type { CatalogChange } from "../../core/storage/catalog-change.ts";
import { createTestClock, type TestClock } from "../conformance/clock.ts";
import {
  apiKey,
  campaign,
  choice,
  count,
  order,
  platform,
  press,
  publisher,
} from "../conformance/fixtures.ts";
import { type Backend, startBackend } from "./backend.ts";
import { documents, id, type OlderRelease, olderRelease } from "./older-release-data.ts";

const hourMs = 3_600_000;
const max = Number.MAX_SAFE_INTEGER;
/** A name that JSON of Redis and of JavaScript write in two ways. */
const tea = "Tea/Co “ü”";

let backend: Backend;
let prefix: string;
let clock: TestClock;
let old: OlderRelease;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

/** One delivery seen and one open on acme's platform, and one seen on a platform that was removed since. */
beforeEach(async () => {
  prefix = backend.newPrefix();
  clock = createTestClock();
  old = olderRelease(backend, prefix, clock.now);
  await old.change({
    "p:acme": documents.publisher("acme"),
    "p:bolt": documents.publisher("bolt"),
    "p:gone": documents.publisher("gone"),
    "f:pf_acme": documents.platform("pf_acme", "acme"),
    "f:pf_gone": documents.platform("pf_gone", "gone"),
    "c:tea": documents.campaign("tea", tea),
    "r:cr-tea": documents.creative("tea"),
    "k:KEYlive0": documents.key("KEYlive0", "acme"),
    "k:KEYpast0": documents.key("KEYpast0", "acme", clock.now() - 7_200_000),
    "k:KEYnext0": documents.key("KEYnext0", "acme", clock.now() + 60_000),
    "k:KEYgone0": documents.key("KEYgone0", "gone"),
  });
  await old.issue(id(1), "pf_acme", "tea", "user-1");
  await old.issue(id(2), "pf_gone", "tea", "user-2");
  await old.issue(id(3), "pf_acme", "tea", "user-3");
  await old.see(id(1), "pf_acme", "tea", "user-1");
  await old.see(id(2), "pf_gone", "tea", "user-2");
  await old.count("pf_acme", "tea", 3);
  await old.count("pf_gone", "tea", 5);
  await old.change({ "f:pf_gone": undefined, "p:gone": undefined });
  clock.advance(1_000);
});

function open(): UpstashStore {
  return backend.openStore({ prefix, clock: clock.now });
}

async function change(
  store: UpstashStore,
  some: Partial<CatalogChange["upserts"]>,
  removals: CatalogChange["removals"] = [],
): Promise<void> {
  const { version: expectedVersion } = await store.readCatalog();
  const empty = { publishers: [], platforms: [], campaigns: [], creatives: [], topics: [] };
  const applied = await store.applyCatalog({ expectedVersion, upserts: { ...empty, ...some }, removals });
  expect(applied.outcome).toBe("applied");
}

/** Whose everything is that the older release wrote. */
async function whose(store: UpstashStore): Promise<unknown> {
  const by = ["publisherId", "advertiser", "apiKeyId"] as const;
  const range = { from: 0, to: max } as const;
  const counts = await store.readCounts({ ...range, metrics: ["issued"], by, limit: 9 });
  const users = async (publisherIds: readonly string[], advertisers?: readonly string[]) =>
    (await store.readUniques({ ranges: [range], publisherIds, advertisers }))[0];
  return {
    deliveries: (await store.findDeliveries([id(1), id(2), id(3)])).map((one) => [
      one?.publisherId,
      one?.advertiser,
      one?.apiKeyId,
    ]),
    charges: (await store.readCharges({ ...range, by, limit: 9 }))
      .map((one) => [one.publisherId, one.advertiser, one.apiKeyId, one.spentMicros])
      .sort(),
    counts: counts.map((one) => [one.publisherId, one.advertiser, one.apiKeyId, one.n]),
    users: [await users(["acme"]), await users([""]), await users(["bolt"]), await users(["acme"], [tea])],
    recent: (await store.readRecentDeliveries({ limit: 9, publisherIds: ["acme"], advertisers: [tea] }))
      .map((one) => one.id)
      .sort(),
    asked: [
      (await store.readCharges({ ...range, publisherIds: ["acme"], advertisers: [tea], by: [], limit: 9 }))[0]
        ?.spentMicros,
      (
        await store.readCounts({
          ...range,
          metrics: ["issued"],
          publisherIds: ["acme"],
          advertisers: [tea],
          apiKeyIds: [""],
          by: [],
          limit: 9,
        })
      )[0]?.n,
    ],
  };
}

const asFilled = {
  deliveries: [
    ["acme", tea, ""],
    ["", tea, ""],
    ["acme", tea, ""],
  ],
  charges: [
    ["", tea, "", 100],
    ["acme", tea, "", 100],
  ],
  counts: [
    ["", tea, "", 5],
    ["acme", tea, "", 3],
  ],
  users: [1, 1, 0, 1],
  recent: [id(1), id(3)].sort(),
  asked: [100, 3],
};

/** The platform moves, the advertiser is renamed, and the id that was removed goes to somebody else. */
async function moveAll(store: UpstashStore): Promise<void> {
  await change(store, {
    platforms: [
      platform({ id: "pf_acme", publisherId: "bolt" }),
      platform({ id: "pf_gone", publisherId: "bolt" }),
    ],
    campaigns: [campaign("tea", { advertiser: "Coffee" })],
  });
  clock.advance(1);
  await change(store, {}, [{ kind: "platform", id: "pf_acme" }]);
  await change(store, { platforms: [platform({ id: "pf_acme", publisherId: "another" })] });
}

describe("what a release wrote that did not say whose it is", () => {
  test("belongs to whom it did when this release first opened the database, whatever moves later", async () => {
    const store = open();
    await store.catalogChanges();
    expect(await whose(store)).toEqual(asFilled);
    await moveAll(store);
    expect(await whose(store)).toEqual(asFilled);
    expect(await whose(open())).toEqual(asFilled);
  });

  const firsts: readonly (readonly [name: string, call: (store: UpstashStore) => Promise<unknown>])[] = [
    ["addApiKey", (store) => store.addApiKey(apiKey("KEY00009", 9, { publisherId: "bolt" }))],
    ["revokeApiKey", (store) => store.revokeApiKey("KEYlive0", 0)],
    ["listApiKeys", (store) => store.listApiKeys()],
    ["issue", (store) => store.issue([order(id(9), [choice("tea", 0)], { publisherId: "bolt" })])],
    ["record", (store) => store.record([press(id(3))])],
    ["readSpend", (store) => store.readSpend(["tea"])],
    ["addCounts", (store) => store.addCounts([count()])],
    ["readRemoved", (store) => store.readRemoved([{ kind: "platform", id: "pf_gone" }])],
    ["findDeliveries", (store) => store.findDeliveries([id(1)])],
    ["moves", moveAll],
  ];
  test.each(firsts)("belongs to the same when %s is the first call", async (_, call) => {
    const store = open();
    await call(store);
    await moveAll(store);
    const { deliveries, counts } = asFilled;
    expect(await whose(store)).toMatchObject({ deliveries, counts });
  });

  test("is charged, seen and counted beside what this release writes, each with its own owner", async () => {
    const store = open();
    await moveAll(store);
    const fields = { publisherId: "another", platformId: "pf_acme", apiKeyId: "KEYlive0", userKey: "user-9" };
    await store.issue([order(id(9), [choice("tea", 100, { advertiser: "Coffee" })], fields)]);
    expect(await store.record([press(id(3)), press(id(9))])).toMatchObject([
      {
        outcome: "recorded",
        charged: true,
        delivery: { publisherId: "acme", advertiser: tea, apiKeyId: "" },
      },
      { charged: true, delivery: { publisherId: "another", advertiser: "Coffee", apiKeyId: "KEYlive0" } },
    ]);
    await store.addCounts([
      count({ hour: 0, metric: "issued", publisherId: "acme", platformId: "pf_acme", advertiser: tea, n: 7 }),
    ]);
    const by = ["publisherId", "advertiser", "apiKeyId"] as const;
    const charges = await store.readCharges({ from: 0, to: max, by, limit: 9 });
    expect(charges.map((one) => [...by.map((field) => one[field]), one.spentMicros]).sort()).toEqual([
      ["", tea, "", 100],
      ["acme", tea, "", 200],
      ["another", "Coffee", "KEYlive0", 100],
    ]);
    const counts = await store.readCounts({ from: 0, to: max, metrics: ["issued"], by, limit: 9 });
    expect(counts.map((one) => [one.publisherId, one.advertiser, one.n])).toEqual([
      ["acme", tea, 10],
      ["", tea, 5],
    ]);
    for (const [publisherId, users] of Object.entries({ acme: 2, another: 1, bolt: 0 })) {
      const ranges = [{ from: 0, to: max }];
      expect(await store.readUniques({ ranges, publisherIds: [publisherId] }), publisherId).toEqual([users]);
    }
    const { campaigns } = await store.auditLedger();
    expect(campaigns).toMatchObject([
      { chargedMicros: 400, spentMicros: 400, heldMicros: 0, daysOutOfBalance: [] },
    ]);
  });

  test("is marked by the first event with a mark, and so is its charge", async () => {
    const store = open();
    expect(await store.findDeliveries([id(3)])).toMatchObject([{ mark: "", network: "" }]);
    const events = [
      { ...press(id(3)), mark: "first" },
      { ...press(id(3), 1), mark: "second" },
    ];
    await store.record(events);
    expect(await store.findDeliveries([id(3)])).toMatchObject([{ publisherId: "acme", mark: "first" }]);
    const query = { from: 0, to: max, by: ["mark"], limit: 9 } as const;
    expect(await store.readCharges(query)).toMatchObject([
      { mark: "", charges: 2 },
      { mark: "first", charges: 1 },
    ]);
    expect(await store.readCharges({ ...query, marks: ["first"] })).toMatchObject([{ charges: 1 }]);
  });

  test("an order that was issued then is answered with its owner when it is repeated", async () => {
    const store = open();
    await store.catalogChanges();
    await moveAll(store);
    const repeated = order(id(1), [choice("tea", 100, { advertiser: "Coffee" })], { publisherId: "another" });
    expect(await store.issue([repeated])).toMatchObject([
      { outcome: "issued", delivery: { id: id(1), publisherId: "acme", advertiser: tea, apiKeyId: "" } },
    ]);
  });

  test("of a forgotten user nothing of it is left", async () => {
    const store = open();
    await store.record([press(id(3))]);
    await store.issue([order(id(9), [choice("tea")], { userKey: "user-1" })]);
    await store.record([press(id(9))]);
    expect([await store.forgetUser("user-1"), await store.forgetUser("user-3")]).toEqual([2, 1]);
    const keys = await backend.bridge.redis("KEYS", `{${prefix}}:*`);
    expect(JSON.stringify(keys)).not.toMatch(/user-[13]/);
    expect(await store.readUniques({ ranges: [{ from: 0, to: max }] })).toEqual([1]);
  });
});

describe("keys and removals of an older release", () => {
  test("a key whose time has come is revoked for good, and so is one of a removed publisher", async () => {
    const store = open();
    const wanted = [
      ["KEYlive0", undefined, undefined],
      ["KEYpast0", clock.now() - 7_201_000, true],
      ["KEYnext0", clock.now() + 59_000, undefined],
      ["KEYgone0", clock.now(), true],
    ];
    const keys = await store.listApiKeys();
    expect(keys.map((key) => [key.id, key.revokedAt, key.revoked])).toEqual(wanted);
    const { delta } = await store.catalogChanges();
    expect(delta?.apiKeys.filter(({ revoked }) => revoked)).toHaveLength(2);
    clock.advance(-24 * hourMs);
    await change(store, { publishers: [publisher({ id: "gone" })] });
    expect((await open().listApiKeys()).map((key) => [key.id, key.revokedAt, key.revoked])).toEqual(wanted);
  });

  test("what was removed is known without its document, and with it from now on", async () => {
    const store = open();
    const refs = [
      { kind: "platform", id: "pf_gone" },
      { kind: "publisher", id: "gone" },
      { kind: "platform", id: "pf_acme" },
      { kind: "platform", id: "pf_never" },
    ] as const;
    expect(await store.readRemoved(refs)).toEqual([
      { kind: "platform" },
      { kind: "publisher" },
      undefined,
      undefined,
    ]);
    await change(store, {}, [{ kind: "platform", id: "pf_acme" }]);
    expect((await open().readRemoved(refs))[2]).toEqual({
      kind: "platform",
      entity: platform({ id: "pf_acme", publisherId: "acme" }),
    });
  });

  test("what the catalogue has forgotten is known from the audit trail, and campaigns from their accounts", async () => {
    const entry = { actor: "operator", action: "update", publisherId: "", changes: "{}" };
    const updates = Array.from({ length: 1_200 }, () => ({ ...entry, kind: "topic", entityId: "t" }));
    await old.note([...updates, { ...entry, action: "remove", kind: "platform", entityId: "pf_first" }]);
    await old.note([{ ...entry, action: "remove", kind: "platform", entityId: "pf_acme" }]);
    await backend.bridge.redis("SADD", `{${prefix}}:campaigns`, "first");
    const refs = [
      { kind: "platform", id: "pf_first" },
      { kind: "platform", id: "pf_acme" },
      { kind: "campaign", id: "first" },
      { kind: "campaign", id: "tea" },
      { kind: "topic", id: "t" },
    ] as const;
    expect(await open().readRemoved(refs)).toEqual([
      { kind: "platform" },
      undefined,
      { kind: "campaign" },
      undefined,
      undefined,
    ]);
  });
});
