/**
 * A database that accepts no connection counts as away: calls are rejected at once, one a second tries, and one answer
 * ends it.
 */
import postgres from "postgres";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Executor } from "../../adapters/postgres/executor.ts";
import { openPostgres } from "../../adapters/postgres/mod.ts";
import { openSocket } from "../../adapters/postgres/open-socket.ts";
import { pooledExecutor, postgresExecutor } from "../../adapters/postgres/postgres-executor.ts";
import { renewablePool } from "../../adapters/postgres/postgres-pool.ts";
import { createHandbill } from "../../core/handbill.ts";
import { freePort, type PostgresServer, startPostgresServer } from "../setup/postgres-server.ts";
import { type RefusingProxy, startRefusingProxy } from "../setup/refusing-proxy.ts";
import { startSilentServer } from "../setup/silent-server.ts";

const maxConnections = 4;

let server: PostgresServer;
let proxy: RefusingProxy;
let now = 0;
const ends: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  server = await startPostgresServer();
}, 60_000);
afterAll(() => server.stop(), 60_000);
beforeEach(async () => {
  now = 0;
  proxy = await startRefusingProxy(server.port);
});
afterEach(async () => {
  await Promise.all(ends.splice(0).map((end) => end()));
  await proxy.close();
});

const settings = { max: maxConnections, fetch_types: false, backoff: () => 0, socket: openSocket };

/** A pool whose seconds the test counts. */
function open(url: string): Executor {
  const executor = pooledExecutor(
    renewablePool(() => postgres(url, settings)),
    { callTimeoutMs: 20_000, prepare: true, stopwatch: () => now },
  );
  ends.push(executor.close);
  return executor;
}

const throughProxy = (): Executor => open(`postgres://handbill@127.0.0.1:${proxy.port}/postgres`);

/** The outcomes of concurrent calls: the number of rows, or the error's code. */
async function endsOf(executor: Executor, calls: number): Promise<readonly unknown[]> {
  return Promise.all(
    Array.from({ length: calls }, (_, n) =>
      executor.run("select $1::text as n", [String(n)]).then(
        (rows) => rows.length,
        (error: unknown) => endOf(error),
      ),
    ),
  );
}

function endOf(error: unknown): unknown {
  const code = error instanceof Error && "code" in error ? error.code : error;
  // Which of them it is depends on what was sent before the other side closed.
  return code === "CONNECTION_CLOSED" || code === "ECONNRESET" || code === "EPIPE" ? "broken" : code;
}

const all = (calls: number, end: unknown): readonly unknown[] => Array.from({ length: calls }, () => end);

test.each([
  ["57P03", "57P03"],
  ["53300", "53300"],
  ["close", "broken"],
  ["reset", "broken"],
] as const)(
  "refused with %s, at last one connection a second is tried for any number of calls",
  async (welcome, code) => {
    proxy.welcome(welcome);
    const executor = throughProxy();
    expect(await endsOf(executor, 200)).toEqual(all(200, code));
    const first = proxy.attempts();
    expect(first).toBeLessThanOrEqual(maxConnections);
    expect(await endsOf(executor, 200)).toEqual(all(200, code));
    for (const [tries, ms] of [100, 200, 400, 800, 1_000, 1_000, 1_000].entries()) {
      now += ms - 1;
      expect(await endsOf(executor, 200)).toEqual(all(200, code));
      expect(proxy.attempts()).toBe(first + tries);
      now += 1;
      expect(await endsOf(executor, 200)).toEqual(all(200, code));
      expect(proxy.attempts()).toBe(first + tries + 1);
    }
    proxy.welcome("server");
    expect(await endsOf(executor, 1), "not tried before the second is over").toEqual([code]);
    now += 1_000;
    expect(await endsOf(executor, 1)).toEqual([1]);
    expect(await endsOf(executor, 200)).toEqual(all(200, 1));
  },
);

test("while the second's call is under way the others are rejected at once", async () => {
  proxy.welcome("57P03");
  const executor = throughProxy();
  await endsOf(executor, 1);
  proxy.welcome("server");
  now += 1_000;
  const trying = executor.run("select pg_sleep(0.2)", []);
  expect(await endsOf(executor, 50)).toEqual(all(50, "57P03"));
  await trying;
  expect(await endsOf(executor, 50)).toEqual(all(50, 1));
});

test("a full server is used by the connections that it has let in", async () => {
  const executor = throughProxy();
  expect(await endsOf(executor, 1)).toEqual([1]);
  proxy.welcome("53300");
  const crowd = await endsOf(executor, 50);
  expect(new Set(crowd)).toEqual(new Set([1, "53300"]));
  for (let n = 0; n < 20; n += 1) expect(await endsOf(executor, 1)).toEqual([1]);
});

test("an error of a statement tells that the server is there", async () => {
  proxy.welcome("57P03");
  const executor = throughProxy();
  await endsOf(executor, 1);
  proxy.welcome("server");
  now += 1_000;
  await expect(executor.run("select no_such()", [])).rejects.toMatchObject({ code: "42883" });
  expect(await endsOf(executor, 50)).toEqual(all(50, 1));
});

test("a port without a listener, a missing socket and an unknown host count as away", async () => {
  const socket = `${server.scratch}/.s.PGSQL.1`;
  const executors = [
    ["ECONNREFUSED", open(`postgres://handbill@127.0.0.1:${await freePort()}/postgres`)],
    ["ENOTFOUND", open("postgres://handbill@database.invalid/postgres")],
    [
      "ENOENT",
      postgresExecutor(postgres({ path: socket, max: 2 }), {
        callTimeoutMs: 20_000,
        prepare: true,
        ownsPool: true,
        stopwatch: () => now,
      }),
    ],
  ] as const;
  for (const [code, executor] of executors) {
    expect(await endsOf(executor, 100)).toEqual(all(100, code));
    const sameError = await Promise.all(
      Array.from({ length: 3 }, () => executor.run("select 1", []).catch((error: unknown) => error)),
    );
    expect(new Set(sameError).size, "the refusal that is known, not a new one").toBe(1);
  }
});

test("a call whose time is up while its cancellation is refused is an outage, and ends nothing else", async () => {
  const sql = postgres(`postgres://handbill@127.0.0.1:${proxy.port}/postgres`, { ...settings, max: 1 });
  const executor = postgresExecutor(sql, { callTimeoutMs: 300, prepare: true, ownsPool: false });
  expect(await endsOf(executor, 1)).toEqual([1]);
  proxy.welcome("reset");
  const before = proxy.attempts();
  await expect(executor.run("select pg_sleep(2)", [])).rejects.toMatchObject({ code: "CALL_TIMEOUT" });
  await expect.poll(proxy.attempts).toBe(before + 1);
  proxy.welcome("server");
  await expect.poll(() => endsOf(executor, 1)).toEqual([1]);
  await sql.end({ timeout: 0 });
});

test("a silent server is no refusal: each call has its time, and ends with it", async () => {
  const silent = await startSilentServer();
  const sql = postgres(`postgres://handbill@127.0.0.1:${silent.port}/postgres`, { max: 2 });
  const executor = postgresExecutor(sql, { callTimeoutMs: 200, prepare: true, ownsPool: false });
  for (let n = 0; n < 2; n += 1) expect(await endsOf(executor, 3)).toEqual(all(3, "CALL_TIMEOUT"));
  await silent.close();
  await sql.end({ timeout: 0 });
});

test("a real server is stopped and started under traffic: every call is answered, and service returns by itself", async () => {
  const executor = open(server.url);
  expect(await endsOf(executor, 50)).toEqual(all(50, 1));
  for (let round = 0; round < 3; round += 1) {
    await server.kill9();
    // Connections that were open break first.
    await endsOf(executor, 50);
    await expect.poll(() => endsOf(executor, 200)).toEqual(all(200, "ECONNREFUSED"));
    await server.restart();
    now += 1_000;
    await expect
      .poll(() => {
        now += 1_000;
        return endsOf(executor, 1);
      })
      .toEqual([1]);
    // postgres.js 3.4.9 may tell a later call on a connection what an earlier one had met, once.
    await expect.poll(() => endsOf(executor, 200)).toEqual(all(200, 1));
  }
});

test("an opened store reports at once that no server listens, and works when one does", async () => {
  await server.kill9();
  const store = await openPostgres(server.url, { schema: "away" });
  ends.push(store.close);
  const failures = await Promise.all(
    Array.from({ length: 100 }, () => store.readSpend(["a"]).catch((error: unknown) => error)),
  );
  for (const failure of failures) expect(failure).toMatchObject({ outage: true, code: "ECONNREFUSED" });
  await server.restart();
  await expect.poll(() => store.migrate().catch(() => [])).not.toEqual([]);
  expect(await store.readSpend(["a"])).toEqual([undefined]);
});

const hosts = (...ports: readonly number[]): string =>
  `postgres://handbill@${ports.map((port) => `127.0.0.1:${port}`).join()}/postgres`;

test("of two hosts the one that never answers is passed over within one call", async () => {
  const silent = await startSilentServer();
  const store = await openPostgres(hosts(silent.port, server.port), { callTimeoutMs: 20_000 });
  ends.push(store.close);
  expect(await store.planMigrations()).not.toEqual([]);
  await store.close();
  await silent.close();
});

test("of two hosts the one that is away is passed over, and while both are, few connections are tried", async () => {
  for (const welcome of ["57P03", "close", "reset"] as const) {
    proxy.welcome(welcome);
    const store = await openPostgres(hosts(proxy.port, server.port), { schema: "two_hosts" });
    ends.push(store.close);
    await store.migrate();
    const away = await openPostgres(hosts(proxy.port, proxy.port), { schema: "two_hosts" });
    ends.push(away.close);
    const before = proxy.attempts();
    const calls = Array.from({ length: 100 }, () => away.readSpend(["a"]).catch((error: unknown) => error));
    for (const failure of await Promise.all(calls)) expect(failure).toMatchObject({ outage: true });
    expect(proxy.attempts() - before).toBeLessThan(20);
    proxy.welcome("server");
    await expect.poll(() => away.readSpend(["a"]).catch(String)).toEqual([undefined]);
  }
});

test("requests are answered 503 while the database accepts no connection, without a connection for each, and 200 again after it", async () => {
  const store = await openPostgres(`postgres://handbill@127.0.0.1:${proxy.port}/postgres`, {
    schema: "away_http",
  });
  ends.push(store.close);
  await store.migrate();
  const handbill = createHandbill({
    store,
    baseUrl: "https://ads.example",
    secrets: ["a secret of at least thirty-two characters"],
    log: () => undefined,
    health: true,
  });
  ends.push(handbill.close);
  const ready = async (): Promise<number> =>
    (await handbill.fetch(new Request("https://ads.example/readyz"))).status;
  expect(await ready()).toBe(200);
  for (const welcome of ["57P03", "close"] as const) {
    proxy.welcome(welcome);
    proxy.breakOpen();
    await expect.poll(ready).toBe(503);
    const before = proxy.attempts();
    for (let n = 0; n < 10; n += 1) {
      expect(new Set(await Promise.all(Array.from({ length: 100 }, ready)))).toEqual(new Set([503]));
    }
    expect(proxy.attempts() - before).toBeLessThan(500);
    proxy.welcome("server");
    await expect.poll(ready).toBe(200);
    expect(new Set(await Promise.all(Array.from({ length: 100 }, ready)))).toEqual(new Set([200]));
  }
});
