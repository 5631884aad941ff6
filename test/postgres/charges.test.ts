/** Charges while the release that tells them apart replaces the one before, and what reading them touches. */
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Executor, Parameter } from "../../adapters/postgres/executor.ts";
import { migrate } from "../../adapters/postgres/migrate.ts";
import { migrations } from "../../adapters/postgres/migrations/list.ts";
import { openPostgres } from "../../adapters/postgres/mod.ts";
import { postgresExecutor } from "../../adapters/postgres/postgres-executor.ts";
import { storeOn } from "../../adapters/postgres/store.ts";
import type { ChargeQuery } from "../../core/storage/report-store.ts";
import { campaign, click, creativeVersion } from "../conformance/fixtures.ts";
import { idNamed } from "../setup/delivery-ids.ts";
import { type PostgresServer, startPostgresServer } from "../setup/postgres-server.ts";
import { storeCampaigns } from "../setup/store-campaigns.ts";

/** What the release before charges had more fields than a campaign and a platform brings along. */
const before = migrations.filter(({ number }) => number < 11);
const always = { from: 0, to: Number.MAX_SAFE_INTEGER, limit: 100 };

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

async function migrateWith(schema: string, steps: typeof migrations): Promise<void> {
  const sql = postgres(server.url, { max: 1, onnotice: () => undefined });
  const executor = postgresExecutor(sql, { callTimeoutMs: 20_000, prepare: false, ownsPool: true });
  await migrate(executor, schema, steps);
  await executor.close();
}

/** What an instance of the older release sends for a press, a change, a key and a revocation. */
async function olderCalls(schema: string, ids: readonly string[], n: number): Promise<void> {
  const call = async (text: string, ...parameters: readonly string[]): Promise<unknown> => {
    const [row] = await owner.unsafe(`select ${schema}.${text}::text as answer`, [...parameters]);
    return JSON.parse(row?.["answer"] ?? "null");
  };
  const events = ids.map((id) => ({ id: uuidOf(id), kind: "press", scene: 0, button: 0 }));
  const recorded = await call("record_v1($1::text::jsonb)", JSON.stringify(events));
  expect(recorded).toMatchObject(ids.map(() => ({ outcome: "recorded", charged: true })));
  const key = { id: `KEY${n}`, publisherId: "p", mode: "live", label: "", hash: "", createdAt: n };
  expect(await call("add_api_key_v1($1::text::jsonb)", JSON.stringify(key))).toBe(true);
  expect(await call("revoke_api_key_v1($1::text, 5)", `KEY${n}`)).toMatchObject({ revoked_at: 5 });
}

function uuidOf(id: string): string {
  return Buffer.from(id, "base64url").toString("hex");
}

test("instances of the older release go on charging, and their charges have empty fields", async () => {
  const schema = "older_charges";
  await migrateWith(schema, before);
  const ids = Array.from({ length: 4 }, (_, n) => idNamed(`older-${n}`));
  await owner.unsafe(
    `insert into ${schema}.campaigns (id, status, time_zone, total_budget, daily_budget)
     values ('c', 'active', 'UTC', 1000000, 1000000);
     insert into ${schema}.creative_versions (version_id, creative) values ('v1-c', '{"id": "cr-c"}')`,
  );
  const old = await openPostgres(server.url, { schema });
  await owner.unsafe(`select ${schema}.add_week_v1(${schema}.id_week('${uuidOf(ids[0] ?? "")}'::uuid))`);
  await insertDeliveries(schema, ids);
  await olderCalls(schema, ids.slice(0, 1), 1);
  await migrateWith(schema, migrations);
  await olderCalls(schema, ids.slice(1, 2), 2);
  expect(await old.record(ids.slice(2).map(click))).toMatchObject([{ charged: true }, { charged: true }]);

  const by = ["campaignId", "platformId", "placement", "creativeId", "language", "format"] as const;
  const whole = { campaignId: "c", platformId: "pf_one" };
  const sums = { charges: 2, spentMicros: 200, publisherMicros: 100, operatorMicros: 100 };
  const totals = await old.readCharges({ ...always, by });
  expect(totals).toHaveLength(2);
  expect(totals).toContainEqual({
    ...whole,
    ...sums,
    placement: "chat",
    creativeId: "cr-c",
    language: "en",
    format: "text",
  });
  expect(totals).toContainEqual({
    ...whole,
    ...sums,
    placement: "",
    creativeId: "",
    language: "",
    format: "",
  });
  const audit = await old.auditLedger();
  expect(audit.advertiserMicros).toBe(400);
  expect(audit.campaigns).toMatchObject([{ campaignId: "c", charges: 4, daysOutOfBalance: [] }]);
  // Nobody was there to note them.
  expect(await old.readAudit({ limit: 10 })).toEqual([]);
  await old.close();
});

/** Deliveries of a campaign `c` that hold 100 each, as issue_v1 writes them. */
async function insertDeliveries(schema: string, ids: readonly string[]): Promise<void> {
  const rows = ids.map(
    (
      id,
    ) => `('${uuidOf(id)}', 'web', 'pf_one', 'chat', 'user', 'en', 'c', 'v1-c', 'text', 100, 50, current_date,
      floor(extract(epoch from clock_timestamp()) * 1000), true)`,
  );
  await owner.unsafe(
    `insert into ${schema}.deliveries (id, surface, platform_id, placement, user_key, language, campaign_id,
       creative_version_id, format, price, publisher_part, day, issued_at, held) values ${rows.join(", ")};
     update ${schema}.campaigns set held = ${100 * ids.length};
     insert into ${schema}.campaign_days (campaign_id, day, daily_budget, held)
       values ('c', current_date, 1000000, ${100 * ids.length})`,
  );
}

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
    `insert into ${schema}.charges (delivery_id, campaign_id, platform_id, day, price, publisher_part, operator_part,
       charged_at, placement, creative_version_id, language, format)
     select gen_random_uuid(), 'c', 'pf_' || n % 9, '2026-01-01', 100, 50, 50, n::bigint * ${dayMs} / ${charges / 90},
       'chat', 'v1-c', 'en', 'text' from generate_series(0, ${charges - 1}) n;
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
