/** How many rows adjustments and lists of charges touch, also in a session that made its plans when there were none. */
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { toUuid } from "../../adapters/postgres/delivery-uuid.ts";
import { createPostgresStore, type PostgresStore } from "../../adapters/postgres/mod.ts";
import type { Charge } from "../../core/storage/settlement-store.ts";
import { adjustment, campaign, deliveryIdAt, order, press } from "../conformance/fixtures.ts";
import { type PostgresServer, startPostgresServer } from "../setup/postgres-server.ts";
import { issueAll, storeCampaigns } from "../setup/store-campaigns.ts";
import { nodesOfNotices, rowsOf } from "./plan-nodes.ts";

const dayMs = 86_400_000;
const now = Date.UTC(2026, 2, 5, 12);
const schema = "settled";
const charges = 450_000;
const perDay = charges / 90;
/** Every fifth charge was taken back a bit, an hour later. */
const adjustments = charges / 5;
const batch = 64;
/** A span of charges is counted, then read; each time with the block ranges at its ends, and narrower spans were tried before. */
const maxRowsOfPage = 8 * 4096;

let server: PostgresServer;
let owner: postgres.Sql;
const pools: postgres.Sql[] = [];
const notices: string[] = [];
let young: PostgresStore;
let issued = 0;

beforeAll(async () => {
  server = await startPostgresServer({
    autovacuum: "off",
    session_preload_libraries: "auto_explain",
    "auto_explain.log_nested_statements": "on",
    "auto_explain.log_analyze": "on",
    "auto_explain.log_timing": "off",
    "auto_explain.log_format": "json",
    "auto_explain.log_level": "notice",
  });
  owner = postgres(server.url, { max: 1, onnotice: () => undefined });
  young = open();
  await young.migrate();
  await storeCampaigns(young, campaign("c"), campaign("d"));
  for (let n = 0; n < 7; n += 1) await adjustSome(young);
  await young.listCharges({ from: 0, to: now, limit: 9 });
  await fill();
}, 120_000);
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  await owner.end();
  await server.stop();
}, 60_000);

function open(): PostgresStore {
  const sql = postgres(server.url, {
    max: 1,
    connection: { "auto_explain.log_min_duration": "0" },
    onnotice: ({ message = "" }) => void notices.push(message),
  });
  pools.push(sql);
  return createPostgresStore({ sql, schema, clock: () => now, callTimeoutMs: 20_000 });
}

/** The filled charge with this number, as its delivery's uuid in SQL. */
function uuidOf(n: string): string {
  return `('00000000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
}

async function fill(): Promise<void> {
  const at = `${now} - ${90 * dayMs} + n::bigint * ${90 * dayMs} / ${charges}`;
  await owner.unsafe(`
    insert into ${schema}.charges (delivery_id, publisher_id, platform_id, placement, api_key_id, language, campaign_id,
      advertiser, creative_version_id, format, topic_id, day, price, publisher_part, operator_part, charged_at)
    select ${uuidOf("n")}, 'p', 'pf_' || n % 9, 'chat', '', 'en', 'c', 'a', 'v1-c', 'text', '', '2026-01-01', 100, 50, 50, ${at}
      from generate_series(0, ${charges - 1}) n;
    insert into ${schema}.adjustments (id, delivery_id, at, micros, publisher_part, adjusted_before, price, restores_budget,
      reason, actor, publisher_id, platform_id, placement, api_key_id, language, mark, campaign_id, advertiser,
      creative_version_id, format, topic_id)
    select md5(n::text), ${uuidOf("n * 5")}, ${at.replace("n::", "(n * 5)::")} + 3600000, 10, 5, 0, 100, false,
      'reason', 'operator', 'p', 'pf_' || n % 9, 'chat', '', 'en', '', 'c', 'a', 'v1-c', 'text', ''
      from generate_series(0, ${adjustments - 1}) n;
    update ${schema}.campaigns set used = used + ${charges * 100}, waived = waived + ${adjustments * 10} where id = 'c';
    -- As autovacuum does.
    select brin_summarize_new_values('${schema}.charges_at');
    analyze ${schema}.charges; analyze ${schema}.adjustments`);
}

/** Charges `batch` new deliveries, takes a part of each back, then all that is left, then nothing. */
async function adjustSome(store: PostgresStore): Promise<void> {
  const ids = Array.from({ length: batch }, () => {
    issued += 1;
    return deliveryIdAt(now, issued);
  });
  await issueAll(
    store,
    ids.map((id, n) => order(id, [n % 2 === 0 ? "c" : "d"], { userKey: `user-${n}` })),
  );
  await store.record(ids.map((id) => press(id)));
  notices.length = 0;
  await store.adjustCharges(ids.map((id) => adjustment(`part-${id}`, id, 30)));
  await store.adjustCharges(ids.map((id) => adjustment(`rest-${id}`, id)));
  const outcomes = await store.adjustCharges(ids.map((id) => adjustment(`rest-${id}`, id)));
  expect(outcomes.every(({ outcome }) => outcome === "duplicate")).toBe(true);
}

/** Rows of charges and of adjustments that were looked at since the last call. */
function rowsTouched(): readonly [charges: number, adjustments: number] {
  const nodes = nodesOfNotices(notices.splice(0)).filter((node) => node["Node Type"].includes("Scan"));
  const ofTable = (name: string): number =>
    nodes.filter((node) => node["Relation Name"] === name).reduce((sum, node) => sum + rowsOf(node), 0);
  return [ofTable("charges"), ofTable("adjustments")];
}

test.each([
  ["made its plans when there were none", () => young],
  ["makes its plans now", open],
])("a session that %s adjusts charges by looking up each of them", async (_, store) => {
  await adjustSome(store());
  const [ofCharges, ofAdjustments] = rowsTouched();
  // Three calls. Each reads a charge twice, and an adjustment by its charge, by its id, as the one before, and for the answer.
  expect(ofCharges).toBeGreaterThanOrEqual(3 * batch);
  expect(ofCharges).toBeLessThanOrEqual(3 * 2 * batch);
  expect(ofAdjustments).toBeGreaterThanOrEqual(2 * batch);
  expect(ofAdjustments).toBeLessThanOrEqual(3 * 4 * batch);
});

test("pages of charges touch the charges of their time", async () => {
  const store = open();
  const query = { from: now - 40 * dayMs, to: now - 39 * dayMs, limit: 512 };
  await store.ready();
  let found = 0;
  for (let after: Charge | undefined; ; ) {
    notices.length = 0;
    const page = await store.listCharges({ ...query, after });
    const [ofCharges, ofAdjustments] = rowsTouched();
    expect(ofCharges).toBeLessThan(maxRowsOfPage);
    expect(ofAdjustments).toBeLessThanOrEqual(page.length);
    found += page.length;
    expect(page.filter(({ adjustedMicros }) => adjustedMicros === 10).length).toBe(
      page.filter((_, n) => isAdjusted(page, n)).length,
    );
    after = page.at(-1);
    if (page.length < 512) break;
  }
  expect(found).toBe(perDay);
});

function isAdjusted(page: readonly Charge[], n: number): boolean {
  return Number.parseInt(toUuid(page[n]?.deliveryId ?? "").slice(-12), 16) % 5 === 0;
}

test("a page of all time is found in spans of any length", async () => {
  const store = open();
  await store.ready();
  for (const [from, platformIds] of [
    [0, undefined],
    [now - 40 * dayMs, ["pf_1"]],
    [now + 1, undefined],
  ] as const) {
    notices.length = 0;
    await store.listCharges({ from, to: Number.MAX_SAFE_INTEGER, limit: 100, platformIds });
    // From 1970 on the first page tries about ten spans more.
    expect(rowsTouched()[0]).toBeLessThan(from === 0 ? charges / 3 : maxRowsOfPage);
  }
});

test("charges of listed deliveries are looked up, and a page of adjustments is read from its place on", async () => {
  const store = open();
  const times = { from: 0, to: Number.MAX_SAFE_INTEGER };
  const [first] = await store.listCharges({ ...times, from: now - 40 * dayMs, limit: 1 });
  notices.length = 0;
  expect(
    await store.listCharges({ ...times, deliveryIds: [first?.deliveryId ?? ""], limit: 9 }),
  ).toHaveLength(1);
  expect(rowsTouched()[0]).toBeLessThanOrEqual(2);
  const page = await store.listAdjustments({ ...times, from: now - 40 * dayMs, limit: 100 });
  expect(rowsTouched()[1]).toBeLessThanOrEqual(200);
  await store.listAdjustments({ ...times, from: now - 40 * dayMs, limit: 100, after: page.at(-1) });
  expect(rowsTouched()[1]).toBeLessThanOrEqual(200);
});

test("a report of a day touches the charges and the adjustments of that day and its neighbours", async () => {
  const store = open();
  const day = { from: now - 40 * dayMs, to: now - 39 * dayMs, limit: 100 };
  await store.ready();
  notices.length = 0;
  expect(await store.readCharges({ ...day, by: ["creativeId"] })).toMatchObject([
    { charges: perDay, adjustments: perDay / 5, adjustedMicros: perDay * 2, spentMicros: perDay * 98 },
  ]);
  const [ofCharges, ofAdjustments] = rowsTouched();
  expect(ofCharges).toBeLessThan(perDay * 3);
  expect(ofAdjustments).toBeLessThan((perDay / 5) * 2);
});

test("planted fault: without the index by time the same look finds the scan", async () => {
  const store = open();
  await store.ready();
  await owner.unsafe(`drop index ${schema}.charges_at`);
  notices.length = 0;
  await store.listCharges({ from: now - 40 * dayMs, to: now, limit: 512 });
  expect(rowsTouched()[0]).toBeGreaterThan(charges / 4);
});

test("planted fault: without the keys of a charge's adjustments the same look finds the scan", async () => {
  await owner.unsafe(`alter table ${schema}.adjustments drop constraint adjustments_begin,
    drop constraint adjustments_end cascade`);
  await adjustSome(open());
  expect(rowsTouched()[1]).toBeGreaterThan(adjustments);
});
