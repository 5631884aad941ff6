/** The rules for instances that keep money in PostgreSQL and count requests in Upstash Redis, on any platform. */
import { expect } from "vitest";
import { openPostgres, type PostgresStore } from "../../adapters/postgres/mod.ts";
import { createCaller, type IssuedAd, press } from "../faults/processes/caller.ts";
import { campaignId, openQuizShop, platformId, priceMicros } from "../faults/processes/quiz-shop.ts";
import { type PostgresServer, startPostgresServer } from "../setup/postgres-server.ts";
import { type Backend, startBackend } from "../upstash/backend.ts";

export const adsPerHour = 20;
const requests = 60;
const budgetMicros = 10_000 * priceMicros;

export interface MixedWorld {
  readonly database: PostgresServer;
  readonly redis: Backend;
  readonly store: PostgresStore;
  readonly apiKey: string;
  readonly close: () => Promise<void>;
}

/** A migrated database with a shop, and a Redis with nothing in it. */
export async function openMixedWorld(): Promise<MixedWorld> {
  const database = await startPostgresServer();
  const redis = await startBackend();
  const store = await openPostgres(database.url);
  await store.migrate();
  const apiKey = await openQuizShop(store, budgetMicros);
  return {
    database,
    redis,
    store,
    apiKey,
    close: async () => {
      await store.close();
      await redis.close();
      await database.stop();
    },
  };
}

/** The settings of an instance. `hours` is the limit's window: another one begins a new count. */
export function mixedSettings({ redis }: MixedWorld, hours: number): Readonly<Record<string, string>> {
  return {
    HANDBILL_BASE_URL: "https://hb.example",
    HANDBILL_SECRET: "a secret for the tests of mixed mode and nothing else",
    HANDBILL_LIMIT_ADS_PER_KEY: `${adsPerHour}/${hours}h`,
    UPSTASH_REDIS_REST_URL: redis.bridge.url,
    UPSTASH_REDIS_REST_TOKEN: redis.bridge.token,
  };
}

export interface Running {
  readonly url: string;
  /** Whether its rate limiter was too busy to answer, by its log. */
  readonly limiterFailed: () => boolean;
  readonly stop: () => Promise<void>;
}

/**
 * Two instances share a limit to the request while Redis is there, refuse no request when it is killed, and PostgreSQL has
 * every charge, exactly once, in both cases.
 */
export async function expectMixedMode(
  world: MixedWorld,
  start: (settings: Readonly<Record<string, string>>) => Promise<Running>,
): Promise<void> {
  for (let hours = 1; ; hours += 1) {
    const settings = mixedSettings(world, hours);
    const running = [await start(settings), await start(settings)];
    const before = await charges(world);
    const limited = await askAll(world, running, `limited-${hours}`);
    // On a machine that is very busy a limiter may be given up for a second; then all begins anew.
    if (running.some((one) => one.limiterFailed())) {
      for (const one of running) await one.stop();
      continue;
    }
    expect(limited.refused).toEqual(Array<number>(requests - adsPerHour).fill(429));
    await pressAll(world, running, limited.ads);
    expect((await charges(world)) - before).toBe(adsPerHour);
    await expectOnlyLimitsIn(world.redis);

    await world.redis.server.kill9();
    const unlimited = await askAll(world, running, `unlimited-${hours}`);
    expect(unlimited.refused).toEqual([]);
    await pressAll(world, running, unlimited.ads);
    expect((await charges(world)) - before).toBe(adsPerHour + requests);
    for (const one of running) await one.stop();
    return;
  }
}

async function askAll(
  { apiKey }: MixedWorld,
  running: readonly Running[],
  name: string,
): Promise<{ readonly ads: readonly IssuedAd[]; readonly refused: readonly number[] }> {
  const answers = await Promise.all(
    Array.from({ length: requests }, (_, n) =>
      createCaller(urlOf(running, n), apiKey, platformId).requestAd(`${name}-${n}`),
    ),
  );
  return {
    ads: answers.filter((answer) => typeof answer !== "number"),
    refused: answers.filter((answer) => typeof answer === "number"),
  };
}

async function pressAll({ apiKey }: MixedWorld, running: readonly Running[], ads: readonly IssuedAd[]) {
  const statuses = await Promise.all(
    // By the other instance than the one that issued it, and then by both.
    [...ads, ...ads].map((ad, n) => press(createCaller(urlOf(running, n + 1), apiKey, platformId), ad)),
  );
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
}

/** How many charges there are; the books must balance. */
async function charges({ store }: MixedWorld): Promise<number> {
  const { campaigns, advertiserMicros, publisherMicros, operatorMicros } = await store.auditLedger();
  const ledger = campaigns.find((one) => one.campaignId === campaignId);
  if (ledger === undefined) return 0;
  expect(ledger.usedMicros).toBe(ledger.chargedMicros);
  expect(ledger.heldMicros).toBe(ledger.openMicros);
  expect(ledger.chargedMicros).toBe(ledger.charges * priceMicros);
  expect(ledger.daysOutOfBalance).toEqual([]);
  expect(advertiserMicros).toBe(publisherMicros + operatorMicros);
  return ledger.charges;
}

async function expectOnlyLimitsIn({ bridge }: Backend): Promise<void> {
  const keys = await bridge.redis("KEYS", "*");
  if (!Array.isArray(keys)) return expect.fail("Redis has not listed its keys.");
  expect(keys.length).toBeGreaterThan(0);
  expect(keys.filter((key) => !String(key).startsWith("{handbill}:rate:"))).toEqual([]);
}

function urlOf(running: readonly Running[], n: number): string {
  return running[n % running.length]?.url ?? "";
}
