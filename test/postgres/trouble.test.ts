/** Trouble around a database: each call is rejected in time as an outage, whole, and the store works again by itself. */
import { chownSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type OpenPostgresOptions, openPostgres, type PostgresStore } from "../../adapters/postgres/mod.ts";
import type { IssueOrder } from "../../core/storage/delivery.ts";
import { campaign, click, order } from "../conformance/fixtures.ts";
import { idNamed } from "../setup/delivery-ids.ts";
import { serverUser } from "../setup/postgres-binaries.ts";
import { type PostgresServer, startPostgresServer } from "../setup/postgres-server.ts";
import { type SlowProxy, startSlowProxy } from "../setup/slow-proxy.ts";
import { mountSmallDisk } from "../setup/small-disk.ts";
import { issueAll, storeCampaigns } from "../setup/store-campaigns.ts";

let server: PostgresServer;
let proxy: SlowProxy;
let schemas = 0;
let schema = "";
const stores: PostgresStore[] = [];

beforeAll(async () => {
  server = await startPostgresServer();
  proxy = await startSlowProxy(server.port);
}, 60_000);
afterAll(async () => {
  await proxy.close();
  await server.stop();
}, 60_000);
beforeEach(() => {
  schemas += 1;
  schema = `trouble_${schemas}`;
});
afterEach(async () => {
  proxy.delayAnswers(0);
  await Promise.all(stores.splice(0).map((store) => store.close()));
});

/** A store of this test's own schema, directly or through the proxy. */
async function open(options: OpenPostgresOptions = {}, port = server.port): Promise<PostgresStore> {
  const store = await openPostgres(`postgres://handbill@127.0.0.1:${port}/postgres`, { schema, ...options });
  stores.push(store);
  return store;
}

async function openMigrated(options: OpenPostgresOptions = {}): Promise<PostgresStore> {
  const store = await open(options);
  await store.migrate();
  await storeCampaigns(store, campaign("a"), campaign("b"));
  return store;
}

async function admin(...statements: readonly string[]): Promise<void> {
  const sql = postgres(server.url, { max: 1, onnotice: () => undefined });
  for (const statement of statements) await sql.unsafe(statement);
  await sql.end();
}

const orderNamed = (name: string): IssueOrder => order(idNamed(`${schema}-${name}`), ["a"]);

async function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => "no failure",
    (error: unknown) => error,
  );
}

/** The order is there as a whole, or not at all. */
async function expectWhole(store: PostgresStore, names: readonly string[]): Promise<void> {
  const ids = names.map((name) => orderNamed(name).deliveryId);
  const there = (await store.findDeliveries(ids)).filter((delivery) => delivery !== undefined);
  const open = there.filter(({ chargedAt }) => chargedAt === undefined);
  const [spend] = await store.readSpend(["a"]);
  expect(spend?.heldMicros).toBe(open.length * 100);
  expect(spend?.usedMicros).toBe((there.length - open.length) * 100);
  for (const line of (await store.auditLedger()).campaigns) {
    expect(line).toMatchObject({
      chargedMicros: line.usedMicros,
      openMicros: line.heldMicros,
      daysOutOfBalance: [],
    });
  }
}

test("a server that answers an hour late is an outage before that, and a repeated call does it once", async () => {
  const direct = await openMigrated();
  await issueAll(direct, [orderNamed("clicked")]);
  const store = await open({ callTimeoutMs: 2_000 }, proxy.port);
  await store.ready();
  proxy.delayAnswers(3_600_000);
  const failures = await Promise.all([
    failureOf(store.issue([orderNamed("slow")])),
    failureOf(store.record([click(orderNamed("clicked").deliveryId)])),
    failureOf(store.findDeliveries([orderNamed("slow").deliveryId])),
    failureOf(store.readSpend(["a"])),
    failureOf(store.catalogChanges()),
    failureOf(store.releaseExpired(1)),
  ]);
  for (const failure of failures) expect(failure).toMatchObject({ outage: true, code: "CALL_TIMEOUT" });
  await expectWhole(direct, ["slow", "clicked"]);
  proxy.delayAnswers(0);
  await expect
    .poll(() => store.issue([orderNamed("slow")]), { timeout: 20_000 })
    .toMatchObject([{ outcome: "issued" }]);
  expect(await failureOf(store.record([click(orderNamed("slow").deliveryId)]))).toBe("no failure");
  await expectWhole(direct, ["slow", "clicked"]);
});

test("connections that carry nothing more are given up: the store opens others by itself", async () => {
  await openMigrated();
  const store = await open({ callTimeoutMs: 2_000, maxConnections: 1 }, proxy.port);
  await issueAll(store, [orderNamed("before")]);
  const opened = proxy.opened();
  proxy.freeze();
  expect(await failureOf(store.issue([orderNamed("lost")]))).toMatchObject({ code: "CALL_TIMEOUT" });
  await expect
    .poll(() => store.issue([orderNamed("lost")]), { timeout: 20_000 })
    .toMatchObject([{ outcome: "issued" }]);
  expect(proxy.opened()).toBeGreaterThan(opened);
  await expectWhole(store, ["before", "lost"]);
});

test("an answer that a lost connection cuts off is an outage, and the next ones are read as ever", async () => {
  await openMigrated();
  const store = await open({ maxConnections: 1 }, proxy.port);
  await store.ready();
  const orders = [orderNamed("one"), orderNamed("two")];
  for (const call of [() => store.issue(orders), () => store.readSpend(["a", "b"])]) {
    proxy.cutNextAnswer();
    expect(await failureOf(call())).toMatchObject({ outage: true });
    expect(await call()).toHaveLength(2);
  }
  await expectWhole(store, ["one", "two"]);
});

test("a server that only reads is an outage that names the primary, until it writes again", async () => {
  const store = await openMigrated();
  await admin("alter system set default_transaction_read_only = on", "select pg_reload_conf()");
  await expect
    .poll(() => failureOf(store.issue([orderNamed("read-only")])), { timeout: 20_000 })
    .toMatchObject({ outage: true, code: "25006", message: expect.stringContaining("primary") });
  expect(await failureOf(store.record([click(orderNamed("never").deliveryId)]))).toMatchObject({
    outage: true,
  });
  const sql = postgres(server.url, { max: 1, connection: { default_transaction_read_only: false } });
  await sql.unsafe("alter system reset default_transaction_read_only");
  await sql.unsafe("select pg_reload_conf()");
  await sql.end();
  await expect
    .poll(() => failureOf(store.issue([orderNamed("writes")])), { timeout: 20_000 })
    .toBe("no failure");
  await expectWhole(store, ["read-only", "writes"]);
});

test("a standby is refused at start-up and by a running store, and serves once it is promoted", async () => {
  const store = await openMigrated();
  await issueAll(store, [orderNamed("before")]);
  const signal = join(server.scratch, "data", "standby.signal");
  writeFileSync(signal, "");
  own(signal);
  await server.restart();
  const late = await open();
  await expect(late.ready()).rejects.toThrow("is a standby: point DATABASE_URL at the primary");
  await expect
    .poll(() => failureOf(store.issue([orderNamed("standby")])), { timeout: 20_000 })
    .toMatchObject({ outage: true, code: "25006" });
  expect((await store.findDeliveries([orderNamed("before").deliveryId]))[0]?.campaignId).toBe("a");
  await admin("select pg_promote()");
  await expect
    .poll(() => failureOf(store.issue([orderNamed("promoted")])), { timeout: 20_000 })
    .toBe("no failure");
  await late.ready();
  rmSync(signal, { force: true });
  await expectWhole(store, ["before", "standby", "promoted"]);
});

test("a restart of the server in the middle of traffic loses nothing that was confirmed", async () => {
  const store = await openMigrated();
  const confirmed: string[] = [];
  let serving = true;
  const failures: unknown[] = [];
  const serve = async (lane: number): Promise<void> => {
    for (let n = 0; serving; n += 1) {
      const name = `restart-${lane}-${n}`;
      const failure = await failureOf(issueAll(store, [orderNamed(name)]));
      if (failure === "no failure") confirmed.push(name);
      else failures.push(failure);
    }
  };
  const lanes = [serve(0), serve(1), serve(2)];
  await expect.poll(() => confirmed.length, { timeout: 20_000 }).toBeGreaterThan(20);
  await server.restart();
  const soFar = confirmed.length;
  await expect.poll(() => confirmed.length, { timeout: 20_000 }).toBeGreaterThan(soFar + 20);
  serving = false;
  await Promise.all(lanes);
  for (const failure of failures) expect(failure).toMatchObject({ outage: true });
  // Another store: postgres.js 3.4.9 may tell a later call on a connection what an earlier one had met, once.
  const reader = await open();
  const found = await Promise.all(
    confirmed.map(async (name) => (await reader.findDeliveries([orderNamed(name).deliveryId]))[0]),
  );
  expect(found.every((delivery) => delivery !== undefined)).toBe(true);
});

test("a lock that is held too long is an outage that the server tells before the call's time is up", async () => {
  const store = await openMigrated({ callTimeoutMs: 30_000 });
  const sql = postgres(server.url, { max: 1 });
  await sql.begin(async (tx) => {
    await tx.unsafe(`select 1 from ${schema}.campaigns where id = 'a' for update`);
    expect(await failureOf(store.issue([orderNamed("locked")]))).toMatchObject({
      outage: true,
      code: "55P03",
    });
    // An order without that campaign does not wait.
    await issueAll(store, [order(idNamed(`${schema}-free`), ["b"])]);
  });
  await sql.end();
  await issueAll(store, [orderNamed("unlocked")]);
  await expectWhole(store, ["locked", "unlocked"]);
});

test("a statement timeout of the role is an outage and leaves nothing", async () => {
  const store = await openMigrated();
  const url = `${server.url}?statement_timeout=200`;
  const hurried = await openPostgres(url, { schema });
  stores.push(hurried);
  await hurried.ready();
  const sql = postgres(server.url, { max: 1 });
  await sql.begin(async (tx) => {
    await tx.unsafe(`select 1 from ${schema}.campaigns where id = 'a' for update`);
    const failure = await failureOf(hurried.issue([orderNamed("hurried")]));
    expect(failure).toMatchObject({ outage: true, code: "57014" });
  });
  await sql.end();
  await issueAll(hurried, [orderNamed("in time")]);
  await expectWhole(store, ["hurried", "in time"]);
});

test("a full disk is an outage that says so, keeps what was confirmed, and is over when there is room", async () => {
  const disk = mountSmallDisk(24);
  const tablespace = `${schema}_disk`;
  try {
    if (disk !== undefined) {
      const folder = join(disk.folder, "data");
      mkdirSync(folder, { mode: 0o700 });
      own(folder);
      await admin(
        `create tablespace ${tablespace} location '${folder}'`,
        `alter role handbill set default_tablespace = ${tablespace}`,
      );
    }
    const store = await openMigrated();
    await issueAll(store, [orderNamed("before")]);
    if (disk === undefined) await admin(...fullDiskSimulation());
    else disk.fill();

    const names = ["before", "after"];
    let failure: unknown = "no failure";
    for (let round = 0; failure === "no failure"; round += 1) {
      const part = Array.from({ length: 256 }, (_, n) => `full-${round}-${n}`);
      names.push(...part);
      failure = await failureOf(store.issue(part.map(orderNamed)));
    }
    expect(failure).toMatchObject({
      outage: true,
      code: "53100",
      message: expect.stringContaining("disk is full: make room"),
    });

    if (disk === undefined) await admin(`drop trigger full_disk on ${schema}.deliveries`);
    else disk.makeRoom();
    await issueAll(store, [orderNamed("after")]);
    // All of a batch or nothing: "before", "after", and the batches that were confirmed.
    const [spend] = await store.readSpend(["a"]);
    expect(spend?.heldMicros).toBe((names.length - 256) * 100);
    expect((await store.auditLedger()).campaigns[0]).toMatchObject({
      openMicros: spend?.heldMicros,
      daysOutOfBalance: [],
    });
  } finally {
    await admin("alter role handbill reset default_tablespace", `drop schema if exists ${schema} cascade`);
    if (disk !== undefined) {
      await admin(`drop tablespace if exists ${tablespace}`);
      disk.remove();
    }
  }
});

function own(path: string): void {
  const { uid, gid } = serverUser();
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
}

/** Where mounting is not allowed, the server is made to say what it says of a full disk. */
function fullDiskSimulation(): readonly string[] {
  return [
    `create function ${schema}.full_disk() returns trigger language plpgsql as
      $$ begin raise exception 'No space left on device' using errcode = '53100'; end $$`,
    `create trigger full_disk before insert on ${schema}.deliveries
      for each row execute function ${schema}.full_disk()`,
  ];
}
