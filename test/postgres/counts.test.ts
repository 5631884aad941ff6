/** Statistics while the release that has them by campaign replaces the one before, and what reading them touches. */
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Executor, Parameter } from "../../adapters/postgres/executor.ts";
import { migrate } from "../../adapters/postgres/migrate.ts";
import { migrations } from "../../adapters/postgres/migrations/list.ts";
import { openPostgres } from "../../adapters/postgres/mod.ts";
import { postgresExecutor } from "../../adapters/postgres/postgres-executor.ts";
import { storeOn } from "../../adapters/postgres/store.ts";
import type { CountQuery, Metric } from "../../core/storage/counts.ts";
import { count, platformId } from "../conformance/fixtures.ts";
import { type PostgresServer, startPostgresServer } from "../setup/postgres-server.ts";
import { countedLanguages, sentLanguages } from "../setup/sent-languages.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
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

test("what an older release counted in the languages that callers sent is counted by the catalogue's", async () => {
  const schema = "languages";
  await migrateTo(schema, 16);
  for (const [n, language] of ["en", "pt-BR", "de-x-house"].entries()) {
    const document = JSON.stringify({ versionId: `v${n}`, creative: { id: `c${n}`, language } });
    await owner`insert into ${owner(`${schema}.entities`)} (kind, id, document, version)
      values ('creative', ${`c${n}`}, ${document}::text::jsonb, 1)`;
  }
  await owner`select ${owner(schema)}.add_counts_v1(${JSON.stringify(sentLanguages)}::text::jsonb)`;
  const hour = Math.floor(Date.now() / hourMs) * hourMs;
  // Instances of the older release may still add to this hour.
  const now = [count({ hour, language: "en-GB", n: 7 })];
  await owner`select ${owner(schema)}.add_counts_v1(${JSON.stringify(now)}::text::jsonb)`;
  for (const { language } of sentLanguages.slice(0, sentLanguages.length / 2)) {
    await owner`insert into ${owner(`${schema}.counts`)}
      (hour, metric, reason, platform_id, placement, format, language, n)
      values (0, 'press', '', 'pf', 'chat', '', ${language}, 2)`;
  }
  await migrateTo(schema, migrations.length);
  const store = await openPostgres(server.url, { schema });
  const query = { from: 0, to: 2 * hourMs, metrics: ["request"], by: ["language"], limit: 99 } as const;
  const read = async (wanted: CountQuery): Promise<unknown> =>
    Object.fromEntries((await store.readCounts(wanted)).map(({ language, n }) => [language, n]));
  expect(await read(query)).toEqual(countedLanguages);
  expect(await read({ ...query, metrics: ["press"] })).toEqual(countedLanguages);
  expect(await read({ ...query, from: hour, to: hour + 1 })).toEqual({ "en-GB": 7 });
  // The next count of such a line is added to it.
  await store.addCounts([count({ language: "other" })]);
  expect(await store.readCounts({ ...query, to: 1, by: ["language", "reason"] })).toContainEqual({
    language: "other",
    reason: "",
    n: 6,
  });
  await store.close();
});

test("statistics are kept as long as the store was opened for, whichever release counted them", async () => {
  const schema = "kept";
  await migrateTo(schema, migrations.length);
  const now = 1_000 * dayMs;
  const store = await openPostgres(server.url, { schema, clock: () => now, countsKeptMs: 7 * dayMs });
  const kept = now - 7 * dayMs;
  await owner.unsafe(`insert into ${schema}.counts (hour, metric, reason, platform_id, placement, format, language, n)
    values (${kept - hourMs}, 'request', '', 'pf', 'chat', '', 'en', 2), (${kept}, 'request', '', 'pf', 'chat', '', 'en', 4)`);
  await store.addCounts([count({ hour: kept - hourMs, n: 8 }), count({ hour: kept, n: 16 })]);
  await store.releaseExpired(1);
  expect(await store.readCounts({ ...all, to: now })).toEqual([{ n: 20 }]);
  await store.close();
  await expect(openPostgres(server.url, { countsKeptMs: dayMs - 1 })).rejects.toThrow(
    "countsKeptMs is 86399999",
  );
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
