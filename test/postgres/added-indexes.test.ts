import postgres from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { migrate } from "../../adapters/postgres/migrate.ts";
import { migrations } from "../../adapters/postgres/migrations/list.ts";
import type { IndexMigration, Migration } from "../../adapters/postgres/migrations/migration.ts";
import { openPostgres, type PostgresStore } from "../../adapters/postgres/mod.ts";
import { postgresExecutor } from "../../adapters/postgres/postgres-executor.ts";
import { campaign, order } from "../conformance/fixtures.ts";
import { idNamed } from "../setup/delivery-ids.ts";
import { type PostgresServer, startPostgresServer } from "../setup/postgres-server.ts";
import { issueAll, storeCampaigns } from "../setup/store-campaigns.ts";

const added: IndexMigration = {
  number: migrations.length + 1,
  name: "added_indexes",
  indexes: [
    { name: "added_campaigns", table: "campaigns", definition: "(id) where id <> ''" },
    { name: "added_deliveries", table: "deliveries", definition: "(campaign_id, id)" },
  ],
};
const behind: Migration = {
  number: added.number + 1,
  name: "behind",
  sql: "create table behind (id integer primary key)",
};
const all: readonly Migration[] = [...migrations, added, behind];

let server: PostgresServer;
let sql: postgres.Sql;
let schemas = 0;
let schema: string;
let store: PostgresStore;

beforeAll(async () => {
  server = await startPostgresServer();
  sql = postgres(server.url, { max: 4, onnotice: () => undefined });
}, 60_000);
afterAll(async () => {
  await sql?.end();
  await server?.stop();
}, 60_000);
beforeEach(async () => {
  await store?.close();
  schemas += 1;
  schema = `added_${schemas}`;
  store = await openPostgres(server.url, { schema });
  await store.migrate();
  await storeCampaigns(store, campaign("c"));
  await issueAll(store, [order(idNamed("first"), ["c"])]);
});
afterAll(() => store?.close());

async function migrateAll(steps: readonly Migration[] = all): Promise<readonly string[]> {
  const own = postgres(server.url, { max: 1, onnotice: () => undefined });
  const executor = postgresExecutor(own, { callTimeoutMs: 5_000, prepare: false, ownsPool: true });
  try {
    return (await migrate(executor, schema, steps)).map(({ name }) => name);
  } finally {
    await executor.close();
  }
}

/** The added indexes, their partitions included, and whether each can be used. */
async function indexes(): Promise<readonly (readonly [table: string, isValid: boolean])[]> {
  const rows = await sql`select i.indrelid::regclass::text as name, i.indisvalid as valid from pg_index i
    join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = ${schema}::regnamespace and (c.relname like 'added_%' or exists (
      select from pg_inherits h join pg_class p on p.oid = h.inhparent
      where h.inhrelid = i.indexrelid and p.relname like 'added_%'))
    order by 1`;
  return rows.map(({ name, valid }) => [String(name).replace(`${schema}.`, ""), valid === true] as const);
}

async function partitions(): Promise<readonly string[]> {
  const rows = await sql`select inhrelid::regclass::text as name from pg_inherits
    where inhparent = ${`${schema}.deliveries`}::regclass order by 1`;
  return rows.map(({ name }) => String(name).replace(`${schema}.`, ""));
}

async function expectComplete(): Promise<void> {
  const tables = ["campaigns", "deliveries", ...(await partitions())].sort();
  expect(await indexes()).toEqual(tables.map((table) => [table, true]));
  const rows = await sql`select name from ${sql(schema)}.handbill_migrations order by number`;
  expect(rows.map(({ name }) => name)).toEqual(all.map(({ name }) => name));
}

/** Opens a transaction, and returns what ends it. */
async function hold(first: string): Promise<() => Promise<unknown>> {
  const held = await sql.reserve();
  await held.unsafe(first);
  return async () => {
    await held.unsafe("commit");
    held.release();
  };
}

/** A transaction that has written to the deliveries. A statement that locks the table waits for its end. */
const holdWriter = () => hold(`begin; lock table "${schema}".deliveries in row exclusive mode`);
/** A backup that reads. A build waits for its end. */
const holdBackup = () => hold("begin isolation level repeatable read; select 1");

/** Waits for a session that waits for a lock or for a transaction's end, and returns its process. */
async function waiting(statement: string): Promise<number> {
  let pid = 0;
  await expect
    .poll(
      async () => {
        const rows = await sql`select pid from pg_stat_activity
        where query ilike ${`${statement}%`} and wait_event_type = 'Lock' and pid <> pg_backend_pid()`;
        pid = Number(rows[0]?.["pid"] ?? 0);
        return pid;
      },
      { timeout: 20_000 },
    )
    .toBeGreaterThan(0);
  return pid;
}

test("an index step adds indexes to tables and to every partition, between the scripts before and behind it", async () => {
  expect(await migrateAll()).toEqual(["added_indexes", "behind"]);
  await expectComplete();
  expect(await migrateAll()).toEqual([]);
});

test("six instances that migrate at once build each index once", async () => {
  await Promise.all(Array.from({ length: 6 }, () => migrateAll()));
  await expectComplete();
});

describe("ads are issued", () => {
  test("while a build waits for a backup, and a week that is added gets the index", async () => {
    const end = await holdBackup();
    const migrated = migrateAll();
    await waiting("create index concurrently");
    await issueAll(store, [order(idNamed("meanwhile"), ["c"])]);
    const before = await partitions();
    await sql.unsafe(
      `select "${schema}".add_week((extract(epoch from now()) * 1000)::bigint / 604800000 + 3)`,
    );
    expect(await partitions()).toHaveLength(before.length + 1);
    await end();
    expect(await migrated).toEqual(["added_indexes", "behind"]);
    await expectComplete();
  });

  test("while a lock waits for a transaction that has written", async () => {
    const end = await holdWriter();
    const migrated = migrateAll();
    await waiting("do $locking$");
    for (let n = 0; n < 5; n += 1) await issueAll(store, [order(idNamed(`behind a lock ${n}`), ["c"])]);
    await end();
    expect(await migrated).toEqual(["added_indexes", "behind"]);
    await expectComplete();
  });

  test("but not while one block builds an index, which the test above would notice", async () => {
    const block: Migration = {
      number: added.number,
      name: added.name,
      sql: "create index added_deliveries on deliveries (campaign_id, id)",
    };
    const end = await holdWriter();
    const migrated = migrateAll([...migrations, block]);
    await waiting("do $handbill$");
    const issued = issueAll(store, [order(idNamed("behind the block"), ["c"])]);
    let isIssued = false;
    issued.then(
      () => {
        isIssued = true;
      },
      () => undefined,
    );
    await expect
      .poll(async () => (await sql`select from pg_stat_activity where wait_event_type = 'Lock'`).length, {
        timeout: 20_000,
      })
      .toBeGreaterThan(1);
    expect(isIssued).toBe(false);
    await end();
    await issued;
    await migrated;
  });
});

test("a build that is ended in the middle leaves an index that nobody uses, and the next call builds it again", async () => {
  const end = await holdBackup();
  const migrated = migrateAll();
  const pid = await waiting("create index concurrently");
  await sql`select pg_terminate_backend(${pid})`;
  await expect(migrated).rejects.toMatchObject({ outage: true });
  await end();
  expect((await indexes()).some(([, isValid]) => !isValid)).toBe(true);
  expect(await migrateAll()).toEqual(["added_indexes", "behind"]);
  await expectComplete();
});
