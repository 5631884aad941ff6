import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPostgres, type PostgresStore } from "../../adapters/postgres/mod.ts";
import type { Delivery } from "../../core/storage/delivery.ts";
import {
  freePort,
  removeTemporaryDirectories,
  type Started,
  startCli,
  temporaryDirectory,
} from "../cli/run-cli.ts";
import { type PostgresServer, startPostgresServer } from "../setup/postgres-server.ts";
import { ample, openBusyShop, scarce } from "./busy-shop.ts";
import { isKept, type SentEvent, sendAgain, startShopLoad } from "./shop-load.ts";
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

async function deliveriesOf(ids: readonly string[]): Promise<readonly (Delivery | undefined)[]> {
  const found: (Delivery | undefined)[] = [];
  for (let from = 0; from < ids.length; from += 512) {
    found.push(...(await store.findDeliveries(ids.slice(from, from + 512))));
  }
  return found;
}

async function expectKept(events: readonly SentEvent[]): Promise<void> {
  const deliveries = await deliveriesOf(events.map(({ deliveryId }) => deliveryId));
  expect(events.filter((event, n) => !isKept(event, deliveries[n]))).toEqual([]);
}

async function expectBooksInOrder(): Promise<void> {
  const { campaigns, advertiserMicros, publisherMicros, operatorMicros } = await store.auditLedger();
  expect(advertiserMicros).toBe(publisherMicros + operatorMicros);
  for (const { id, priceMicros, totalBudgetMicros } of [scarce, ample]) {
    const ledger = campaigns.find((one) => one.campaignId === id) ?? expect.fail(`There is no ${id}.`);
    expect(ledger.usedMicros).toBe(ledger.chargedMicros);
    expect(ledger.heldMicros).toBe(ledger.openMicros);
    expect(ledger.chargedMicros).toBe(ledger.charges * priceMicros);
    expect(ledger.daysOutOfBalance).toEqual([]);
    expect(ledger.usedMicros + ledger.heldMicros).toBeLessThanOrEqual(totalBudgetMicros);
  }
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

  await expectKept(load.confirmed);
  await expectBooksInOrder();
  const spent = (await store.readSpend([scarce.id]))[0] ?? expect.fail("There is no spend.");
  expect(spent.usedMicros + spent.heldMicros).toBeGreaterThan(scarce.totalBudgetMicros - scarce.priceMicros);
  // A request is answered, or was cut off with the server: no ad request is issued twice.
  const answered = await countOf("deliveries");
  expect(answered).toBeGreaterThanOrEqual(load.issued.length);
  expect(answered).toBeLessThanOrEqual(load.asked());

  // Unanswered calls are sent again, and then the answered ones, too: each ends at one charge.
  const reported = [...load.unanswered, ...load.confirmed];
  expect(await sendAgain(nginx.url, reported)).toEqual([]);
  await expectKept(reported);
  await expectBooksInOrder();
  const deliveries = await deliveriesOf(reported.map(({ deliveryId }) => deliveryId));
  expect(new Set(reported.map(({ deliveryId }) => deliveryId)).size).toBe(reported.length);
  expect(await countOf("charges")).toBe(deliveries.filter((one) => one?.chargedAt !== undefined).length);
});
