import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { toUuid } from "../../adapters/postgres/delivery-uuid.ts";
import { migrate } from "../../adapters/postgres/migrate.ts";
import { migrations } from "../../adapters/postgres/migrations/list.ts";
import type { Migration } from "../../adapters/postgres/migrations/migration.ts";
import { migrationNames } from "../../adapters/postgres/migrations/names.ts";
import { openPostgres, type PostgresStore } from "../../adapters/postgres/mod.ts";
import { postgresExecutor } from "../../adapters/postgres/postgres-executor.ts";
import { campaign, click, order, seen } from "../conformance/fixtures.ts";
import { idNamed } from "../setup/delivery-ids.ts";
import { type PostgresServer, startPostgresServer } from "../setup/postgres-server.ts";
import { issueAll, storeCampaigns } from "../setup/store-campaigns.ts";

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgresServer();
}, 60_000);
afterAll(() => server.stop(), 60_000);

async function migrateWith(schema: string, steps: readonly Migration[]): Promise<readonly string[]> {
  const sql = postgres(server.url, { max: 1, onnotice: () => undefined });
  const executor = postgresExecutor(sql, { callTimeoutMs: 20_000, prepare: false, ownsPool: true });
  const applied = await migrate(executor, schema, steps);
  await executor.close();
  return applied.map(({ name }) => name);
}

/** A possible next release: a column, a new version of a function beside the old one, a table. */
const next: Migration = {
  number: migrations.length + 1,
  name: "next",
  sql: `alter table deliveries add column note text;
    alter table campaigns add column note text not null default '';
    create table notes (id text primary key);
    create function record_v3(events jsonb, now_ms bigint default null) returns json language sql
    security definer set search_path from current
    begin atomic select record(events, now_ms); end;`,
};

test("migrations are numbered 1, 2, 3 … in the order of their list", () => {
  expect(migrations.map(({ number }) => number)).toEqual(migrations.map((_, index) => index + 1));
});

test("a server knows the names of all of them", () => {
  expect(migrationNames, "Add the name to migrations/names.ts.").toEqual(migrations.map(({ name }) => name));
});

test("migrations are frozen: a published one never changes, a change is a new one", () => {
  const digests = migrations.map((step) => {
    const content = "sql" in step ? step.sql : JSON.stringify(step.indexes);
    return [step.name, createHash("sha256").update(content).digest("hex")];
  });
  const file = new URL("migration-digests.json", import.meta.url);
  const frozen: unknown = JSON.parse(readFileSync(file, "utf8"));
  expect(Object.fromEntries(digests), "Undo the change, and write it as a new migration.").toEqual(frozen);
});

test("eight instances of an old and a new release that migrate at once apply each step once", async () => {
  const all = [...migrations, next];
  await Promise.all(
    Array.from({ length: 8 }, (_, n) => migrateWith("rollout_race", n % 2 === 0 ? migrations : all)),
  );
  expect(await migrateWith("rollout_race", all)).toEqual([]);
  const sql = postgres(server.url, { max: 1 });
  const rows = await sql`select number from rollout_race.handbill_migrations order by number`;
  await sql.end();
  expect(rows.map(({ number }) => number)).toEqual(all.map(({ number }) => number));
});

test("an instance of the old release that is serving goes on while and after the next one migrates", async () => {
  const old = await openPostgres(server.url, { schema: "rollout" });
  await old.migrate();
  await storeCampaigns(old, campaign("c"));
  await issueAll(old, [order(idNamed("before"), ["c"])]);
  let serving = true;
  let served = 0;
  const serve = async (lane: number): Promise<void> => {
    for (let n = 0; serving; n += 1) {
      const id = idNamed(`rollout-${lane}-${n}`);
      await issueAll(old, [order(id, ["c"])]);
      const [outcome] = await old.record([click(id)]);
      expect(outcome).toMatchObject({ outcome: "recorded", charged: true });
      served += 1;
    }
  };
  const lanes = [serve(1), serve(2), serve(3)];
  expect(await migrateWith("rollout", [...migrations, next])).toEqual(["next"]);
  const soFar = served;
  await expect.poll(() => served, { timeout: 30_000 }).toBeGreaterThan(soFar + 20);
  serving = false;
  await Promise.all(lanes);
  expect((await old.findDeliveries([idNamed("before")]))[0]?.campaignId).toBe("c");
  expect(await old.releaseExpired(1)).toBe(0);
  expect((await old.auditLedger()).campaigns[0]).toMatchObject({ charges: served, daysOutOfBalance: [] });
  await old.close();

  // One that starts now finds a database that is newer than itself.
  const late = await openPostgres(server.url, { schema: "rollout" });
  await late.ready();
  expect(await late.migrate()).toEqual([]);
  await issueAll(late, [order(idNamed("late"), ["c"])]);
  await late.close();
});

test("views that instances of the release before and of this one record at once are charged once", async () => {
  const now = Date.UTC(2026, 2, 4, 12);
  let clock = now;
  const store = await openPostgres(server.url, { schema: "views", clock: () => clock });
  await store.migrate();
  await storeCampaigns(store, ...["a", "b", "c"].map((id) => campaign(id)));
  const ids = Array.from({ length: 48 }, (_, n) => idNamed(`view-${n}`, now));
  await issueAll(
    store,
    ids.map((id, n) => order(id, [["a", "b", "c"][n % 3] ?? ""])),
  );
  clock += 1_000;
  const sql = postgres(server.url, { max: 3 });
  const views = JSON.stringify(ids.map((id) => ({ id: toUuid(id), kind: "seen" })));
  const before = async (): Promise<number> => {
    const [row] = await sql`select views.record(${views}::text::jsonb, ${clock}::bigint)::text as json`;
    const answers: { outcome: string }[] = JSON.parse(String(row?.["json"]));
    return answers.filter(({ outcome }) => outcome === "recorded").length;
  };
  const present = async (list: readonly string[]): Promise<number> =>
    (await store.record(list.map(seen))).filter(({ outcome }) => outcome === "recorded").length;
  const counts = await Promise.all([before(), present(ids), before(), present([...ids].reverse()), before()]);
  await sql.end();
  expect(counts.reduce((sum, n) => sum + n, 0)).toBe(ids.length);
  expect(await present(ids)).toBe(0);
  const { campaigns } = await store.auditLedger();
  expect(campaigns).toHaveLength(3);
  for (const line of campaigns) {
    expect(line).toMatchObject({ charges: 16, chargedMicros: 1_600, usedMicros: 1_600, heldMicros: 0 });
  }
  await store.close();
});

describe("a schema that a development version before 0.1.0 has made", () => {
  const schema = "development";
  let sql: postgres.Sql;
  beforeAll(async () => {
    sql = postgres(server.url, { max: 1 });
    await sql.unsafe(`create schema ${schema};
      create table ${schema}.handbill_migrations (number integer primary key, name text not null,
        applied_at timestamptz not null default clock_timestamp());
      insert into ${schema}.handbill_migrations (number, name) values (1, 'tables'), (2, 'weeks_v1'), (27, 'key_limits');
      create table ${schema}.campaigns (id text primary key);
      insert into ${schema}.campaigns values ('c')`);
  });
  afterAll(() => sql.end());

  /** Its relations with their files, its functions and the versions of its rows. */
  const state = async (): Promise<readonly unknown[]> => [
    ...(await sql`select relname, relfilenode from pg_class where relnamespace = ${schema}::regnamespace order by 1`),
    ...(await sql`select proname from pg_proc where pronamespace = ${schema}::regnamespace`),
    ...(await sql`select number, name, xmin::text from ${sql(schema)}.handbill_migrations order by 1`),
    ...(await sql`select id, xmin::text from ${sql(schema)}.campaigns`),
  ];

  test.each([
    ["ready", (store: PostgresStore) => store.ready()],
    ["migrate", (store: PostgresStore) => store.migrate()],
    ["planMigrations", (store: PostgresStore) => store.planMigrations()],
    ["catalogChanges", (store: PostgresStore) => store.catalogChanges()],
    ["readCatalog", (store: PostgresStore) => store.readCatalog()],
    ["issue", (store: PostgresStore) => store.issue([order(idNamed("d"), ["c"])])],
  ])("is refused by %s with what to do, and stays as it is", async (_, call) => {
    const before = await state();
    const store = await openPostgres(server.url, { schema });
    await expect(call(store)).rejects.toMatchObject({
      outage: true,
      code: "UNSUITABLE_DATABASE",
      message: expect.stringMatching(
        /"development" was made by a development version of Handbill before 0\.1\.0, .*Export its catalogue with that version .*`handbill migrate` on a new database or schema.*`handbill apply`/,
      ),
    });
    await store.close();
    expect(await state()).toEqual(before);
  });
});

test("a script that fails leaves nothing of the scripts before it", async () => {
  const bad: Migration = { ...next, sql: "create table half (); select 1 / 0" };
  const scripts = migrations.filter((step) => "sql" in step);
  await expect(migrateWith("failing", [...scripts, bad])).rejects.toMatchObject({ code: "22012" });
  const sql = postgres(server.url, { max: 1 });
  expect([...(await sql`select nspname from pg_namespace where nspname = 'failing'`)]).toEqual([]);
  await sql.end();
});
