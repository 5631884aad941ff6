/** How long statistics are kept, and how many rows a report touches. */
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Executor, Parameter } from "../../adapters/postgres/executor.ts";
import { openPostgres } from "../../adapters/postgres/mod.ts";
import { postgresExecutor } from "../../adapters/postgres/postgres-executor.ts";
import { storeOn } from "../../adapters/postgres/store.ts";
import type { CountQuery, Metric } from "../../core/storage/counts.ts";
import { count } from "../conformance/fixtures.ts";
import { type PostgresServer, startPostgresServer } from "../setup/postgres-server.ts";

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

test("statistics are kept as long as the store was opened for", async () => {
  const schema = "kept";
  const now = 1_000 * dayMs;
  const store = await openPostgres(server.url, { schema, clock: () => now, countsKeptMs: 7 * dayMs });
  await store.migrate();
  const kept = now - 7 * dayMs;
  await store.addCounts([count({ hour: kept - hourMs, n: 8 }), count({ hour: kept, n: 16 })]);
  await store.releaseExpired(1);
  expect(await store.readCounts({ ...all, to: now })).toEqual([{ n: 16 }]);
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
  const maker = await openPostgres(server.url, { schema });
  await maker.migrate();
  await maker.close();
  await owner.unsafe(`insert into ${schema}.counts (hour, line, metric, reason, publisher_id, platform_id, placement, api_key_id,
      format, language, advertiser, campaign_id, creative_id, topic_id, n)
    select h * ${hourMs}::bigint, gen_random_uuid(), 'request', '', 'p', 'pf-' || n, 'chat', '', '', 'en', 'a', 'c' || n % 50, '',
      '', 1 from generate_series(0, 90 * 24 - 1) h, generate_series(1, ${perHour}) n;
    analyze ${schema}.counts`);
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
  const hostile = `'; drop table ${schema}.counts; --`;
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
    expect(scans.map((node) => node["Relation Name"]).sort()).toEqual(["counts"]);
    for (const node of scans) {
      expect(node["Node Type"]).toMatch(/^(Index|Bitmap Heap) Scan$/);
      const rows = (node["Actual Rows"] ?? 0) + (node["Rows Removed by Filter"] ?? 0);
      expect(rows * (node["Actual Loops"] ?? 0)).toBeLessThanOrEqual(24 * perHour);
    }
  }
  const [{ n = 0 } = {}] = await store.readCounts(day);
  expect(n).toBe(24 * perHour);
  await store.close();
});
