import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PostgresStore } from "../../adapters/postgres/mod.ts";
import { openPostgres } from "../../adapters/postgres/mod.ts";
import { campaign, click, deliveryIdAt, order, seen } from "../conformance/fixtures.ts";
import { type Backend, type OpenBackend, serverBackend } from "../setup/postgres-backends.ts";
import { issueAll, storeCampaigns } from "../setup/store-campaigns.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const weekMs = 7 * dayMs;
/** A Thursday, on which weeks begin. */
const start = Date.UTC(2026, 2, 5);

let backend: Backend;
beforeAll(async () => {
  backend = await serverBackend();
}, 60_000);
afterAll(() => backend.close(), 60_000);

/** Two stores with a campaign `c`, at one second past midnight of the first day of a week. */
async function openWeek(): Promise<OpenBackend & { readonly clock: { at: number } }> {
  const clock = { at: start + 1_000 };
  const opened = await backend.open({ now: () => clock.at });
  await storeCampaigns(opened.stores[0], campaign("c"));
  return { ...opened, clock };
}

async function weeksOf({ url, schema }: OpenBackend): Promise<readonly string[]> {
  return query(
    url,
    `select c.relname as text from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = '${schema}.deliveries'::regclass order by 1`,
  );
}

async function query(url: string, text: string): Promise<readonly string[]> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  const rows = await sql.unsafe(text);
  await sql.end();
  return rows.map((row) => String(row["text"]));
}

/** Nothing is out of balance, and the campaign has been charged so often. */
async function expectBooks(store: PostgresStore, charges: number): Promise<void> {
  const audit = await store.auditLedger();
  const line = audit.campaigns.find(({ campaignId }) => campaignId === "c");
  expect(line).toMatchObject({
    charges,
    spentMicros: charges * 100,
    chargedMicros: charges * 100,
    daysOutOfBalance: [],
  });
  expect(line?.heldMicros).toBe(line?.openMicros);
}

test("an order whose week is missing makes it, and maintenance makes the next one ahead", async () => {
  const opened = await openWeek();
  const [store] = opened.stores;
  expect(await weeksOf(opened)).toEqual([]);
  await issueAll(store, [order(deliveryIdAt(opened.clock.at, 1), ["c"])]);
  expect(await weeksOf(opened)).toEqual(["deliveries_20260305"]);
  await store.releaseExpired(1);
  opened.clock.at = start + weekMs - 20 * 60_000;
  await store.releaseExpired(1);
  expect(await weeksOf(opened)).toEqual(["deliveries_20260305"]);
  opened.clock.at += 10 * 60_000;
  await store.releaseExpired(1);
  expect(await weeksOf(opened)).toEqual(["deliveries_20260305", "deliveries_20260312"]);
  await opened.close();
});

test("64 instances that meet a missing week at once make it once, and issue everything", async () => {
  const opened = await openWeek();
  const outcomes = await Promise.all(
    Array.from({ length: 64 }, (_, n) =>
      opened.stores[n % 2 === 0 ? 0 : 1].issue([
        order(deliveryIdAt(start - 1, n), ["c"]),
        order(deliveryIdAt(start, n), ["c"]),
      ]),
    ),
  );
  expect(outcomes.flat().every(({ outcome }) => outcome === "issued")).toBe(true);
  expect(await weeksOf(opened)).toEqual(["deliveries_20260226", "deliveries_20260305"]);
  expect((await opened.stores[0].readSpend(["c"]))[0]?.heldMicros).toBe(12_800);
  await opened.close();
});

test("an order that a week just added by another call has no place for yet is issued by the next try", async () => {
  const opened = await openWeek();
  const [store] = opened.stores;
  await query(
    opened.url,
    `set search_path = ${opened.schema};
    alter function issue(jsonb, bigint) rename to issue_next;
    create sequence tries;
    create function issue(batch jsonb, now_ms bigint) returns jsonb language plpgsql set search_path from current as $$ begin
      if nextval('tries') = 1 then
        insert into deliveries (id) values ('ffffffff-0000-7000-8000-000000000000');
      end if;
      return issue_next(batch, now_ms);
    end $$`,
  );
  await issueAll(store, [order(deliveryIdAt(opened.clock.at, 1), ["c"])]);
  expect(await query(opened.url, `select last_value::text as text from ${opened.schema}.tries`)).toEqual([
    "2",
  ]);
  await opened.close();
});

test("a week is dropped once all of it is older than kept, and takes no charge, total or cap with it", async () => {
  const opened = await openWeek();
  const { clock } = opened;
  const [store] = opened.stores;
  const ids = [1, 2, 3].map((n) => deliveryIdAt(clock.at, n));
  await issueAll(
    store,
    ids.map((id) => order(id, ["c"])),
  );
  clock.at += 2_000;
  await store.record(ids.slice(0, 2).map(seen));
  clock.at = start + weekMs + dayMs + 90 * dayMs;
  await store.releaseExpired(512);
  expect(await weeksOf(opened)).toContain("deliveries_20260305");
  clock.at += hourMs;
  expect(await store.housekeep()).toBe("deliveries_20260305");
  expect(await weeksOf(opened)).not.toContain("deliveries_20260305");
  expect(await store.findDeliveries(ids)).toEqual([undefined, undefined, undefined]);
  expect(await store.record(ids.map(click))).toEqual(Array(3).fill({ outcome: "unknown" }));
  expect((await store.readSpend(["c"]))[0]).toMatchObject({ spentMicros: 200, heldMicros: 0 });
  expect(await query(opened.url, `select used::text as text from ${opened.schema}.campaign_days`)).toEqual([
    "200",
  ]);
  await expectBooks(store, 2);
  await opened.close();
});

test("a shorter time is kept when it is set, and one shorter than a day is refused", async () => {
  const opened = await openWeek();
  const { clock, url, schema } = opened;
  const store = await openPostgres(url, { schema, clock: () => clock.at, deliveriesKeptMs: 7 * dayMs });
  await issueAll(store, [order(deliveryIdAt(clock.at, 1), ["c"])]);
  clock.at = start + 2 * weekMs + dayMs + 1_001;
  await store.releaseExpired(512);
  await store.releaseExpired(512);
  expect(await weeksOf(opened)).not.toContain("deliveries_20260305");
  await expect(openPostgres(url, { deliveriesKeptMs: dayMs - 1 })).rejects.toThrow("at least 86400000");
  await store.close();
  await opened.close();
});

test("networks are dropped by weeks, also after months without an instance, and none is kept with 0", async () => {
  const opened = await openWeek();
  const { clock, url, schema } = opened;
  const options = { schema, clock: () => clock.at };
  const [store] = opened.stores;
  const none = await openPostgres(url, { ...options, networksKeptMs: 0 });
  const issueOne = async (by: PostgresStore, n: number): Promise<void> =>
    void (await issueAll(by, [order(deliveryIdAt(clock.at, n), ["c"], { network: `n${n}` })]));
  const kept = async (): Promise<readonly string[]> =>
    query(url, `select network as text from ${schema}.networks order by 1`);
  for (let week = 0; week < 5; week += 1) {
    clock.at = start + week * weekMs + 1_000;
    await issueOne(store, week);
    await issueOne(none, week + 10);
    await store.releaseExpired(512);
  }
  expect(await kept()).toEqual(["n0", "n1", "n2", "n3", "n4"]);
  clock.at = start + 30 * dayMs;
  await store.releaseExpired(512);
  expect(await kept()).toEqual(["n0", "n1", "n2", "n3", "n4"]);
  clock.at += 10 * 60_000;
  await store.releaseExpired(512);
  expect(await kept()).toEqual(["n1", "n2", "n3", "n4"]);
  // Six weeks after the last one their partition is another week's.
  clock.at = start + 10 * weekMs + 1_000;
  await issueOne(store, 5);
  expect(await kept()).toEqual(["n1", "n2", "n3", "n4", "n5"]);
  await store.releaseExpired(512);
  expect(await kept()).toEqual([]);
  await issueOne(store, 6);
  clock.at += 10 * 60_000;
  await store.releaseExpired(512);
  expect(await kept()).toEqual(["n6"]);
  clock.at += 10 * 60_000;
  await none.releaseExpired(512);
  expect(await kept()).toEqual([]);
  await none.close();
  await opened.close();
});

test("a week with an open hold, or with a young delivery of an instance whose clock is late, is not dropped", async () => {
  const opened = await openWeek();
  const { clock } = opened;
  const [store, other] = opened.stores;
  const held = deliveryIdAt(clock.at, 1);
  await issueAll(store, [order(held, ["c"])]);
  clock.at = start + 100 * dayMs;
  expect(await store.housekeep()).toBeUndefined();
  expect((await store.findDeliveries([held]))[0]?.id).toBe(held);

  expect(await other.releaseExpired(512)).toBe(1);
  // The clock of this instance is 100 days late: its delivery lies in the oldest week.
  const stray = deliveryIdAt(start + 2_000, 2);
  await issueAll(other, [order(stray, ["c"])]);
  clock.at += 11 * 60_000;
  expect(await store.housekeep()).toBeUndefined();
  expect(await store.record([click(stray)])).toMatchObject([{ outcome: "recorded", charged: true }]);
  await expectBooks(store, 1);

  clock.at += 91 * dayMs;
  expect(await store.housekeep()).toBe("deliveries_20260305");
  await expectBooks(store, 1);
  await opened.close();
});

test("a cap counts deliveries of instances whose clocks are weeks late or ahead", async () => {
  const opened = await openWeek();
  const { clock } = opened;
  const [store, other] = opened.stores;
  await storeCampaigns(store, campaign("capped", { frequencyCap: { impressions: 2, window: hourMs } }));
  await issueAll(store, [order(deliveryIdAt(clock.at - 40 * dayMs, 1), ["capped"])]);
  await issueAll(other, [order(deliveryIdAt(clock.at + 40 * dayMs, 2), ["capped"])]);
  const [third] = await other.issue([order(deliveryIdAt(clock.at, 3), ["capped"])]);
  expect(third).toEqual({ outcome: "refused", reasons: ["frequency_cap"] });
  await opened.close();
});

test("during a long read a week is not dropped, and no call waits behind the drop", async () => {
  const opened = await openWeek();
  const { clock, schema } = opened;
  const [store, other] = opened.stores;
  await issueAll(store, [order(deliveryIdAt(clock.at, 1), ["c"])]);
  clock.at = start + 100 * dayMs;
  const sql = postgres(opened.url, { max: 1 });
  await sql.begin(async (tx) => {
    await tx.unsafe(`select count(*) from ${schema}.deliveries`);
    const [released, issued] = await Promise.all([
      store.releaseExpired(512),
      other.issue([order(deliveryIdAt(clock.at, 2), ["c"])]),
    ]);
    // The order may have been first to release it.
    expect([0, 1]).toContain(released);
    expect(issued[0]?.outcome).toBe("issued");
    expect(await weeksOf(opened)).toContain("deliveries_20260305");
    // The next try is in ten minutes, so the reader costs the others next to nothing.
    expect(await store.housekeep()).toBeUndefined();
  });
  await sql.end();
  clock.at += 10 * 60_000;
  expect(await other.housekeep()).toBe("deliveries_20260305");
  await opened.close();
});

test("deliveries are issued, recorded and dropped at the same time without an error or a deadlock", async () => {
  const opened = await openWeek();
  const { clock } = opened;
  const [first, second] = opened.stores;
  for (let week = 0; week < 12; week += 1) {
    await issueAll(first, [order(deliveryIdAt(clock.at + week * weekMs, 1_000 + week), ["c"])]);
  }
  clock.at = start + 300 * dayMs;
  // Drops the first week, the only one that was right.
  await first.releaseExpired(512);
  const old = (await weeksOf(opened)).slice(0, 11);
  let dropped = 0;
  const drop = async (store: PostgresStore): Promise<void> => {
    for (let n = 0; n < 40; n += 1) if ((await store.housekeep()) !== undefined) dropped += 1;
  };
  const serve = async (store: PostgresStore, lane: number): Promise<void> => {
    for (let n = 0; n < 30; n += 1) {
      const id = deliveryIdAt(clock.at, lane * 1_000 + n);
      await issueAll(store, [order(id, ["c"], { userKey: `u${n % 3}` })]);
      const [outcome] = await store.record([click(id)]);
      expect(outcome).toMatchObject({ outcome: "recorded", charged: true });
    }
  };
  // Weeks that were skewed ahead of their issue are young: the drops begin once their strays are forgotten.
  clock.at += 91 * dayMs;
  await Promise.all([drop(first), drop(second), serve(first, 10), serve(second, 11), serve(second, 12)]);
  // A drop that did not get its lock in time is tried again in ten minutes.
  clock.at += 10 * 60_000;
  while ((await first.housekeep()) !== undefined) dropped += 1;
  expect(dropped).toBe(11);
  for (const week of old) expect(await weeksOf(opened)).not.toContain(week);
  await expectBooks(first, 90);
  await opened.close();
});
