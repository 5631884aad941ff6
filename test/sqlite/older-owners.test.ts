import { DatabaseSync } from "node:sqlite";
import { afterEach, expect, test } from "vitest";
import type { SqliteStore } from "../../adapters/sqlite/mod.ts";
import { auditEntry, press, publisher } from "../conformance/fixtures.ts";
import { expectBooks } from "./expect-books.ts";
import {
  hour,
  type OldDelivery,
  oldDeliveries,
  oldKeys,
  stoppedAt,
  strangeName,
  writeOlderFile,
} from "./older-file.ts";
import { cleanUp, newFile, open } from "./temporary.ts";

afterEach(cleanUp);

const always = { from: 0, to: stoppedAt * 2 };

const publisherOf = new Map([
  ["pf_one", "acme"],
  ["__proto__", strangeName],
]);
const advertiserOf = new Map([
  ["a", "Tea"],
  ["it's", strangeName],
]);

/** The publisher that has the platform, and the advertiser that has the campaign; empty where it was removed. */
function ownersOf({ platformId, campaignId }: OldDelivery): readonly string[] {
  return [publisherOf.get(platformId) ?? "", advertiserOf.get(campaignId) ?? "", ""];
}

async function openOlder(): Promise<{ readonly store: SqliteStore; readonly file: string }> {
  const file = newFile();
  writeOlderFile(file);
  const store = open(file, { clock: () => stoppedAt });
  expect((await store.migrate()).map(({ name }) => name)).toEqual([
    "counted_languages",
    "owners",
    "removals",
  ]);
  return { store, file };
}

test("deliveries of an older file belong to who has their platform and their campaign now", async () => {
  const { store } = await openOlder();
  const found = await store.findDeliveries(oldDeliveries.map(({ id }) => id));
  expect(found.map((one) => [one?.publisherId, one?.advertiser, one?.apiKeyId])).toEqual(
    oldDeliveries.map(ownersOf),
  );
  expect(found.map((one) => [one?.platformId, one?.campaignId, one?.chargedAt !== undefined])).toEqual(
    oldDeliveries.map(({ platformId, campaignId, charged }) => [platformId, campaignId, charged]),
  );
});

test("charges of an older file belong to them too, and what is charged from now on to the owners of its issue", async () => {
  const { store, file } = await openOlder();
  const by = ["publisherId", "advertiser", "apiKeyId", "platformId", "campaignId"] as const;
  const linesOf = (deliveries: readonly OldDelivery[]): readonly (readonly (string | undefined)[])[] =>
    deliveries
      .map((delivery) => [...ownersOf(delivery), delivery.platformId, delivery.campaignId])
      .toSorted();
  const charges = async (): Promise<readonly (readonly (string | undefined)[])[]> =>
    (await store.readCharges({ ...always, by, limit: 100 }))
      .map((line) => by.map((field) => line[field]))
      .toSorted();
  expect(await charges()).toEqual(linesOf(oldDeliveries.filter(({ charged }) => charged)));
  expect(await expectBooks(store)).toBe(500);

  for (const { id, charged } of oldDeliveries) {
    expect((await store.record([press(id)]))[0]).toMatchObject({ outcome: "recorded", charged: !charged });
  }
  expect(await charges()).toEqual(linesOf(oldDeliveries));
  expect(await expectBooks(store)).toBe(900);
  const ofAcme = await store.readCharges({ ...always, by: [], limit: 1, publisherIds: ["acme"] });
  expect(ofAcme).toMatchObject([{ charges: 3, publisherMicros: 150 }]);

  await store.close();
  const db = new DatabaseSync(file);
  for (const change of ["UPDATE charges SET publisher_id = 'bolt'", "DELETE FROM charges"]) {
    expect(() => db.exec(change)).toThrow("charges are only ever added");
  }
  db.close();
});

test("counts of an older file keep their sums, and belong to them too", async () => {
  const { store } = await openOlder();
  const by = ["hour", "publisherId", "advertiser", "apiKeyId", "platformId", "campaignId"] as const;
  const issued = await store.readCounts({ ...always, metrics: ["issued"], by, limit: 100 });
  expect(issued).toHaveLength(oldDeliveries.length);
  for (const delivery of oldDeliveries) {
    const [publisherId, advertiser, apiKeyId] = ownersOf(delivery);
    const { platformId, campaignId } = delivery;
    expect(issued).toContainEqual({ hour, publisherId, advertiser, apiKeyId, platformId, campaignId, n: 3 });
  }
  const requests = await store.readCounts({
    ...always,
    metrics: ["request"],
    by: ["platformId", "publisherId", "advertiser"],
    limit: 100,
  });
  expect(requests).toHaveLength(3);
  expect(requests).toEqual(
    expect.arrayContaining([
      { platformId: "pf_one", publisherId: "acme", advertiser: "", n: 5 },
      { platformId: "pf_gone", publisherId: "", advertiser: "", n: 5 },
      { platformId: "", publisherId: "", advertiser: "", n: 5 },
    ]),
  );
});

test("keys of an older file whose time has come stay revoked, whatever a clock says, and so do those of a removed publisher", async () => {
  const { store } = await openOlder();
  const keys = new Map((await store.listApiKeys()).map((key) => [key.id, key]));
  const stateOf = (id: string): readonly unknown[] => [keys.get(id)?.revokedAt, keys.get(id)?.revoked];
  expect(Object.fromEntries(Object.keys(oldKeys).map((id) => [id, stateOf(id)]))).toEqual({
    KEY0past: [stoppedAt - 1, true],
    KEY00now: [stoppedAt, true],
    KEY00due: [stoppedAt + 1, undefined],
    KEY0live: [undefined, undefined],
    KEYleft0: [stoppedAt, true],
    KEYleft1: [stoppedAt, true],
    KEYleft2: [stoppedAt - 5_000, true],
    KEYalone: [undefined, undefined],
  });
});

test("who knows the last version of an older file learns which keys are revoked now", async () => {
  const { store } = await openOlder();
  const { version } = await store.readCatalog();
  const { delta } = await store.catalogChanges(`${version.split(".")[0]}.7`);
  expect(delta?.reload).toBe(false);
  expect(delta?.apiKeys.map(({ id }) => id).toSorted()).toEqual(
    Object.keys(oldKeys)
      .filter((id) => !["KEY00due", "KEY0live", "KEYalone"].includes(id))
      .toSorted(),
  );
  expect((await store.catalogChanges(version)).delta).toBeUndefined();
});

test("of what was removed from an older file only that is known, and of what is removed later how it last stood", async () => {
  const { store } = await openOlder();
  const refs = [
    { kind: "publisher", id: "left" },
    { kind: "platform", id: "pf_gone" },
    { kind: "campaign", id: "gone" },
    { kind: "creative", id: "cr-gone" },
    { kind: "topic", id: "left" },
    { kind: "publisher", id: "acme" },
    { kind: "topic", id: "never" },
  ] as const;
  const unknown = refs.slice(0, 5).map(({ kind }) => ({ kind }));
  expect(await store.readRemoved(refs)).toEqual([...unknown, undefined, undefined]);
  const { version } = await store.readCatalog();
  const upserts = { publishers: [], platforms: [], campaigns: [], creatives: [], topics: [] };
  const change = { expectedVersion: version, upserts, removals: refs, audit: [auditEntry("acme")] };
  expect((await store.applyCatalog(change)).outcome).toBe("applied");
  const acme = { kind: "publisher", entity: publisher({ id: "acme" }) };
  expect(await store.readRemoved(refs)).toEqual([...unknown, acme, undefined]);
});
