/** Whose deliveries, charges and counts are, while the release that keeps it replaces the one before. */
import postgres from "postgres";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { migrate } from "../../adapters/postgres/migrate.ts";
import { issueV1 } from "../../adapters/postgres/migrations/0005-issue-v1.ts";
import { chargesV2 } from "../../adapters/postgres/migrations/0014-charges-v2.ts";
import { migrations } from "../../adapters/postgres/migrations/list.ts";
import { openPostgres, type PostgresStore } from "../../adapters/postgres/mod.ts";
import { postgresExecutor } from "../../adapters/postgres/postgres-executor.ts";
import type { CountTotal, OwnerFilter } from "../../core/storage/counts.ts";
import type { ChargeTotal } from "../../core/storage/report-store.ts";
import { campaign, click, platform } from "../conformance/fixtures.ts";
import { idNamed } from "../setup/delivery-ids.ts";
import { type PostgresServer, startPostgresServer } from "../setup/postgres-server.ts";
import { type OlderCount, type OlderRelease, olderRelease } from "./older-release.ts";

const before = migrations.filter(({ number }) => number <= 16);
const always = { from: 0, to: Number.MAX_SAFE_INTEGER };

let server: PostgresServer;
let owner: postgres.Sql;
let schemas = 0;
let schema: string;
let old: OlderRelease;
const opened: PostgresStore[] = [];

beforeAll(async () => {
  server = await startPostgresServer();
  owner = postgres(server.url, { max: 1, onnotice: () => undefined });
}, 60_000);
afterAll(async () => {
  await Promise.all(opened.map((store) => store.close()));
  await owner.end();
  await server.stop();
}, 60_000);

/** A database of the older release: two publishers with a platform each, two advertisers, and what they had. */
beforeEach(async () => {
  schemas += 1;
  schema = `owners_${schemas}`;
  await migrateWith(before);
  old = olderRelease(owner, schema);
  await old.apply({
    publishers: ["acme", "bolt"],
    platforms: [
      platform({ id: "pf_acme", publisherId: "acme" }),
      platform({ id: "pf_bolt", publisherId: "bolt" }),
      platform({ id: "pf_gone", publisherId: "acme" }),
    ],
    campaigns: [campaign("tea", { advertiser: "Tea" }), campaign("coffee", { advertiser: "Coffee" })],
  });
  await old.issue([
    { id: id("acme"), platform: "pf_acme", campaign: "tea", user: "one" },
    { id: id("bolt"), platform: "pf_bolt", campaign: "coffee", user: "two" },
    { id: id("gone"), platform: "pf_gone", campaign: "tea", user: "three" },
    { id: id("open"), platform: "pf_acme", campaign: "coffee", user: "four" },
  ]);
  await old.click([id("acme"), id("bolt"), id("gone")]);
  await old.count([
    line({ n: 3, platformId: "pf_acme", campaignId: "tea" }),
    line({ n: 5, platformId: "pf_bolt" }),
  ]);
  await owner.unsafe(`insert into ${schema}.counts (hour, metric, reason, platform_id, placement, format, language, n)
    values (0, 'issued', '', 'pf_acme', 'chat', '', 'en', 7)`);
  await old.apply({ removals: [{ kind: "platform", id: "pf_gone" }] });
}, 30_000);

function id(name: string): string {
  return idNamed(`${schema} ${name}`);
}

function line(fields: Partial<OlderCount>): OlderCount {
  return {
    hour: 0,
    metric: "issued",
    reason: "",
    platformId: "",
    placement: "chat",
    format: "",
    language: "en",
    campaignId: "",
    creativeId: "",
    topicId: "",
    n: 1,
    ...fields,
  };
}

async function migrateWith(steps: typeof migrations): Promise<void> {
  const sql = postgres(server.url, { max: 1, onnotice: () => undefined });
  const executor = postgresExecutor(sql, { callTimeoutMs: 20_000, prepare: false, ownsPool: true });
  await migrate(executor, schema, steps);
  await executor.close();
}

async function migrated(): Promise<PostgresStore> {
  const store = await openPostgres(server.url, { schema });
  opened.push(store);
  await store.migrate();
  return store;
}

/** Owners and the amount of each sum, the least first. */
async function chargesOf(store: PostgresStore, filter: OwnerFilter = {}): Promise<readonly unknown[]> {
  const by = ["publisherId", "advertiser", "apiKeyId"] as const;
  const totals = await store.readCharges({ ...always, by, limit: 100, ...filter });
  return totals.map((total) => [...owners(total), total.spentMicros]).sort();
}

async function countsOf(store: PostgresStore, filter: OwnerFilter = {}): Promise<readonly unknown[]> {
  const by = ["publisherId", "advertiser", "apiKeyId"] as const;
  const totals = await store.readCounts({ ...always, metrics: ["issued"], by, limit: 100, ...filter });
  return totals.map((total) => [...owners(total), total.n]).sort();
}

function owners({ publisherId, advertiser, apiKeyId }: ChargeTotal | CountTotal): readonly unknown[] {
  return [publisherId, advertiser, apiKeyId];
}

async function deliveriesOf(store: PostgresStore, filter: OwnerFilter): Promise<readonly string[]> {
  return (await store.readRecentDeliveries({ limit: 100, ...filter })).map((delivery) => delivery.id).sort();
}

test("rows of the older release belong to whom the register named when it was replaced, for ever", async () => {
  const store = await migrated();
  // The platforms change hands, and the advertiser its name.
  await old.apply({
    platforms: [
      platform({ id: "pf_acme", publisherId: "bolt" }),
      platform({ id: "pf_gone", publisherId: "bolt" }),
    ],
    campaigns: [campaign("tea", { advertiser: "Mate" })],
  });
  expect(await chargesOf(store)).toEqual([
    ["", "Tea", "", 100],
    ["acme", "Tea", "", 100],
    ["bolt", "Coffee", "", 100],
  ]);
  expect(await chargesOf(store, { publisherIds: ["acme"] })).toEqual([["acme", "Tea", "", 100]]);
  expect(await chargesOf(store, { advertisers: ["Mate"] })).toEqual([]);
  expect(await countsOf(store)).toEqual([
    ["acme", "", "", 7],
    ["acme", "Tea", "", 3],
    ["bolt", "", "", 5],
  ]);
  expect(await countsOf(store, { publisherIds: ["bolt"], apiKeyIds: [""] })).toEqual([["bolt", "", "", 5]]);
  const ranges = [always];
  expect(await store.readUniques({ ranges, publisherIds: ["acme"] })).toEqual([1]);
  expect(await store.readUniques({ ranges, advertisers: ["Tea"], apiKeyIds: [""] })).toEqual([2]);
  expect(await store.readUniques({ ranges, publisherIds: [""] })).toEqual([1]);
  expect(await deliveriesOf(store, { publisherIds: ["acme"] })).toEqual([id("acme"), id("open")].sort());
  expect(await deliveriesOf(store, { advertisers: ["Coffee"] })).toEqual([id("bolt"), id("open")].sort());
  expect(await store.findDeliveries([id("acme"), id("gone")])).toMatchObject([
    { publisherId: "acme", advertiser: "Tea", apiKeyId: "" },
    { publisherId: "", advertiser: "Tea", apiKeyId: "" },
  ]);
  expect(await store.record([click(id("open")), click(id("acme"))])).toMatchObject([
    { outcome: "recorded", charged: true, delivery: { publisherId: "acme", advertiser: "Coffee" } },
    { outcome: "duplicate", delivery: { publisherId: "acme", advertiser: "Tea" } },
  ]);
  expect(await chargesOf(store, { publisherIds: ["acme"], advertisers: ["Coffee"] })).toEqual([
    ["acme", "Coffee", "", 100],
  ]);
  const audit = await store.auditLedger();
  expect(audit.campaigns.flatMap(({ daysOutOfBalance }) => daysOutOfBalance)).toEqual([]);
  expect(audit.advertiserMicros).toBe(400);
});

test("instances of the older release go on, and what they write belongs to whom the register names", async () => {
  const store = await migrated();
  await old.apply({
    platforms: [
      platform({ id: "pf_acme", publisherId: "bolt" }),
      platform({ id: "pf_new", publisherId: "acme" }),
    ],
    campaigns: [campaign("milk", { advertiser: "Milk" })],
  });
  const wishes = [
    { id: id("moved"), platform: "pf_acme", campaign: "milk" },
    { id: id("new"), platform: "pf_new", campaign: "tea" },
    { id: id("unknown"), platform: "pf_nobody", campaign: "tea" },
  ];
  await old.issue(wishes);
  expect(await old.issue(wishes)).toMatchObject({ known: [{ o: 1 }, { o: 2 }, { o: 3 }] });
  const clicked = [id("moved"), id("new"), id("unknown"), id("open")];
  expect(await old.click(clicked)).toMatchObject(clicked.map(() => ({ outcome: "recorded", charged: true })));
  await old.count([
    line({ n: 11, platformId: "pf_acme", campaignId: "milk" }),
    line({ n: 13, platformId: "pf_nobody", campaignId: "none" }),
  ]);
  expect(await store.findDeliveries(clicked)).toMatchObject([
    { publisherId: "bolt", advertiser: "Milk", apiKeyId: "" },
    { publisherId: "acme", advertiser: "Tea", apiKeyId: "" },
    { publisherId: "", advertiser: "Tea", apiKeyId: "" },
    { publisherId: "acme", advertiser: "Coffee", apiKeyId: "" },
  ]);
  expect(await chargesOf(store, { publisherIds: ["acme", "bolt"] })).toEqual([
    ["acme", "Coffee", "", 100],
    ["acme", "Tea", "", 200],
    ["bolt", "Coffee", "", 100],
    ["bolt", "Milk", "", 100],
  ]);
  expect(await countsOf(store, { advertisers: ["Milk"] })).toEqual([["bolt", "Milk", "", 11]]);
  expect(await countsOf(store, { publisherIds: [""] })).toEqual([["", "", "", 13]]);
});

test("calls that had begun before the migration write rows that belong to whom the register named then", async () => {
  // What these were compiled to runs to its end.
  await owner.unsafe(`set search_path to ${schema};
    ${issueV1.sql.replaceAll("function issue_v1(", "function begun_issue(")};
    ${chargesV2.sql.slice(chargesV2.sql.indexOf("create function")).replaceAll("record_v2(", "begun_record(")};
    reset search_path`);
  const store = await migrated();
  const wishes = [{ id: id("late"), platform: "pf_acme", campaign: "tea" }];
  await old.issue(wishes, "begun_issue");
  await owner.unsafe(`select ${schema}.begun_record($1::text::jsonb)`, [
    JSON.stringify([{ id: Buffer.from(id("late"), "base64url").toString("hex"), kind: "click" }]),
  ]);
  await old.apply({ platforms: [platform({ id: "pf_acme", publisherId: "bolt" })] });
  expect(await store.findDeliveries([id("late")])).toMatchObject([
    { publisherId: "acme", advertiser: "Tea" },
  ]);
  expect(await chargesOf(store, { publisherIds: ["acme"] })).toEqual([["acme", "Tea", "", 200]]);
});

test("keys that were revoked before are revoked whatever a clock says; others are due as they were", async () => {
  const now = Date.now();
  for (const key of ["KEYlive1", "KEYgone1", "KEYdue01"]) await old.addKey(key, "acme");
  await old.revokeKey("KEYgone1", now - 1_000);
  await old.revokeKey("KEYdue01", now + 3_600_000);
  const store = await migrated();
  const keys = await store.listApiKeys();
  expect(keys.map(({ id: key, revoked, revokedAt }) => [key, revoked, revokedAt])).toEqual([
    ["KEYlive1", undefined, undefined],
    ["KEYgone1", true, now - 1_000],
    ["KEYdue01", undefined, now + 3_600_000],
  ]);
  // An instance of the older release removes the publisher.
  await old.apply({ removals: [{ kind: "publisher", id: "acme" }] });
  expect((await store.listApiKeys()).map(({ revoked }) => revoked)).toEqual([true, true, true]);
  const { delta } = await store.catalogChanges();
  expect(delta?.apiKeys.map(({ revoked }) => revoked)).toEqual([true, true, true]);
});

test("what an older release removed is known to have been there; from now on it is kept, whoever removes it", async () => {
  const store = await migrated();
  const gone = { kind: "platform", id: "pf_gone" } as const;
  const bolt = { kind: "platform", id: "pf_bolt" } as const;
  const never = { kind: "campaign", id: "pf_gone" } as const;
  expect(await store.readRemoved([gone, bolt, never])).toEqual([{ kind: "platform" }, undefined, undefined]);
  await old.apply({ removals: [bolt, gone] });
  expect(await store.readRemoved([gone, bolt])).toEqual([
    { kind: "platform" },
    { kind: "platform", entity: platform({ id: "pf_bolt", publisherId: "bolt" }) },
  ]);
  await old.apply({ platforms: [platform({ id: "pf_gone", publisherId: "bolt" })] });
  expect(await store.readRemoved([gone])).toEqual([undefined]);
  await old.apply({ removals: [gone] });
  expect(await store.readRemoved([gone])).toEqual([
    { kind: "platform", entity: platform({ id: "pf_gone", publisherId: "bolt" }) },
  ]);
});

test("charges are as they were: the migration writes none anew", async () => {
  const rows = async (): Promise<unknown> => [
    ...(await owner.unsafe(
      `select c.ctid::text, c.xmin::text, c.price, c.campaign_id from ${schema}.charges c`,
    )),
  ];
  const charges = await rows();
  await migrated();
  expect(await rows()).toEqual(charges);
});
