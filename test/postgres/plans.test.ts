/**
 * At a million deliveries every call touches about as many rows as it was asked about, also in sessions whose plans were
 * made when there were none: a session keeps the plans of functions.
 */
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPostgresStore, type PostgresStore } from "../../adapters/postgres/mod.ts";
import { campaign, deliveryIdAt, order, press, seen } from "../conformance/fixtures.ts";
import { type PostgresServer, startPostgresServer } from "../setup/postgres-server.ts";
import { issueAll, storeCampaigns } from "../setup/store-campaigns.ts";

const dayMs = 86_400_000;
const now = Date.UTC(2026, 2, 5, 12);
const schema = "large";
const campaigns = 200;
const million = 1_000_000;
/** More than any call below needs, far less than any campaign, user or week has. */
const maxRows = 400;

interface Node {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Name"?: string;
  readonly "Actual Rows"?: number;
  readonly "Actual Loops"?: number;
  readonly "Rows Removed by Filter"?: number;
  readonly "Rows Removed by Index Recheck"?: number;
  readonly Plans?: readonly Node[];
}

describe.each([18, 15] as const)("on PostgreSQL %d", (version) => {
  let server: PostgresServer;
  let owner: postgres.Sql;
  const notices: string[] = [];
  /** One planned everything while there was nothing; the other has not planned anything yet. */
  let young: PostgresStore;
  let fresh: PostgresStore;
  const pools: postgres.Sql[] = [];
  let issued = 0;

  beforeAll(async () => {
    server = await startPostgresServer(
      {
        // Statistics would make all plans anew.
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
    young = await open();
    fresh = await open();
    await young.migrate();
    await storeCampaigns(
      young,
      ...Array.from({ length: campaigns }, (_, n) =>
        campaign(`c${n}`, { frequencyCap: { impressions: 5, window: n % 2 === 0 ? 7 * dayMs : "day" } }),
      ),
    );
    await addWeeks();
    await useEverything(young, 1);
    await fill();
  }, 120_000);
  afterAll(async () => {
    await Promise.all(pools.map((pool) => pool.end()));
    await owner.end();
    await server.stop();
  }, 60_000);

  async function open(clock = () => now): Promise<PostgresStore> {
    const sql = postgres(server.url, {
      max: 1,
      connection: { "auto_explain.log_min_duration": "0" },
      onnotice: ({ message = "" }) => void notices.push(message),
    });
    pools.push(sql);
    return createPostgresStore({ sql, schema, clock, callTimeoutMs: 20_000 });
  }

  async function addWeeks(): Promise<void> {
    await owner.unsafe(`select ${schema}.add_week(w) from generate_series(
      ${schema}.id_week(${schema}.id_at(${now - 90 * dayMs})), ${now} / ${7 * dayMs} + 1) w`);
  }

  /** 13 weeks of deliveries of 20,000 users; every thousandth of the last hour is still held. */
  async function fill(): Promise<void> {
    await owner.unsafe(`
      insert into ${schema}.deliveries (id, surface, publisher_id, platform_id, placement, api_key_id, user_key, language,
        campaign_id, advertiser, creative_version_id, format, price, publisher_part, day, issued_at, held, seen_at, seen_recorded)
      select (left(${schema}.id_at(x.at)::text, 14) || '7000-8001-' || lpad(to_hex(x.n), 12, '0'))::uuid,
        'web', 'p', 'pf_one', 'chat', '', 'user-' || x.n % 20000, 'en', 'c' || x.n % ${campaigns}, 'a', 'v1', 'text', 100, 50,
        to_timestamp(x.at / 1000.0)::date, x.at, x.n > ${million} - 50, x.at + 1000, true
      from (select n, ${now} - 2000 - (${million} - n)::bigint * ${90 * dayMs} / ${million} as at
        from generate_series(1, ${million}) n) x;
      update ${schema}.campaigns c set held = held + h.amount from (select campaign_id, sum(price) as amount
        from ${schema}.deliveries where held and seen_at is not null group by 1) h where c.id = h.campaign_id;
      insert into ${schema}.campaign_days as t (campaign_id, day, daily_budget, held)
        select campaign_id, day, 9007199254740991, sum(price) from ${schema}.deliveries
        where held and seen_at is not null group by 1, 2
        on conflict (campaign_id, day) do update set held = t.held + excluded.held`);
  }

  /** Every call of the hot path, with 64 items each. */
  async function useEverything(store: PostgresStore, lane: number): Promise<void> {
    const ids = Array.from({ length: 64 }, () => {
      issued += 1;
      return deliveryIdAt(now, issued);
    });
    const orders = ids.map((id, n) =>
      order(id, [`c${n % campaigns}`, `c${(n * 7 + 1) % campaigns}`], { userKey: `user-${lane}-${n}` }),
    );
    await issueAll(store, orders);
    await issueAll(store, orders);
    await store.findDeliveries(ids);
    await store.record(ids.map(seen));
    await store.record(ids.slice(0, 8).map((id) => press(id)));
    await store.readSpend(["c0", "c1"]);
    await store.releaseExpired(512);
    await store.forgetUser(`user-${lane}-63`);
  }

  function nodesOf(node: Node): readonly Node[] {
    return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
  }

  /** The plan nodes that read deliveries, of all statements since the last call. */
  function deliveryNodes(): readonly Node[] {
    const plans = notices.splice(0).flatMap((message) => {
      const start = message.indexOf("{");
      if (start < 0) return [];
      const { Plan }: { Plan: Node } = JSON.parse(message.slice(start));
      return nodesOf(Plan);
    });
    return plans.filter((node) =>
      (node["Relation Name"] ?? node["Index Name"] ?? "").startsWith("deliveries"),
    );
  }

  function rowsOf(node: Node): number {
    const perLoop =
      (node["Actual Rows"] ?? 0) +
      (node["Rows Removed by Filter"] ?? 0) +
      (node["Rows Removed by Index Recheck"] ?? 0);
    return perLoop * (node["Actual Loops"] ?? 0);
  }

  test("there are a million deliveries in 13 weeks or more", async () => {
    const [row] = await owner.unsafe(`select count(*)::int as n, count(distinct tableoid)::int as weeks
      from ${schema}.deliveries`);
    expect(row?.["n"]).toBeGreaterThanOrEqual(million);
    expect(row?.["weeks"]).toBeGreaterThanOrEqual(13);
  });

  /** At the begin of a week, and in the middle of one; the fill has as many deliveries after a moment as before it. */
  async function lookAtRecent(): Promise<void> {
    const perDay = million / 90;
    for (const at of [now, now - 38 * dayMs]) {
      const store = await open(() => at);
      for (const platformIds of [undefined, ["pf_one"], ["none"]]) {
        notices.length = 0;
        const found = await store.readRecentDeliveries({ limit: 512, platformIds });
        expect(found.length).toBe(platformIds?.[0] === "none" ? 0 : 512);
        const rows = rowsRead(deliveryNodes());
        expect(rows).toBeGreaterThan(perDay / 24);
        expect(rows).toBeLessThan(perDay * 2.2);
      }
    }
  }

  test(
    "the deliveries of the last hour are found among ids of two days, before there are statistics",
    lookAtRecent,
  );

  test.each([
    ["made its plans when there were none", () => young],
    ["makes its plans now", () => fresh],
    ["makes them anew after the statistics have come", () => young],
  ])("no call of a session that %s scans a table or an index of deliveries", async (when, store) => {
    if (when.includes("statistics")) await owner.unsafe(`analyze ${schema}.deliveries`);
    notices.length = 0;
    await useEverything(store(), version * 10 + issued);
    const nodes = deliveryNodes();
    const scans = nodes.filter((node) => node["Node Type"].includes("Scan"));
    expect(scans.length).toBeGreaterThan(20);
    expect(
      scans.filter((node) => node["Node Type"] === "Seq Scan" && (node["Actual Loops"] ?? 0) > 0),
    ).toEqual([]);
    expect(scans.filter((node) => rowsOf(node) > maxRows)).toEqual([]);
  });

  test.each([
    ["made its plans when there were none", () => young],
    ["makes its plans now", () => fresh],
  ])("the users of a day are counted from ids of three days by a session that %s", async (_, store) => {
    const perDay = million / 90;
    const ranges = [40, 41, 42].map((days) => ({ from: now - days * dayMs, to: now - (days - 1) * dayMs }));
    for (const range of ranges) {
      notices.length = 0;
      const [users] = await store().readUniques({ ranges: [range] });
      expect(users?.n).toBeGreaterThan(perDay / 2);
      expect(rowsRead(deliveryNodes())).toBeLessThan(perDay * 3.5);
    }
    notices.length = 0;
    const counts = await store().readUniques({ ranges });
    expect(counts).toHaveLength(3);
    expect(rowsRead(deliveryNodes()), "three days at once").toBeLessThan(perDay * 5.5);
    notices.length = 0;
    await store().readUniques({ ranges: ranges.slice(0, 1), by: ["publisherId", "platformId", "apiKeyId"] });
    expect(rowsRead(deliveryNodes()), "a day by platform and key").toBeLessThan(perDay * 3.5);
  });

  test("planted fault: without bounds of the ids the same look finds the scan", async () => {
    const [row] = await owner.unsafe(`select pg_get_functiondef('${schema}.read_uniques'::regproc) as text`);
    const text = String(row?.["text"]);
    const unbound = text.replace(/d\.id >= id_at[\s\S]*?86400000\)/, "true");
    expect(unbound).not.toBe(text);
    await owner.unsafe(unbound);
    notices.length = 0;
    await fresh.readUniques({ ranges: [{ from: now - 41 * dayMs, to: now - 40 * dayMs }] });
    expect(rowsRead(deliveryNodes())).toBeGreaterThan(million / 2);
    await owner.unsafe(text);
  });

  test(
    "the deliveries of the last hour are found among ids of two days, once there are statistics",
    lookAtRecent,
  );

  test("a stray among the deliveries of the last hour is looked up by its id", async () => {
    const id = deliveryIdAt(now - 30 * dayMs, 77_777);
    await issueAll(fresh, [order(id, ["c1"], { userKey: "user-of-a-stray", platformId: "pf_stray" })]);
    notices.length = 0;
    const found = await fresh.readRecentDeliveries({ limit: 512, platformIds: ["pf_stray"] });
    expect(found.map((delivery) => delivery.id)).toEqual([id]);
    expect(rowsRead(deliveryNodes())).toBeLessThan((million / 90) * 2.2);
  });

  /** Rows that scans have looked at; a bitmap's index and its heap are one look. */
  function rowsRead(nodes: readonly Node[]): number {
    return nodes
      .filter((node) => node["Relation Name"] !== undefined)
      .reduce((sum, node) => sum + rowsOf(node), 0);
  }

  test("planted fault: without the index of a user's deliveries the same look finds the scan", async () => {
    await owner.unsafe(`drop index ${schema}.deliveries_of_user`);
    notices.length = 0;
    await fresh.issue([order(deliveryIdAt(now, 9_999), ["c0"], { userKey: "user-0" })]);
    expect(deliveryNodes().filter((node) => rowsOf(node) > maxRows).length).toBeGreaterThan(0);
  });
});
