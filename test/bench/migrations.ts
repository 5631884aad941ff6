// `npm run bench:migrations`: how ads are issued while a million deliveries get an index, in one block and as an index step.
import postgres from "postgres";
import { migrate } from "../../adapters/postgres/migrate.ts";
import { migrations } from "../../adapters/postgres/migrations/list.ts";
import type { Migration } from "../../adapters/postgres/migrations/migration.ts";
import { openPostgres, type PostgresStore } from "../../adapters/postgres/mod.ts";
import { postgresExecutor } from "../../adapters/postgres/postgres-executor.ts";
import { createDeliveryId } from "../../core/signing/delivery-id.ts";
import { systemRandom } from "../../core/signing/random.ts";
import { campaign, order } from "../conformance/fixtures.ts";
import { type PostgresServer, startPostgresServer } from "../setup/postgres-server.ts";
import { issueAll, storeCampaigns } from "../setup/store-campaigns.ts";
import { table } from "./print.ts";

const rows = 1_000_000;
const rounds = 3;
const lanes = 4;
/** Serving without a migration, for comparison. */
const quietMs = 3_000;
const definition = "(campaign_id, issued_at, id)";
const step = { number: migrations.length + 1, name: "added" };
const sides: readonly { readonly name: string; readonly migration?: Migration }[] = [
  { name: "no migration" },
  {
    name: "index step",
    migration: { ...step, indexes: [{ name: "added", table: "deliveries", definition }] },
  },
  {
    name: "one block",
    migration: { ...step, sql: `create index added on deliveries ${definition}` },
  },
];

interface Served {
  readonly migrationMs: number;
  readonly perSecond: number;
  readonly longestMs: number;
}

const server = await startPostgresServer();
try {
  const store = await openPostgres(server.url);
  await store.migrate();
  await storeCampaigns(store, campaign("c"));
  await issueAll(store, [order(createDeliveryId(Date.now(), systemRandom), ["c"])]);
  await fill(server);
  const served = sides.map((): Served[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const [side, { migration }] of sides.entries())
      served[side]?.push(await serveDuring(store, migration));
  }
  await store.close();
  const worst = (of: readonly Served[], read: (one: Served) => number, pick = Math.max): string =>
    pick(...of.map(read)).toFixed(0);
  process.stdout.write(
    `${rows} deliveries, ${lanes} callers, the worst of ${rounds} rounds\n${table([
      ["", "migration ms", "ads/s", "longest wait of an ad, ms"],
      ...sides.map(({ name }, side) => {
        const of = served[side] ?? [];
        return [
          name,
          worst(of, ({ migrationMs }) => migrationMs),
          worst(of, ({ perSecond }) => perSecond, Math.min),
          worst(of, ({ longestMs }) => longestMs),
        ];
      }),
    ])}\n`,
  );
} finally {
  await server.stop();
}

/** Copies the first delivery under other ids. */
async function fill({ url }: PostgresServer): Promise<void> {
  const sql = postgres(url, { max: 1 });
  await sql.unsafe(`set search_path to handbill;
    create temporary table copies as
      select d.* from deliveries d, generate_series(1, ${rows}) where d.id = (select min(id::text)::uuid from deliveries);
    update copies set held = false, id = overlay(id::text placing right(gen_random_uuid()::text, 22) from 15)::uuid;
    insert into deliveries select * from copies;
    analyze deliveries`);
  await sql.end();
}

/** Issues ads until the migration is done, and removes its index. */
async function serveDuring(store: PostgresStore, migration: Migration | undefined): Promise<Served> {
  let isOver = false;
  let ads = 0;
  let longestMs = 0;
  const serve = async (): Promise<void> => {
    while (!isOver) {
      const started = performance.now();
      await issueAll(store, [order(createDeliveryId(Date.now(), systemRandom), ["c"])]);
      longestMs = Math.max(longestMs, performance.now() - started);
      ads += 1;
    }
  };
  const started = performance.now();
  const serving = Promise.all(Array.from({ length: lanes }, serve));
  if (migration === undefined) await new Promise((resolve) => setTimeout(resolve, quietMs));
  else await apply(migration);
  const migrationMs = performance.now() - started;
  isOver = true;
  await serving;
  await undo();
  return {
    migrationMs: migration === undefined ? 0 : migrationMs,
    perSecond: (1_000 * ads) / (performance.now() - started),
    longestMs,
  };
}

async function apply(migration: Migration): Promise<void> {
  const sql = postgres(server.url, { max: 1, onnotice: () => undefined });
  const executor = postgresExecutor(sql, { callTimeoutMs: 600_000, prepare: false, ownsPool: true });
  await migrate(executor, "handbill", [...migrations, migration]);
  await executor.close();
}

async function undo(): Promise<void> {
  const sql = postgres(server.url, { max: 1, onnotice: () => undefined });
  await sql.unsafe(`drop index if exists handbill.added;
    delete from handbill.handbill_migrations where number = ${step.number}`);
  await sql.end();
}
