import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { UpstashStore } from "../../adapters/upstash/mod.ts";
import { createTestClock, type TestClock } from "../conformance/clock.ts";
import { campaign, choice, order, platform, press } from "../conformance/fixtures.ts";
import { type Backend, startBackend } from "./backend.ts";
import { documents, id, type OlderRelease, olderRelease } from "./older-release-data.ts";

const hourMs = 3_600_000;
const max = Number.MAX_SAFE_INTEGER;

let backend: Backend;
let prefix: string;
let clock: TestClock;
let old: OlderRelease;
beforeAll(async () => {
  backend = await startBackend();
});
beforeEach(() => {
  prefix = backend.newPrefix();
  clock = createTestClock();
  old = olderRelease(backend, prefix, clock.now);
  backend.bridge.behave(() => "answer");
});
afterAll(() => backend.close());

function open(): UpstashStore {
  return backend.openStore({ prefix, clock: clock.now });
}

async function move(store: UpstashStore, platformId: string, publisherId: string): Promise<void> {
  const { version: expectedVersion } = await store.readCatalog();
  const platforms = [platform({ id: platformId, publisherId })];
  const upserts = { publishers: [], platforms, campaigns: [], creatives: [], topics: [] };
  expect(await store.applyCatalog({ expectedVersion, upserts, removals: [] })).toMatchObject({
    outcome: "applied",
  });
  clock.advance(1);
}

async function owners(store: UpstashStore, ...numbers: readonly number[]): Promise<unknown> {
  return (await store.findDeliveries(numbers.map(id))).map((one) => one?.publisherId);
}

describe("while instances of an older release still run", () => {
  test("what they issue, charge and count belongs to whom the platform did at that time", async () => {
    await old.change({
      "f:pf_one": documents.platform("pf_one", "acme"),
      "c:tea": documents.campaign("tea", "Tea"),
    });
    const store = open();
    await store.catalogChanges();
    const write = async (n: number, platformId: string): Promise<void> => {
      await old.issue(id(n), platformId, "tea", `user-${n}`);
      await old.see(id(n), platformId, "tea", `user-${n}`);
      await old.count(platformId, "tea", n);
      clock.advance(hourMs - 1);
    };
    await write(1, "pf_one");
    await move(store, "pf_one", "bolt");
    await write(2, "pf_one");
    // Changes of the older release are noted with the next look at the catalogue.
    await old.change({
      "f:pf_one": documents.platform("pf_one", "crux"),
      "f:pf_two": documents.platform("pf_two", "dune"),
      "c:tea": documents.campaign("tea", "Coffee"),
    });
    await store.catalogChanges();
    clock.advance(1);
    await write(4, "pf_one");
    await write(8, "pf_two");
    await move(store, "pf_two", "acme");
    expect(await owners(open(), 1, 2, 4, 8)).toEqual(["acme", "bolt", "crux", "dune"]);
    const by = ["publisherId", "advertiser"] as const;
    const charges = await store.readCharges({ from: 0, to: max, by, limit: 9 });
    expect(charges.map((one) => [one.publisherId, one.advertiser, one.charges]).sort()).toEqual([
      ["acme", "Tea", 1],
      ["bolt", "Tea", 1],
      ["crux", "Coffee", 1],
      ["dune", "Coffee", 1],
    ]);
    const counts = await store.readCounts({ from: 0, to: max, metrics: ["issued"], by, limit: 9 });
    // Moves took place before the hours began: an hour is counted as a whole.
    expect(counts.map((one) => [one.publisherId, one.advertiser, one.n])).toEqual([
      ["dune", "Coffee", 8],
      ["crux", "Coffee", 4],
      ["bolt", "Tea", 2],
      ["acme", "Tea", 1],
    ]);
  });

  test("a change that is the first call moves nothing that was there before", async () => {
    await old.change({
      "f:pf_one": documents.platform("pf_one", "acme"),
      "c:tea": documents.campaign("tea", "Tea"),
    });
    await old.issue(id(1), "pf_one", "tea", "user-1");
    const upserts = {
      publishers: [],
      platforms: [platform({ id: "pf_one", publisherId: "bolt" })],
      campaigns: [],
      creatives: [],
      topics: [],
    };
    // As whoever read the catalogue before knows its version.
    const applied = await open().applyCatalog({ expectedVersion: "2.old-2", upserts, removals: [] });
    expect(applied.outcome).toBe("applied");
    clock.advance(1);
    await old.issue(id(2), "pf_one", "tea", "user-2");
    expect(await owners(open(), 1, 2)).toEqual(["acme", "bolt"]);
  });

  test("a removal of theirs is known, and a publisher that they remove takes its keys along", async () => {
    const store = open();
    await old.change({
      "p:acme": documents.publisher("acme"),
      "f:pf_one": documents.platform("pf_one", "acme"),
      "k:KEY00001": documents.key("KEY00001", "acme"),
    });
    await store.catalogChanges();
    const refs = [{ kind: "platform", id: "pf_one" }] as const;
    await move(store, "pf_one", "bolt");
    const { version: expectedVersion } = await store.readCatalog();
    const upserts = { publishers: [], platforms: [], campaigns: [], creatives: [], topics: [] };
    await store.applyCatalog({ expectedVersion, upserts, removals: refs });
    expect(await store.readRemoved(refs)).toMatchObject([{ entity: { publisherId: "bolt" } }]);
    await old.change({ "f:pf_one": documents.platform("pf_one", "crux") });
    expect(await store.readRemoved(refs)).toEqual([undefined]);
    await old.change({ "f:pf_one": undefined, "p:acme": undefined });
    // Not as this release saw it last, for it was stored again since.
    expect(await store.readRemoved(refs)).toEqual([{ kind: "platform" }]);
    expect(await store.listApiKeys()).toMatchObject([{ id: "KEY00001", revoked: true }]);
  });

  test("a catalogue of thousands is noted in steps, through lost replies and by many stores at once", async () => {
    const many = Array.from({ length: 2_500 }, (_, n) => n);
    await old.change(
      Object.fromEntries(
        many.flatMap((n) => [
          [`f:pf_${n}`, documents.platform(`pf_${n}`, `publisher-${n % 7}`)],
          [`k:KEY${n}`, documents.key(`KEY${n}`, "acme", n % 2 === 0 ? 1 : undefined)],
        ]),
      ),
    );
    await old.change({ "c:tea": documents.campaign("tea", "Tea") });
    for (const n of [0, 1_234, 2_499]) await old.issue(id(n), `pf_${n}`, "tea", "user-1");
    const stores = [open(), open(), open()] as const;
    let requests = 0;
    backend.bridge.behave((n) => {
      requests = n;
      return n % 10 === 4 ? "lose reply" : n % 2 === 0 ? "do twice" : "answer";
    });
    // Moves come in between: those of the older release are noted, those of this one wait until all is.
    const answers = await Promise.all([
      owners(stores[0], 0, 1_234, 2_499),
      owners(stores[1], 0, 1_234, 2_499),
      move(stores[2], "pf_1234", "another").then(() => "moved"),
    ]);
    backend.bridge.behave(() => "answer");
    expect(requests).toBeGreaterThan(5);
    const wanted = ["publisher-0", "publisher-2", "publisher-0"];
    expect(answers).toEqual([wanted, wanted, "moved"]);
    expect(await owners(open(), 0, 1_234, 2_499)).toEqual(wanted);
    const keys = await open().listApiKeys();
    expect(keys.filter(({ revoked }) => revoked === true).length).toBe(1_250);
    backend.bridge.forget();
    await stores[0].catalogChanges();
    await stores[0].readCharges({ from: 0, to: max, by: [], limit: 1 });
    expect(backend.bridge.commands.length).toBeLessThan(12);
  });

  test("an interrupted start is gone on with by the next one", async () => {
    await old.change(
      Object.fromEntries(
        Array.from({ length: 1_500 }, (_, n) => [`f:pf_${n}`, documents.platform(`pf_${n}`, "acme")]),
      ),
    );
    await old.change({ "c:tea": documents.campaign("tea", "Tea") });
    await old.issue(id(1), "pf_0", "tea", "user-1");
    await old.issue(id(2), "pf_1499", "tea", "user-1");
    // The scripts are known: the catalogue, the audit trail, and a thousand changes of 1,501.
    const another = backend.newPrefix();
    await olderRelease(backend, another, clock.now).change({ "p:acme": documents.publisher("acme") });
    await backend.openStore({ prefix: another, clock: clock.now }).catalogChanges();
    backend.bridge.behave((n) => (n > 3 ? "lose request" : "answer"));
    await expect(open().catalogChanges()).rejects.toThrow();
    backend.bridge.behave(() => "answer");
    expect(await backend.bridge.redis("HLEN", `{${prefix}}:owners`)).toBe(1_000);
    // An instance of the older release moves both before anybody goes on: it is the register that counts.
    await old.change({
      "f:pf_0": documents.platform("pf_0", "bolt"),
      "f:pf_1499": documents.platform("pf_1499", "bolt"),
    });
    const store = open();
    expect(await owners(store, 1, 2)).toEqual(["bolt", "bolt"]);
    await move(store, "pf_0", "crux");
    expect(await owners(store, 1, 2)).toEqual(["bolt", "bolt"]);
    expect(await store.listApiKeys()).toEqual([]);
  });

  test("an unproven hold of this release that they charge leaves its sum within the next order after an hour", async () => {
    const store = open();
    const { version: expectedVersion } = await store.readCatalog();
    const campaigns = [campaign("tea", { totalBudgetMicros: 9_999 })];
    const upserts = { publishers: [], platforms: [], campaigns, creatives: [], topics: [] };
    await store.applyCatalog({ expectedVersion, upserts, removals: [] });
    const unproven = { unprovenShareBps: 1_000 } as const;
    const orders = Array.from({ length: 20 }, (_, n) => order(id(n), ["tea"], unproven));
    await store.issue(orders);
    for (let n = 0; n < 20; n += 1) await old.see(id(n), "pf_one", "tea", "user-1");
    const issueOne = async (n: number): Promise<unknown> => store.issue([order(id(n), ["tea"], unproven)]);
    expect(await issueOne(20)).toMatchObject([{ reasons: ["unproven_holds"] }]);
    clock.advance(hourMs + 1);
    expect(await issueOne(21)).toMatchObject([{ outcome: "issued" }]);
    const { campaigns: books } = await store.auditLedger();
    expect(books).toMatchObject([{ charges: 20, unprovenHeldMicros: 100, unprovenOpenMicros: 100 }]);
  });

  test("what this release issued is charged to its owner when they record it", async () => {
    const store = open();
    const { version: expectedVersion } = await store.readCatalog();
    await store.applyCatalog({
      expectedVersion,
      upserts: {
        publishers: [],
        platforms: [platform({ id: "pf_one", publisherId: "acme" })],
        campaigns: [campaign("tea", { advertiser: "Tea" })],
        creatives: [],
        topics: [],
      },
      removals: [],
    });
    clock.advance(1);
    const fields = { publisherId: "acme", platformId: "pf_one", apiKeyId: "KEY00001" } as const;
    const orders = [1, 2].map((n) => order(id(n), [choice("tea", 100, { advertiser: "Tea" })], fields));
    await store.issue(orders);
    await old.see(id(1), "pf_one", "tea", "user-1");
    clock.advance(1);
    await move(store, "pf_one", "bolt");
    expect(await store.record([press(id(1)), press(id(2))])).toMatchObject([
      { charged: false, delivery: { publisherId: "acme", apiKeyId: "KEY00001", chargedAt: clock.now() - 2 } },
      { charged: true, delivery: { publisherId: "acme", apiKeyId: "KEY00001" } },
    ]);
    const by = ["publisherId", "advertiser"] as const;
    expect(await store.readCharges({ from: 0, to: max, by, limit: 9 })).toMatchObject([
      { publisherId: "acme", advertiser: "Tea", charges: 2 },
    ]);
  });
});
