import { readFileSync } from "node:fs";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPostgres, type PostgresStore } from "../../adapters/postgres/mod.ts";
import { exportMark } from "../../core/storage/export-mark.ts";
import type { ListedDelivery } from "../../core/storage/report-store.ts";
import { maxListedDeliveries } from "../../core/storage/report-store.ts";
import { fillShop, storedRows } from "../cli/rows/shop.ts";
import { createTestClock, quietNoon } from "../conformance/clock.ts";
import { campaign, deliveryIdAt, order } from "../conformance/fixtures.ts";
import { type PostgresServer, startPostgresServer } from "../setup/postgres-server.ts";
import { issueAll, storeCampaigns } from "../setup/store-campaigns.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const weekMs = 7 * dayMs;

let server: PostgresServer;
const closed: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  server = await startPostgresServer({ wal_level: "logical" });
}, 60_000);
afterAll(async () => {
  for (const close of closed.reverse()) await close();
  await server.stop();
}, 60_000);

function connect(database = "postgres"): postgres.Sql {
  const sql = postgres(server.url.replace(/postgres$/, database), { max: 1, onnotice: () => undefined });
  closed.push(() => sql.end());
  return sql;
}

async function open(
  schema: string,
  options: Parameters<typeof openPostgres>[1] = {},
): Promise<PostgresStore> {
  const store = await openPostgres(server.url, { schema, callTimeoutMs: 20_000, ...options });
  closed.push(store.close);
  await store.migrate();
  return store;
}

function recipe(name: string): string {
  return readFileSync(new URL(`../../runtimes/deploy/warehouse/${name}`, import.meta.url), "utf8");
}

test("10,000 deliveries of one hour, 5,000 of them of one millisecond, are listed once each", async () => {
  const clock = createTestClock();
  const store = await open("spans", { clock: clock.now });
  await storeCampaigns(store, campaign("c"));
  await issueAll(store, [order(deliveryIdAt(clock.now(), 1), ["c"])]);
  const sql = connect();
  await sql.unsafe(`
    insert into spans.deliveries (id, surface, publisher_id, platform_id, placement, api_key_id, user_key, language,
      campaign_id, advertiser, creative_version_id, format, price, publisher_part, day, issued_at, held)
    select (left(spans.id_at(x.at)::text, 14) || '7000-8001-' || lpad(to_hex(x.n), 12, '0'))::uuid,
      'web', 'p', 'pf_one', 'chat', '', 'user', 'en', 'c', 'a', 'v1', 'text', 100, 50, '2026-03-04', x.at, false
    from (select n, ${quietNoon} + case when n <= 5000 then 60000 else n * 300 end as at from generate_series(2, 10000) n) x`);
  const list = store.listDeliveries;
  const found: ListedDelivery[] = [];
  for (let after: ListedDelivery | undefined; ; after = found.at(-1)) {
    const page = (await list?.({ from: 0, to: quietNoon + hourMs, after, limit: maxListedDeliveries })) ?? [];
    if (page.length === 0) break;
    found.push(...page);
  }
  expect(found.length).toBe(10_000);
  expect(new Set(found.map(({ id }) => id)).size).toBe(10_000);
  const times = found.map(({ issuedAt }) => issuedAt);
  expect(times).toEqual([...times].sort((a, b) => a - b));
}, 60_000);

test("a page of an hour reads no more than the hour, among a hundred thousand deliveries of a week", async () => {
  const clock = createTestClock();
  const store = await open("planned", { clock: clock.now });
  await storeCampaigns(store, campaign("c"));
  await issueAll(store, [order(deliveryIdAt(clock.now(), 1), ["c"])]);
  const sql = connect();
  await sql.unsafe(`
    insert into planned.deliveries (id, surface, publisher_id, platform_id, placement, api_key_id, user_key, language,
      campaign_id, advertiser, creative_version_id, format, price, publisher_part, day, issued_at, held)
    select (left(planned.id_at(x.at)::text, 14) || '7000-8001-' || lpad(to_hex(x.n), 12, '0'))::uuid,
      'web', 'p', 'pf_one', 'chat', '', 'user', 'en', 'c', 'a', 'v1', 'text', 100, 50, '2026-03-04', x.at, false
    from (select n, ${quietNoon - dayMs} + n * 860 as at from generate_series(2, 100000) n) x order by n`);
  await sql.unsafe("vacuum analyze planned.deliveries");
  const [plan] = await sql.unsafe(`explain (format json) select * from planned.deliveries d
    where d.id >= planned.id_at(${quietNoon - dayMs}) and d.id < planned.id_at(${quietNoon + dayMs})
      and d.issued_at >= ${quietNoon} and d.issued_at < ${quietNoon + 60_000} limit 4097`);
  expect(JSON.stringify(plan)).toContain("_issued_at_idx");
}, 60_000);

test("a week is dropped once it is old and exported, and not before", async () => {
  const start = Date.UTC(2026, 2, 5) + 1_000;
  const clock = createTestClock(start);
  const options = { clock: clock.now, deliveriesKeptMs: dayMs };
  const store = await open("kept", { ...options, untilExported: true });
  const free = await openPostgres(server.url, { schema: "kept", ...options });
  closed.push(free.close);
  await storeCampaigns(store, campaign("c"));
  const [delivery] = await issueAll(store, [order(deliveryIdAt(start, 1), ["c"])]);
  const kept = async (): Promise<boolean> =>
    (await store.findDeliveries([delivery?.id ?? ""]))[0] !== undefined;
  clock.set(start + 5 * weekMs);
  await store.releaseExpired(512);
  for (let n = 0; n < 3; n += 1) {
    clock.advance(hourMs);
    expect(await store.housekeep()).toBeUndefined();
  }
  await store.firstValue(exportMark(start - 1_000), "the week before");
  clock.advance(hourMs);
  expect(await store.housekeep()).toBeUndefined();
  expect(await kept()).toBe(true);
  // The mark of the next week: an id's time is up to a day from its issue, so the partition needs one more.
  await store.firstValue(exportMark(start - 1_000 + weekMs), "this week");
  clock.advance(hourMs);
  expect(await store.housekeep()).toBeUndefined();
  await store.firstValue(exportMark(start - 1_000 + 2 * weekMs), "the next week");
  clock.advance(hourMs);
  expect(await store.housekeep()).toBe("deliveries_20260305");
  expect(await kept()).toBe(false);
}, 60_000);

test("planted fault: a server without the option drops the week", async () => {
  const start = Date.UTC(2026, 2, 5) + 1_000;
  const clock = createTestClock(start);
  const store = await open("unkept", { clock: clock.now, deliveriesKeptMs: dayMs });
  await storeCampaigns(store, campaign("c"));
  await issueAll(store, [order(deliveryIdAt(start, 1), ["c"])]);
  clock.set(start + 5 * weekMs);
  await store.releaseExpired(512);
  clock.advance(hourMs);
  await store.housekeep();
  expect((await storedRows(store, clock.now())).deliveries).toEqual([]);
}, 60_000);

test("the publication brings every row to a warehouse, without users, and keeps what Handbill deletes", async () => {
  const clock = createTestClock();
  const store = await open("handbill", { clock: clock.now });
  const primary = connect();
  await primary.unsafe(recipe("publication.sql"));
  const columns = await primary.unsafe("select attnames::text as names from pg_publication_tables");
  expect(JSON.stringify(columns)).not.toMatch(/user_key|network|actor|presses/);
  // A slot of its own, because a subscription in the same server cannot make one.
  await primary.unsafe("select pg_create_logical_replication_slot('warehouse', 'pgoutput')");
  await primary.unsafe("select pg_create_logical_replication_slot('looked_at', 'pgoutput')");
  await primary.unsafe("create database warehouse");
  const warehouse = connect("warehouse");
  await warehouse.unsafe(recipe("subscriber.sql"));
  await warehouse.unsafe(`create subscription handbill
    connection 'host=127.0.0.1 port=${server.port} user=handbill dbname=postgres'
    publication handbill_rows with (create_slot = false, slot_name = 'warehouse', copy_data = false)`);
  closed.push(() => warehouse.unsafe("drop subscription handbill"));

  await fillShop(store, clock, 1);
  // A week that begins after the publication belongs to it.
  clock.advance(2 * weekMs);
  await issueAll(store, [order(deliveryIdAt(clock.now(), 9_999), ["a"], { userKey: "secret-user-9" })]);
  const rows = await storedRows(store, clock.now() + 1);
  await store.forgetUser("secret-user-1");
  clock.advance(200 * dayMs);
  await store.releaseExpired(512);
  clock.advance(hourMs);
  await store.housekeep();
  expect((await storedRows(store, clock.now())).deliveries.length).toBeLessThan(rows.deliveries.length);

  const sums = (from: postgres.Sql, table: string, columns: string): Promise<unknown> =>
    from.unsafe(`select ${columns} from handbill.${table}`).then(([row]) => ({ ...row }));
  const money = "count(*)::int as n, sum(publisher_part)::text as part";
  await expect
    .poll(() => sums(warehouse, "adjustments", `${money}, sum(micros)::text as micros`), { timeout: 30_000 })
    .toEqual(await sums(primary, "adjustments", `${money}, sum(micros)::text as micros`));
  await expect
    .poll(() => sums(warehouse, "charges", `${money}, sum(price)::text as price`), { timeout: 30_000 })
    .toEqual(await sums(primary, "charges", `${money}, sum(price)::text as price`));
  const arrived = "count(*)::int as n, count(seen_at)::int as seen, count(charged_at)::int as charged";
  await expect
    .poll(() => sums(warehouse, "deliveries", arrived), { timeout: 30_000 })
    .toEqual({
      n: rows.deliveries.length,
      seen: rows.deliveries.filter(({ seenAt }) => seenAt !== undefined).length,
      charged: rows.deliveries.filter(({ chargedAt }) => chargedAt !== undefined).length,
    });
  const changes =
    await primary.unsafe(`select data from pg_logical_slot_peek_binary_changes('looked_at', null, null,
    'proto_version', '1', 'publication_names', 'handbill_rows')`);
  const bytes = changes.map(({ data }) => Buffer.from(data).toString("latin1"));
  const kinds = new Set(bytes.map((one) => one[0]));
  expect(kinds.has("I") && kinds.has("U")).toBe(true);
  expect(kinds.has("D")).toBe(false);
  expect(bytes.join("\n")).not.toContain("secret-");
  await primary.unsafe("select pg_drop_replication_slot('looked_at')");
}, 90_000);
