import { afterAll, beforeAll, expect, test } from "vitest";
import { openPostgres, type PostgresStore } from "../../adapters/postgres/mod.ts";
import { type PostgresServer, startPostgresServer } from "../setup/postgres-server.ts";
import { type Caller, confirm, createCaller, type IssuedAd, press } from "./processes/caller.ts";
import { type Instance, startInstance } from "./processes/instance.ts";
import { campaignId, openQuizShop, platformId, priceMicros } from "./processes/quiz-shop.ts";

const ads = 300;
const budgetMicros = 10 * ads * priceMicros;

let database: PostgresServer;
let store: PostgresStore;
const instances: Instance[] = [];
let apiKey = "";

beforeAll(async () => {
  database = await startPostgresServer();
  store = await openPostgres(database.url);
  await store.migrate();
  apiKey = await openQuizShop(store, budgetMicros);
});

afterAll(async () => {
  await Promise.all(instances.map((instance) => instance.kill9()));
  await store?.close();
  await database?.stop();
});

async function start(): Promise<Caller> {
  const instance = await startInstance(database.url);
  instances.push(instance);
  return createCaller(instance.url, apiKey, platformId);
}

/** Every other ad is seen, the others are pressed. The ids whose answer was 200. */
async function consume(
  callers: readonly Caller[],
  issued: readonly IssuedAd[],
  onConfirmed: (confirmed: number) => void = () => {},
): Promise<readonly string[]> {
  const confirmed: string[] = [];
  await Promise.all(
    issued.map(async (ad, index) => {
      const caller = callers[index % callers.length];
      if (caller === undefined) throw new Error("There is no caller.");
      const status = await (index % 2 === 0 ? confirm(caller, ad) : press(caller, ad));
      if (status !== 200) return;
      confirmed.push(ad.deliveryId);
      onConfirmed(confirmed.length);
    }),
  );
  return confirmed;
}

/** Sends calls again that were not answered 200, as a client does after a 503. */
async function consumeAll(callers: readonly Caller[], issued: readonly IssuedAd[]): Promise<void> {
  let left = issued;
  while (left.length > 0) {
    const confirmed = new Set(await consume(callers, left));
    left = left.filter((ad) => !confirmed.has(ad.deliveryId));
  }
}

/** Few at a time: while a database on a slow machine stalls, more than half a batch of waiting requests would be refused. */
const together = 50;

async function requestAds(caller: Caller, count: number, name: string): Promise<readonly IssuedAd[]> {
  const issued: IssuedAd[] = [];
  for (let first = 0; first < count; first += together) {
    const users = Array.from({ length: Math.min(together, count - first) }, (_, user) => first + user);
    const answers = await Promise.all(users.map((user) => caller.requestAd(`${name}-${user}`)));
    issued.push(...answers.filter((answer) => typeof answer !== "number"));
  }
  return issued;
}

async function expectCharged(confirmed: readonly string[]): Promise<void> {
  for (let from = 0; from < confirmed.length; from += 512) {
    const deliveries = await store.findDeliveries(confirmed.slice(from, from + 512));
    expect(deliveries.filter((delivery) => delivery?.chargedAt === undefined)).toEqual([]);
  }
  const { campaigns, advertiserMicros, publisherMicros, operatorMicros } = await store.auditLedger();
  const ledger = campaigns.find((one) => one.campaignId === campaignId);
  expect(ledger?.usedMicros).toBe(ledger?.chargedMicros);
  expect(ledger?.heldMicros).toBe(ledger?.openMicros);
  expect(ledger?.daysOutOfBalance).toEqual([]);
  expect(ledger?.charges).toBeGreaterThanOrEqual(confirmed.length);
  expect(advertiserMicros).toBe(publisherMicros + operatorMicros);
}

test("every view and press answered 200 is charged once after kill -9 of one of two servers", async () => {
  const callers = [await start(), await start()];
  const issued = await requestAds(callers[0] ?? expect.fail(), ads, "server");
  expect(issued).toHaveLength(ads);
  const confirmed = await consume(callers, issued, (count) => {
    if (count === ads / 4) void instances[0]?.kill9();
  });
  expect(confirmed.length).toBeGreaterThanOrEqual(ads / 4);
  await expectCharged(confirmed);

  // Broken calls are sent again to the remaining server: each ends at exactly one charge.
  const survivor = callers[1] ?? expect.fail();
  await consumeAll([survivor], issued);
  const { campaigns } = await store.auditLedger();
  expect(campaigns.find((one) => one.campaignId === campaignId)).toMatchObject({
    charges: ads,
    spentMicros: ads * priceMicros,
    heldMicros: 0,
  });
});

test("every view and press answered 200 is charged once after kill -9 of the database", async () => {
  const before =
    (await store.auditLedger()).campaigns.find((one) => one.campaignId === campaignId)?.charges ?? 0;
  const caller = await start();
  const issued = await requestAds(caller, ads, "database");
  expect(issued).toHaveLength(ads);
  let killed: Promise<void> | undefined;
  const confirmed = await consume([caller], issued, (count) => {
    if (count === ads / 4) killed = database.kill9();
  });
  expect(confirmed.length).toBeGreaterThanOrEqual(ads / 4);
  await killed;
  await database.restart();
  // A store rejects calls without a try for up to a second after the last refusal.
  await expect.poll(() => store.readSpend([campaignId]).then(() => "back", String)).toBe("back");
  await expectCharged(confirmed);

  await consumeAll([caller], issued);
  const after =
    (await store.auditLedger()).campaigns.find((one) => one.campaignId === campaignId)?.charges ?? 0;
  expect(after - before).toBe(ads);
});
