/** How many charges a report touches. */
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Executor, Parameter } from "../../adapters/postgres/executor.ts";
import { openPostgres } from "../../adapters/postgres/mod.ts";
import { postgresExecutor } from "../../adapters/postgres/postgres-executor.ts";
import { storeOn } from "../../adapters/postgres/store.ts";
import type { ChargeQuery } from "../../core/storage/report-store.ts";
import { campaign, creativeVersion } from "../conformance/fixtures.ts";
import { type PostgresServer, startPostgresServer } from "../setup/postgres-server.ts";
import { storeCampaigns } from "../setup/store-campaigns.ts";

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

interface Node {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Actual Rows"?: number;
  readonly "Actual Loops"?: number;
  readonly "Rows Removed by Filter"?: number;
  readonly "Rows Removed by Index Recheck"?: number;
  readonly Plans?: readonly Node[];
}

function nodesOf(node: Node): readonly Node[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

test("a day of 90 is reported in one statement that touches the charges of that day and its neighbours", async () => {
  const schema = "many_charges";
  const store = await openPostgres(server.url, { schema });
  await store.migrate();
  await storeCampaigns(store, campaign("c"));
  await store.applyCatalog({
    expectedVersion: (await store.readCatalog()).version,
    upserts: { publishers: [], platforms: [], campaigns: [], creatives: [creativeVersion("c")], topics: [] },
    removals: [],
  });
  const dayMs = 86_400_000;
  const charges = 450_000;
  await owner.unsafe(
    `insert into ${schema}.charges (delivery_id, publisher_id, platform_id, placement, api_key_id, language, campaign_id,
       advertiser, creative_version_id, format, topic_id, day, price, publisher_part, operator_part, charged_at)
     select gen_random_uuid(), 'p', 'pf_' || n % 9, 'chat', '', 'en', 'c', 'a', 'v1-c', 'text', '', '2026-01-01', 100, 50, 50,
       n::bigint * ${dayMs} / ${charges / 90} from generate_series(0, ${charges - 1}) n;
     -- As autovacuum does.
     select brin_summarize_new_values('${schema}.charges_at');
     analyze ${schema}.charges`,
  );
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
  const reader = storeOn(executor, { schema });
  await reader.ready();

  const day = { from: 40 * dayMs, to: 41 * dayMs, limit: 100 };
  /** How many charges one report touches, and what it sent. */
  const touched = async (query: Partial<ChargeQuery>): Promise<number> => {
    sent.length = 0;
    const totals = await reader.readCharges({ ...day, by: [], ...query });
    expect(totals.length).toBeGreaterThan(0);
    expect(sent).toHaveLength(1);
    const [[text, parameters] = ["", []]] = sent;
    expect(text).not.toMatch(/pf_1|drop|\d{8}/);
    const [row] = await owner.unsafe(`explain (analyze, format json) ${text}`, [...parameters]);
    const [{ Plan }]: readonly [{ readonly Plan: Node }] = JSON.parse(JSON.stringify(row?.["QUERY PLAN"]));
    return rowsOf(nodesOf(Plan).filter((node) => node["Relation Name"] === "charges"));
  };
  const hostile = `'; drop table ${schema}.charges; --`;
  const queries: readonly Partial<ChargeQuery>[] = [
    {},
    { by: ["hour", "creativeId"] },
    { by: ["platformId"], platformIds: ["pf_1", hostile] },
    { by: ["topicId", "language", "format", "placement"], campaignIds: ["c", hostile] },
  ];
  for (const query of queries) expect(await touched(query)).toBeLessThan((charges / 90) * 2);
  expect(await reader.readCharges({ ...day, by: ["creativeId"] })).toMatchObject([
    { creativeId: "cr-c", charges: charges / 90 },
  ]);
  await owner.unsafe(`drop index ${schema}.charges_at`);
  expect(await touched({})).toBeGreaterThan(charges / 4);
  await reader.close();
  await store.close();
});

function rowsOf(nodes: readonly Node[]): number {
  return nodes.reduce((sum, node) => {
    const removed = (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0);
    return sum + ((node["Actual Rows"] ?? 0) + removed) * (node["Actual Loops"] ?? 0);
  }, 0);
}
