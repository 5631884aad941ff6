import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openPostgres, type PostgresStore } from "../../adapters/postgres/mod.ts";
import { type PostgresServer, startPostgresServer } from "../setup/postgres-server.ts";
import { type Caller, confirm, createCaller, type IssuedAd, press } from "./processes/caller.ts";
import { type Instance, startInstance } from "./processes/instance.ts";
import { type Network, startProxy } from "./processes/proxy.ts";
import { campaignId, openQuizShop, platformId, priceMicros } from "./processes/quiz-shop.ts";

const slow = 240_000;
/** The driver asks twice for one statement, so a call takes twice as long. */
const lateMs = 1_000;
const anHourMs = 3_600_000;

let database: PostgresServer;
let store: PostgresStore;
let apiKey = "";
let network: Network;
let instance: Instance;
let patient: Instance | undefined;
let caller: Caller;
let user = 0;

beforeAll(async () => {
  database = await startPostgresServer();
  store = await openPostgres(database.url);
  await store.migrate();
  apiKey = await openQuizShop(store, 1_000_000 * priceMicros);
}, slow);

beforeEach(async () => {
  network = await startProxy(database.url);
});

afterEach(async () => {
  network.flow();
  await instance?.kill9();
  await patient?.kill9();
  patient = undefined;
  await network.close();
});

afterAll(async () => {
  await store?.close();
  await database?.stop();
}, slow);

async function start(env: Readonly<Record<string, string>>): Promise<void> {
  instance = await startInstance(network.url, { env });
  caller = createCaller(instance.url, apiKey, platformId);
}

/** An ad for a user of its own. */
async function issue(): Promise<IssuedAd> {
  user += 1;
  const ad = await caller.requestAd(`user-${user}`);
  if (typeof ad === "number") throw new Error(`No ad: ${ad}`);
  return ad;
}

async function timed<T>(work: Promise<T>): Promise<{ readonly result: T; readonly ms: number }> {
  const startedAt = performance.now();
  return { result: await work, ms: performance.now() - startedAt };
}

async function expectBalance(): Promise<void> {
  const { campaigns } = await store.auditLedger();
  const ledger = campaigns.find((one) => one.campaignId === campaignId);
  expect(ledger).toMatchObject({
    spentMicros: ledger?.chargedMicros,
    heldMicros: ledger?.openMicros,
    daysOutOfBalance: [],
  });
}

/** No rejection was unhandled, or Node would have ended. No timer is left, because Node ends by itself. */
async function expectCleanEnd(): Promise<void> {
  expect((await fetch(`${instance.url}/livez`)).status).toBe(200);
  expect(await instance.stop()).toBe(0);
}

describe("§7 a database that answers after two seconds", () => {
  test(
    "is waited for when the store's timeout is longer",
    async () => {
      await start({ HANDBILL_STORE_TIMEOUT: "10s" });
      const ad = await issue();
      network.delay(lateMs);
      const { result, ms } = await timed(press(caller, ad));
      expect(result).toBe(200);
      expect(ms).toBeGreaterThanOrEqual(2 * lateMs);
      network.flow();
      await expectCleanEnd();
    },
    slow,
  );

  test(
    "gets its callers 503 within the timeout when that is shorter, and the repetition is charged once",
    async () => {
      await start({ HANDBILL_STORE_TIMEOUT: "3s" });
      const [seen, pressed] = [await issue(), await issue()];
      network.delay(anHourMs);
      for (const send of [
        () => confirm(caller, seen),
        () => press(caller, pressed),
        () => caller.requestAd("late"),
      ]) {
        expect(await send()).toBe(503);
      }
      network.flow();
      // A sent event may have been committed. Then its repetition is a duplicate, which is answered 200, too.
      expect(await press(caller, pressed)).toBe(200);
      expect(await confirm(caller, seen)).toBe(200);
      const deliveries = await store.findDeliveries([seen.deliveryId, pressed.deliveryId]);
      expect(deliveries.every((delivery) => delivery?.chargedAt !== undefined)).toBe(true);
      await expectBalance();
      await expectCleanEnd();
    },
    slow,
  );
});

describe("§7 a database that does not answer any more", () => {
  test(
    "gets everybody 503 within the timeout, and service is back by itself when it answers",
    async () => {
      await start({ HANDBILL_STORE_TIMEOUT: "3s" });
      const ads = await Promise.all(Array.from({ length: 64 }, issue));
      patient = await startInstance(network.url, { env: { HANDBILL_STORE_TIMEOUT: "60s" } });
      const waiting = createCaller(patient.url, apiKey, platformId);
      await waiting.requestAd("patient");
      network.hang();
      let isWaiting = true;
      const late = waiting.requestAd("patient").finally(() => {
        isWaiting = false;
      });
      const statuses = await Promise.all([
        ...ads.map((ad, n) => (n % 2 === 0 ? confirm(caller, ad) : press(caller, ad))),
        ...ads.map(({ user: name }) => caller.requestAd(name)),
        fetch(`${instance.url}/readyz`).then(({ status }) => status),
      ]);
      expect(new Set(statuses)).toEqual(new Set([503]));
      // By its own timeout: an instance with a longer one waits on.
      expect(isWaiting).toBe(true);
      expect((await fetch(`${instance.url}/livez`)).status).toBe(200);
      network.flow();
      expect(await late).toHaveProperty("deliveryId");
      // The instance is not told: the next requests find out.
      await expect.poll(() => caller.requestAd("back")).toHaveProperty("deliveryId");
      for (const ad of ads) expect(await press(caller, ad)).toBe(200);
      const deliveries = await store.findDeliveries(ads.map(({ deliveryId }) => deliveryId));
      expect(deliveries.filter((delivery) => delivery?.chargedAt === undefined)).toEqual([]);
      await expectBalance();
      await expectCleanEnd();
    },
    slow,
  );

  test(
    "lets no more wait than the queue holds: the next get 503 at once, and memory stays bounded",
    async () => {
      await start({ HANDBILL_STORE_TIMEOUT: "60s" });
      await issue();
      const before = residentBytes(instance.pid);
      network.hang();
      const sockets = await Promise.all(Array.from({ length: 12 }, () => pipeline(1_000)));
      // Requests of one server are taken up in order of their arrival: after this answer the others wait.
      await expect.poll(async () => (await fetch(`${instance.url}/livez`)).status).toBe(200);
      const { result, ms } = await timed(caller.requestAd("one-too-many"));
      expect(result).toBe(503);
      // Half the time after which a request that waits is given up.
      expect(ms).toBeLessThan(30_000);
      expect(residentBytes(instance.pid) - before).toBeLessThan(400 * 1024 * 1024);
      for (const socket of sockets) socket.destroy();
      network.flow();
      await expect.poll(() => caller.requestAd("back")).toHaveProperty("deliveryId");
      await expectBalance();
    },
    slow,
  );
});

/** A connection with many ad requests on their way at once. */
async function pipeline(requests: number): Promise<ReturnType<typeof connect>> {
  const { hostname, port } = new URL(instance.url);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => {});
  socket.resume();
  const lines: string[] = [];
  for (let n = 0; n < requests; n += 1) {
    user += 1;
    const body = JSON.stringify({ platform_id: platformId, stable_user_id: `user-${user}` });
    lines.push(
      `POST /api/v1/web/ads HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${apiKey}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
  }
  await new Promise<void>((resolve) => socket.write(lines.join(""), () => resolve()));
  return socket;
}

function residentBytes(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kilobytes) * 1024;
}
