import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isOutage, openPostgres, type PostgresStore, StoreDataError } from "../../adapters/postgres/mod.ts";
import { storeOn } from "../../adapters/postgres/store.ts";
import type { Store } from "../../core/storage/store.ts";
import { campaign, count, order } from "../conformance/fixtures.ts";
import { idNamed } from "../setup/delivery-ids.ts";
import { type PostgresServer, startPostgresServer } from "../setup/postgres-server.ts";
import { type Confirmed, lost, nothingConfirmed, prepareStorm, storm } from "../setup/postgres-storm.ts";

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgresServer();
}, 60_000);
afterAll(() => server.stop(), 60_000);

/** Two instances storm until the server is killed after `rounds` rounds of theirs. */
async function killedStorm(
  instances: readonly Store[],
  rounds: number,
): Promise<readonly [Confirmed, unknown[]]> {
  const confirmed = nothingConfirmed();
  let done = 0;
  let kill: () => void = () => undefined;
  const enough = new Promise<void>((resolve) => {
    kill = resolve;
  });
  const stormers = Array.from({ length: 8 }, (_, n) => {
    const store = instances[n % instances.length];
    if (store === undefined) throw new Error("a storm needs an instance");
    return storm(store, `s${n}`, confirmed, () => {
      done += 1;
      if (done === rounds) kill();
    });
  });
  await enough;
  await server.kill9();
  return [confirmed, await Promise.all(stormers)];
}

async function instances(schema: string): Promise<readonly [PostgresStore, PostgresStore]> {
  const stores = [
    await openPostgres(server.url, { schema }),
    await openPostgres(server.url, { schema }),
  ] as const;
  await stores[0].migrate();
  return stores;
}

async function waitingForLocks(sql: postgres.Sql): Promise<number> {
  const [row] = await sql<{ waiting: number }[]>`
    select count(*)::int as waiting from pg_stat_activity where wait_event_type = 'Lock'`;
  return row?.waiting ?? Number.NaN;
}

/** A store rejects calls without a try for up to a second after the last refusal. */
async function untilBack(store: PostgresStore): Promise<void> {
  await expect.poll(() => store.readSpend(["storm-a"]).then(() => "back", String)).toBe("back");
}

test("everything confirmed before a kill -9 of the server is there after it, charged once, in balance", async () => {
  const [first, second] = await instances("killed");
  await prepareStorm(first);
  for (const rounds of [25, 60]) {
    const [confirmed, failures] = await killedStorm([first, second], rounds);
    expect(failures.every(isOutage)).toBe(true);
    expect(confirmed.charged.size).toBeGreaterThan(100);

    await server.restart();
    await Promise.all([first, second].map(untilBack));
    expect(await lost(second, confirmed)).toEqual([]);
    const audit = await first.auditLedger();
    for (const line of audit.campaigns) {
      expect(line).toMatchObject({
        chargedMicros: line.usedMicros,
        openMicros: line.heldMicros,
        daysOutOfBalance: [],
      });
    }
    const sql = postgres(server.url, { max: 1 });
    const [row] = await sql`select
      (select count(*) from killed.charges)::int as charges,
      (select count(*) from killed.deliveries where charged_at is not null)::int as charged,
      (select count(*) from killed.campaigns where used + held > total_budget)::int as overspent`;
    await sql.end();
    expect(row?.["charges"]).toBe(row?.["charged"]);
    expect(row?.["overspent"]).toBe(0);
    await server.kill9();
    await server.restart();
  }
  await Promise.all([first.close(), second.close()]);
}, 60_000);

test("planted fault: a server that answers before it has written loses confirmed changes", async () => {
  await server.restart();
  await Promise.all((await instances("hasty")).map((store) => store.close()));
  await server.restart({ synchronous_commit: "off", wal_writer_delay: "10s" });
  // The store refuses such a server (see startup.test.ts), so this one counts as embedded.
  const hasty = async (): Promise<PostgresStore> => {
    const sql = postgres(server.url, { max: 8, onnotice: () => undefined });
    const run = async (text: string, parameters: readonly (string | number | boolean | null)[]) => [
      ...(await sql.unsafe(text, [...parameters])),
    ];
    return storeOn({ server: false, run, close: () => sql.end({ timeout: 1 }) }, { schema: "hasty" });
  };
  const stores = [await hasty(), await hasty()] as const;
  await prepareStorm(stores[0]);
  const [confirmed] = await killedStorm(stores, 40);
  await Promise.all(stores.map((store) => store.close()));
  await server.restart();
  const store = await openPostgres(server.url, { schema: "hasty" });
  expect((await lost(store, confirmed)).length).toBeGreaterThan(0);
  await store.close();
}, 60_000);

test("calls are rejected as an outage while the server is down, and work again once it is back", async () => {
  await server.restart();
  const [store, other] = await instances("down");
  await prepareStorm(store);
  await server.kill9();
  const calls = [
    () => store.issue([order(idNamed("d1"), ["storm-a"])]),
    () => store.record([{ kind: "seen", deliveryId: idNamed("d1") }]),
    () => store.findDeliveries([idNamed("d1")]),
    () => store.readSpend(["storm-a"]),
    () => store.catalogChanges(),
    () => store.releaseExpired(1),
    () => store.addCounts([count()]),
    () => store.readCounts({ from: 0, to: 1, metrics: ["request"], by: [], limit: 1 }),
  ];
  for (const call of calls) {
    const failure = await call().catch((error: unknown) => error);
    expect(isOutage(failure)).toBe(true);
  }
  await server.restart();
  await untilBack(store);
  for (const call of calls) await call();
  expect((await store.findDeliveries([idNamed("d1")]))[0]?.campaignId).toBe("storm-a");
  await Promise.all([store.close(), other.close()]);
}, 60_000);

/** Otherwise a function gives up its wait for a lock after three seconds. */
const waitForLocksLonger = `do $do$
declare
  f regprocedure;
begin
  for f in select oid from pg_proc where pronamespace = 'slow'::regnamespace and prokind = 'f' loop
    execute format('alter function %s set lock_timeout = %L', f, '1h');
  end loop;
end $do$`;

test("a call that the server does not answer in time is rejected as an outage", async () => {
  const [store, other] = await instances("slow");
  await prepareStorm(store);
  const impatient = await openPostgres(server.url, { schema: "slow", callTimeoutMs: 2_000 });
  await impatient.ready();
  const sql = postgres(server.url, { max: 2 });
  let unlock: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    unlock = resolve;
  });
  let locked: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => {
    locked = resolve;
  });
  await sql.unsafe(waitForLocksLonger);
  const blocker = sql.begin(async (tx) => {
    await tx`select 1 from slow.campaigns for update`;
    locked();
    await held;
  });
  await ready;
  const failure = await impatient.issue([order(idNamed("d1"), ["storm-a"])]).catch((error: unknown) => error);
  expect(failure).toMatchObject({ outage: true, code: "CALL_TIMEOUT" });
  // Cancelling travels on a connection of its own: unlocked before it arrives, the call would be done after all.
  // Uncancelled it would wait for an hour.
  await expect.poll(() => waitingForLocks(sql)).toBe(0);
  unlock();
  await blocker;
  expect((await impatient.issue([order(idNamed("d2"), ["storm-a"])]))[0]?.outcome).toBe("issued");
  expect((await store.findDeliveries([idNamed("d1")]))[0]).toBeUndefined();
  await sql.end();
  await Promise.all([store.close(), other.close(), impatient.close()]);
}, 60_000);

test("a value that PostgreSQL refuses is no outage, and leaves nothing of its batch behind", async () => {
  const [store, other] = await instances("data_errors");
  await prepareStorm(store);
  const good = idNamed("good");
  for (const bad of [
    order("no-uuid-in-base64url", ["storm-a"]),
    order(idNamed("bad"), ["storm-a"], { userKey: "bad\u0000key" }),
  ]) {
    const failure = await store.issue([order(good, ["storm-a"]), bad]).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StoreDataError);
    expect(isOutage(failure)).toBe(false);
    expect(await store.findDeliveries([good, bad.deliveryId])).toEqual([undefined, undefined]);
    expect(await store.record([{ kind: "click", deliveryId: bad.deliveryId }])).toEqual([
      { outcome: "unknown" },
    ]);
  }
  const { version } = await store.readCatalog();
  const zone = store.applyCatalog({
    expectedVersion: version,
    upserts: {
      publishers: [],
      platforms: [],
      creatives: [],
      topics: [],
      campaigns: [campaign("x", { timeZone: "Mars/Crater" })],
    },
    removals: [],
  });
  await expect(zone).rejects.toThrow("Mars/Crater");
  expect((await store.readCatalog()).version).toBe(version);
  await Promise.all([store.close(), other.close()]);
}, 60_000);
