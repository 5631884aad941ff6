/** Statistics while the release that has them by campaign replaces the one before, and what reading them touches. */
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Executor, Parameter } from "../../adapters/postgres/executor.ts";
import { migrate } from "../../adapters/postgres/migrate.ts";
import { migrations } from "../../adapters/postgres/migrations/list.ts";
import { openPostgres } from "../../adapters/postgres/mod.ts";
import { postgresExecutor } from "../../adapters/postgres/postgres-executor.ts";
import { storeOn } from "../../adapters/postgres/store.ts";
import type { CountQuery, Metric } from "../../core/storage.ts";
import { count, platformId } from "../conformance/fixtures.ts";
import { type PostgresServer, startPostgresServer } from "../setup/postgres-server.ts";

const hourMs = 3_600_000;
const request: readonly Metric[] = ["request"];
const all: CountQuery = { from: 0, to: hourMs, metrics: request, by: [], limit: 100 };

let server: PostgresServer;
let owner: postgres.Sql;
beforeAll(async () => {
  server = await startPostgresServer();
  owner = postgres(server.url, { max: 1, onnotice: () => undefined });
}, 60_000);
afterAll(async () => {
  await owner.end();
  await server.stop();
}, 60_000);

async function migrateTo(schema: string, last: number): Promise<void> {
  const sql = postgres(server.url, { max: 1, onnotice: () => undefined });
  const executor = postgresExecutor(sql, { callTimeoutMs: 20_000, prepare: false, ownsPool: true });
  await migrate(executor, schema, migrations.slice(0, last));
  await executor.close();
}

/** What a role was granted, and what it sent, before there was migration 10. */
const grantsBefore = (schema: string, role: string): string => `grant usage on schema ${schema} to ${role};
  grant select on all tables in schema ${schema} to ${role};
  grant insert, update on ${schema}.counts to ${role};
  grant execute on all functions in schema ${schema} to ${role};
  alter default privileges in schema ${schema} grant select on tables to ${role};
  alter default privileges in schema ${schema} grant execute on functions to ${role}`;
const insertBefore = (schema: string): string => `insert into ${schema}.counts
  (hour, metric, reason, platform_id, placement, format, language, n)
  values (0, 'request', '', '${platformId}', 'chat', '', 'en', 1)
  on conflict (hour, metric, reason, platform_id, placement, format, language)
  do update set n = counts.n + excluded.n`;

test("old instances count on while new ones do, under the grants of before, and everything is in the sums", async () => {
  const schema = "counting";
  await migrateTo(schema, 9);
  await owner.unsafe("create role counter login");
  await owner.unsafe(grantsBefore(schema, "counter"));
  const url = server.url.replace("//handbill@", "//counter@");
  const old = postgres(url, { max: 2, onnotice: () => undefined });
  let counted = 0;
  let serving = true;
  const serve = async (): Promise<void> => {
    while (serving) {
      await old.unsafe(insertBefore(schema));
      counted += 1;
    }
  };
  const lanes = [serve(), serve()];
  await expect.poll(() => counted).toBeGreaterThan(10);
  await migrateTo(schema, migrations.length);
  const store = await openPostgres(url, { schema });
  for (let n = 0; n < 10; n += 1) await store.addCounts([count({ campaignId: "a" }), count()]);
  const soFar = counted;
  await expect.poll(() => counted).toBeGreaterThan(soFar + 10);
  serving = false;
  await Promise.all(lanes);
  await old.end();

  expect(await store.readCounts({ ...all, by: ["platformId", "campaignId", "placement"] })).toEqual([
    { platformId, campaignId: "", placement: "chat", n: counted + 10 },
    { platformId, campaignId: "a", placement: "chat", n: 10 },
  ]);
  expect(await store.readCounts({ ...all, campaignIds: ["a"] })).toEqual([{ n: 10 }]);
  await store.close();
});

interface Node {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Actual Rows"?: number;
  readonly "Actual Loops"?: number;
  readonly "Rows Removed by Filter"?: number;
  readonly Plans?: readonly Node[];
}

function nodesOf(node: Node): readonly Node[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

test("a day of 90 is read in one statement that touches the rows of that day and no others", async () => {
  const schema = "days";
  const perHour = 100;
  await migrateTo(schema, migrations.length);
  for (const table of ["counts", "counts_v2"]) {
    const [columns, values] =
      table === "counts"
        ? ["", ""]
        : ["line, campaign_id, creative_id, topic_id,", "gen_random_uuid(), 'c' || n % 50, '', '',"];
    await owner.unsafe(`insert into ${schema}.${table}
      (${columns} hour, metric, reason, platform_id, placement, format, language, n)
      select ${values} h * ${hourMs}::bigint, 'request', '', 'pf-' || n, 'chat', '', 'en', 1
      from generate_series(0, 90 * 24 - 1) h, generate_series(1, ${perHour}) n`);
  }
  await owner.unsafe(`analyze ${schema}.counts, ${schema}.counts_v2`);
  const sent: (readonly [text: string, parameters: readonly Parameter[]])[] = [];
  const sql = postgres(server.url, { max: 1, onnotice: () => undefined });
  const inner = postgresExecutor(sql, { callTimeoutMs: 20_000, prepare: false, ownsPool: true });
  const executor: Executor = {
    ...inner,
    run(text, parameters) {
      sent.push([text, parameters]);
      return inner.run(text, parameters);
    },
  };
  const store = storeOn(executor, { schema });
  await store.ready();

  const from = 40 * 24 * hourMs;
  const day: CountQuery = { ...all, from, to: from + 24 * hourMs };
  const hostile = `'; drop table ${schema}.counts_v2; --`;
  for (const query of [
    { ...day, by: ["platformId", "campaignId"] },
    { ...day, by: ["hour"], platformIds: ["pf-1", hostile] },
    { ...day, campaignIds: ["c1", hostile] },
  ] satisfies readonly CountQuery[]) {
    sent.length = 0;
    const totals = await store.readCounts(query);
    expect(totals.length).toBeGreaterThan(0);
    expect(sent).toHaveLength(1);
    const [[text, parameters] = ["", []]] = sent;
    expect(text).not.toMatch(/pf-1|c1|drop|\d{6}/);
    const [row] = await owner.unsafe(`explain (analyze, format json) ${text}`, [...parameters]);
    const [{ Plan }]: readonly [{ readonly Plan: Node }] = JSON.parse(JSON.stringify(row?.["QUERY PLAN"]));
    const scans = nodesOf(Plan).filter((node) => node["Relation Name"]?.startsWith("counts"));
    expect(scans.map((node) => node["Relation Name"]).sort()).toEqual(["counts", "counts_v2"]);
    for (const node of scans) {
      expect(node["Node Type"]).toMatch(/^(Index|Bitmap Heap) Scan$/);
      const rows = (node["Actual Rows"] ?? 0) + (node["Rows Removed by Filter"] ?? 0);
      expect(rows * (node["Actual Loops"] ?? 0)).toBeLessThanOrEqual(24 * perHour);
    }
  }
  const [{ n = 0 } = {}] = await store.readCounts(day);
  expect(n).toBe(2 * 24 * perHour);
  await store.close();
});
