import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate } from "../../adapters/postgres/migrate.ts";
import { migrations } from "../../adapters/postgres/migrations/list.ts";
import type { Migration } from "../../adapters/postgres/migrations/migration.ts";
import { newestMigration } from "../../adapters/postgres/migrations/newest.ts";
import { openPostgres } from "../../adapters/postgres/mod.ts";
import { postgresExecutor } from "../../adapters/postgres/postgres-executor.ts";
import { campaign, click, order } from "../conformance/fixtures.ts";
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

/** What the next release might bring: a column, a new version of a function beside the old one, a table. */
const next: Migration = {
  number: migrations.length + 1,
  name: "next",
  sql: `alter table deliveries add column note text;
    alter table campaigns add column note text not null default '';
    create table notes (id text primary key);
    create function record_v4(events jsonb, now_ms bigint default null) returns json language sql
    security definer set search_path from current
    begin atomic select record_v3(events, now_ms); end;`,
};

test("migrations are numbered 1, 2, 3 … in the order of their list", () => {
  expect(migrations.map(({ number }) => number)).toEqual(migrations.map((_, index) => index + 1));
});

test("a server knows the number of the last one", () => {
  expect(newestMigration, "Set it in migrations/newest.ts to the last number of the list.").toBe(
    migrations.at(-1)?.number,
  );
});

test("migrations are frozen: what was published is never changed, a change is a new one", () => {
  const digests = migrations.map(({ name, sql }) => [name, createHash("sha256").update(sql).digest("hex")]);
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

test("a database that is older than the program is refused with what to do, and served once that is done", async () => {
  await migrateWith("older", migrations.slice(0, -1));
  const store = await openPostgres(server.url, { schema: "older" });
  await expect(store.ready()).rejects.toMatchObject({
    outage: true,
    message: expect.stringContaining(
      `lacks 1 migrations (${migrations.at(-1)?.name}): run \`handbill migrate\``,
    ),
  });
  await store.migrate();
  await store.ready();
  await store.close();
});

test("a step that fails leaves nothing of the steps before it", async () => {
  const bad: Migration = { ...next, sql: "create table half (); select 1 / 0" };
  await expect(migrateWith("failing", [...migrations, bad])).rejects.toMatchObject({ code: "22012" });
  const sql = postgres(server.url, { max: 1 });
  expect([...(await sql`select nspname from pg_namespace where nspname = 'failing'`)]).toEqual([]);
  await sql.end();
});
