/**
 * Events and repeated orders look their deliveries up by id, one by one, with any statistics of a week: those of an
 * empty week, none at all, or those of a full one. Rows after the oldest id of a batch are not read.
 */
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { record } from "../../adapters/postgres/migrations/first/record.ts";
import { createPostgresStore, type PostgresStore } from "../../adapters/postgres/mod.ts";
import { campaign, click, deliveryIdAt, order, press, seen } from "../conformance/fixtures.ts";
import { type PostgresServer, startPostgresServer } from "../setup/postgres-server.ts";
import { storeCampaigns } from "../setup/store-campaigns.ts";
import { nodesOfNotices, rowsOf } from "./plan-nodes.ts";

// In the middle of a week.
const now = Date.UTC(2026, 2, 2, 12);
const newer = 30_000;
const batch = 20;
/** The most rows that a batch may read in all partitions of one node: its own deliveries, a few times. */
const maxRows = batch * 4;

/** Where all weeks are known to be empty, an event may be compared with the batch's other deliveries, never with others. */
const maxRowsOfPairs = batch * batch;

/** How a session plans prepared statements: `auto` takes a plan for all parameters from the sixth execution on. */
type PlanMode = "auto" | "force_generic_plan" | "force_custom_plan";

type Settle = (schema: string) => Promise<unknown>;

interface WeekState {
  readonly name: string;
  readonly mode: PlanMode;
  /** Before the first plan. */
  readonly planned: Settle;
  /** Once the week is full. */
  readonly filled: Settle;
  /** The session has planned on the empty week. */
  readonly plansBefore: boolean;
}

describe.each([18, 15] as const)("on PostgreSQL %d", (version) => {
  let server: PostgresServer;
  let owner: postgres.Sql;
  const pools: postgres.Sql[] = [];
  const notices: string[] = [];

  beforeAll(async () => {
    server = await startPostgresServer(
      {
        autovacuum: "off",
        session_preload_libraries: "auto_explain",
        "auto_explain.log_nested_statements": "on",
        "auto_explain.log_analyze": "on",
        "auto_explain.log_timing": "off",
        "auto_explain.log_format": "json",
        "auto_explain.log_level": "notice",
      },
      version,
    );
    owner = postgres(server.url, { max: 1, onnotice: () => undefined });
  }, 60_000);
  afterAll(async () => {
    await Promise.all(pools.map((pool) => pool.end()));
    await owner.end();
    await server.stop();
  }, 60_000);

  function explained(mode: PlanMode = "auto"): postgres.Sql {
    const sql = postgres(server.url, {
      max: 1,
      connection: { "auto_explain.log_min_duration": "0", plan_cache_mode: mode },
      onnotice: ({ message = "" }) => void notices.push(message),
    });
    pools.push(sql);
    return sql;
  }

  const open = (schema: string, mode?: PlanMode): PostgresStore =>
    createPostgresStore({ sql: explained(mode), schema, clock: () => now, callTimeoutMs: 20_000 });

  /** The ids that a batch is about, with all others after them. Half of the deliveries are a bot's with a price. Others are held. */
  const ids = Array.from({ length: batch }, (_, n) => deliveryIdAt(now - 3_500_000, n + 1));

  async function fill(schema: string): Promise<void> {
    const columns = `id, surface, publisher_id, platform_id, placement, api_key_id, user_key, language, campaign_id,
      advertiser, creative_version_id, format, price, publisher_part, day, issued_at, held`;
    const row = (
      id: string,
      n: string,
      isHeld = "false",
    ): string => `select ${id}::uuid, case ${n} % 2 when 0 then 'web' else 'bot' end,
      'p', 'pf_one', 'chat', '', 'user', 'en', 'c', 'a', 'v1', 'text', case when ${isHeld} then 100 else ${n} % 2 * 100 end, 0, date '2026-03-02',
      ${now} - 3500000, ${isHeld}`;
    await owner.unsafe(`insert into ${schema}.deliveries (${columns})
      ${ids.map((id, n) => row(`'${uuidOf(id)}'`, String(n))).join(" union all ")};
      insert into ${schema}.deliveries (${columns})
      ${row(`(left(${schema}.id_at(${now} - 3400000 + n * 100)::text, 14) || '7000-8001-' || lpad(to_hex(n), 12, '0'))`, "n", "n % 2 = 0")}
      from generate_series(1, ${newer}) n`);
  }

  /** Others, for calls before there are those: what they are charged for stays. */
  const otherIds = Array.from({ length: batch }, (_, n) => deliveryIdAt(now - 3_500_000, n + 1_001));

  async function lookAtAll(store: PostgresStore, of = ids): Promise<void> {
    await store.record(of.map(seen));
    await store.record(of.map((id) => press(id)));
    await store.record(of.map(click));
    await store.record(of.map(click));
    await store.issue(of.map((id) => order(id, ["c"])));
    await store.findDeliveries(of);
  }

  /** The most rows of deliveries that any node has looked at since the last call. */
  function mostRows(): number {
    const nodes = nodesOfNotices(notices.splice(0)).filter(({ "Relation Name": name, "Index Name": index }) =>
      (name ?? index ?? "").startsWith("deliveries"),
    );
    expect(nodes.length).toBeGreaterThan(0);
    return Math.max(...nodes.map(rowsOf));
  }

  const analyze: Settle = (schema) => owner.unsafe(`analyze ${schema}.deliveries`);
  const nothing: Settle = async () => undefined;

  const states: readonly WeekState[] = [
    { name: "empty_week", mode: "auto", planned: nothing, filled: nothing, plansBefore: true },
    { name: "empty_week_analyzed", mode: "auto", planned: analyze, filled: nothing, plansBefore: true },
    { name: "young_week", mode: "auto", planned: nothing, filled: nothing, plansBefore: false },
    {
      name: "young_week_analyzed_empty",
      mode: "auto",
      planned: analyze,
      filled: nothing,
      plansBefore: false,
    },
    { name: "old_week", mode: "auto", planned: nothing, filled: analyze, plansBefore: false },
    ...(["force_generic_plan", "force_custom_plan"] as const).flatMap((mode): readonly WeekState[] => [
      { name: `empty_week_${mode}`, mode, planned: analyze, filled: nothing, plansBefore: true },
      { name: `young_week_${mode}`, mode, planned: nothing, filled: nothing, plansBefore: false },
      { name: `old_week_${mode}`, mode, planned: nothing, filled: analyze, plansBefore: false },
    ]),
  ];

  test.each(
    states.flatMap((state) => [
      { ...state, weeks: "-3, 1" },
      // A new installation has the week of its first delivery.
      { ...state, name: `${state.name}_alone`, weeks: "0, 0" },
    ]),
  )("a batch looks up its own deliveries: $name", async (state) => {
    const { name, planned, filled, plansBefore, weeks } = state;
    const { mode } = state;
    const first = open(name, mode);
    await first.migrate();
    await storeCampaigns(first, campaign("c"));
    await owner.unsafe(`select ${name}.add_week(${now} / 604800000 + w) from generate_series(${weeks}) w`);
    await planned(name);
    // A session keeps the plans that it made, and may make others after five executions.
    for (let n = 0; plansBefore && n < 6; n += 1) await lookAtAll(first, otherIds);
    await owner.unsafe(`delete from ${name}.deliveries`);
    await fill(name);
    await filled(name);
    const store = plansBefore ? first : open(name, mode);
    await store.ready();
    for (let n = 0; n < 7; n += 1) {
      notices.length = 0;
      await lookAtAll(store);
      expect(mostRows()).toBeLessThanOrEqual(
        planned === analyze && weeks !== "0, 0" ? maxRowsOfPairs : maxRows,
      );
    }
    const [row] = await owner.unsafe(
      `select count(*)::int as n from ${name}.deliveries where clicked_at is not null`,
    );
    expect(row?.["n"]).toBe(batch);
  });

  test("planted fault: a record that joins events and deliveries reads far more", async () => {
    const schema = "joined";
    const store = open(schema);
    await store.migrate();
    await storeCampaigns(store, campaign("c"));
    await owner.unsafe(`select ${schema}.add_week(${now} / 604800000 + w) from generate_series(-3, 1) w`);
    await owner.unsafe(`set search_path to ${schema}; ${joined()}; reset search_path`);
    const session = explained();
    const call = async (): Promise<void> => {
      const events = ids.map((id) => ({ id: uuidOf(id), kind: "press", scene: 0, button: 0 }));
      await session.unsafe(`select ${schema}.joined($1::text::jsonb, ${now})`, [JSON.stringify(events)]);
    };
    await owner.unsafe(`analyze ${schema}.deliveries`);
    await call();
    await fill(schema);
    notices.length = 0;
    await call();
    expect(mostRows()).toBeGreaterThan(newer / 2);
  });
});

/** The function `record` under the name `joined`, with a join where each id was a lookup of its own. */
function joined(): string {
  const lookups = [
    [
      /cross join lateral \(select k\.id, k\.campaign_id.*?limit 1\) d/s,
      "join deliveries d on d.id = x.id and d.id >= v_low",
    ],
    [
      /cross join lateral \(select 1 from deliveries k.*?for no key update\) d/s,
      "join deliveries d on d.id = x.id and d.id >= v_low order by d.id for no key update of d",
    ],
    [
      /cross join lateral \(select \* from deliveries k.*?limit 1\) d/s,
      "join deliveries d on d.id = x.id and d.id >= v_low",
    ],
    [
      /left join lateral \(select k\.\*, k as state.*?limit 1\) d\s+on v_is_found/s,
      "left join (select k.*, k as state from deliveries k) d on d.id = e.id and d.id >= v_low and v_is_found",
    ],
    [/d\.id >= j\.id and d\.id <= j\.id and.*?or d\.id = v_low\)/s, "d.id = j.id and d.id >= v_low"],
    ["set enable_bitmapscan = off ", ""],
    ["create function record(", "create function joined("],
  ] as const;
  return lookups.reduce((text, [lookup, join]) => {
    const changed = text.replace(lookup, join);
    expect(changed, String(lookup)).not.toBe(text);
    return changed;
  }, record);
}

function uuidOf(id: string): string {
  const hex = Buffer.from(id, "base64url").toString("hex");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
