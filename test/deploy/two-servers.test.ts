import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPostgres, type PostgresStore } from "../../adapters/postgres/mod.ts";
import {
  freePort,
  removeTemporaryDirectories,
  type Started,
  startCli,
  temporaryDirectory,
} from "../cli/run-cli.ts";
import { type PostgresServer, startPostgresServer } from "../setup/postgres-server.ts";
import { openBusyShop, scarce } from "./busy-shop.ts";
import { deliveriesOf, expectBooksInOrder, lostOf } from "./shop-books.ts";
import { sendAgain, startShopLoad } from "./shop-load.ts";
import { type Nginx, startNginx } from "./start-nginx.ts";

const clients = 24;
const phase = 400;

let database: PostgresServer;
let store: PostgresStore;
let nginx: Nginx;
let apiKey = "";
let ports: readonly [number, number];
const servers: Started[] = [];

beforeAll(async () => {
  database = await startPostgresServer();
  store = await openPostgres(database.url);
  await store.migrate();
  apiKey = await openBusyShop(store);
  ports = [await freePort(), await freePort()];
  for (const port of ports) servers.push(await start(port));
  nginx = await startNginx(ports);
});
afterAll(async () => {
  await nginx?.stop();
  for (const server of servers) await server.stop("SIGKILL");
  await store?.close();
  await database?.stop();
  await removeTemporaryDirectories();
});

async function start(port: number): Promise<Started> {
  const env = {
    DATABASE_URL: database.url,
    HANDBILL_BASE_URL: "https://hb.example",
    HANDBILL_SECRET: "a secret for the tests of two servers and nothing else",
    HANDBILL_TRUST_PROXY: "1",
    HANDBILL_LIMIT_ADS_PER_KEY: "false",
    HANDBILL_LIMIT_REQUESTS_PER_NETWORK: "false",
    NODE_ENV: "production",
  };
  return startCli(port, { directory: await temporaryDirectory(), env });
}

/** Lines of nginx's log that this server answered as it should. */
function servedBy(port: number): number {
  const lines = nginx.served();
  return lines.filter((line) => /^\S+ (200|302)$/.test(line) && line.startsWith(`127.0.0.1:${port} `)).length;
}

async function countOf(table: "deliveries" | "charges"): Promise<number> {
  const sql = postgres(database.url, { max: 1 });
  const [row] = await sql.unsafe(`select count(*)::int as n from handbill.${table}`);
  await sql.end();
  return Number(row?.["n"]);
}

test("one of two servers behind nginx is killed under load and brought back: nothing is lost, nothing doubled", async () => {
  const load = startShopLoad(nginx.url, apiKey, clients);
  await load.reached(phase);
  await servers[0]?.stop("SIGKILL");
  await load.reached(load.confirmed.length + phase);
  const servedBeforeTheEnd = servedBy(ports[0]);
  servers[0] = await start(ports[0]);
  await load.reached(load.confirmed.length + phase);
  await expect.poll(() => servedBy(ports[0])).toBeGreaterThan(servedBeforeTheEnd + 50);
  await load.stop();

  expect(await lostOf(store, load.confirmed)).toEqual([]);
  await expectBooksInOrder(store);
  const spent = (await store.readSpend([scarce.id]))[0] ?? expect.fail("There is no spend.");
  expect(spent.usedMicros + spent.heldMicros).toBeGreaterThan(scarce.totalBudgetMicros - scarce.priceMicros);
  // A request is answered, or was cut off with the server: no ad request is issued twice.
  const answered = await countOf("deliveries");
  expect(answered).toBeGreaterThanOrEqual(load.issued.length);
  expect(answered).toBeLessThanOrEqual(load.asked());

  // Unanswered calls are sent again, and then the answered ones, too: each ends at one charge.
  const reported = [...load.unanswered, ...load.confirmed];
  expect(await sendAgain(nginx.url, reported)).toEqual([]);
  expect(await lostOf(store, reported)).toEqual([]);
  await expectBooksInOrder(store);
  const ids = reported.map(({ deliveryId }) => deliveryId);
  const deliveries = await deliveriesOf(store, ids);
  expect(new Set(ids).size).toBe(reported.length);
  expect(await countOf("charges")).toBe(deliveries.filter((one) => one?.chargedAt !== undefined).length);
});
