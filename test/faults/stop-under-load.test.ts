import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPostgres, type PostgresStore } from "../../adapters/postgres/mod.ts";
import { freePort } from "../cli/run-cli.ts";
import { type PostgresServer, startPostgresServer } from "../setup/postgres-server.ts";
import { type InstanceOptions, startInstance } from "./processes/instance.ts";
import { type RunningLoad, startLoad } from "./processes/load.ts";
import { type Network, startProxy } from "./processes/proxy.ts";
import { campaignId, openQuizShop, priceMicros } from "./processes/quiz-shop.ts";

const clients = 64;
const slow = 240_000;

let database: PostgresServer;
let store: PostgresStore;
let apiKey = "";
let proxy: Network;

beforeAll(async () => {
  database = await startPostgresServer();
  store = await openPostgres(database.url);
  await store.migrate();
  apiKey = await openQuizShop(store, 1_000_000 * priceMicros);
  proxy = await startProxy(database.url);
}, slow);

afterAll(async () => {
  await proxy?.close();
  await store?.close();
  await database?.stop();
}, slow);

/** `handbill start` on a port of its own. */
async function commandLine(): Promise<InstanceOptions> {
  const port = await freePort();
  return {
    entry: "../../../runtimes/cli/main.ts",
    args: ["start", "--json"],
    env: { PORT: String(port), HANDBILL_BASE_URL: `http://127.0.0.1:${port}` },
  };
}

async function expectCharged(ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += 512) {
    const deliveries = await store.findDeliveries(ids.slice(from, from + 512));
    expect(deliveries.filter((delivery) => delivery?.chargedAt === undefined)).toEqual([]);
  }
  const { campaigns } = await store.auditLedger();
  const ledger = campaigns.find((one) => one.campaignId === campaignId);
  expect(ledger).toMatchObject({
    spentMicros: ledger?.chargedMicros,
    heldMicros: ledger?.openMicros,
    daysOutOfBalance: [],
  });
}

/**
 * Requests that leave only when the hanging ones before them are given up, shortly before the end. So the server
 * cannot know whether they were stored.
 */
async function askBehind(url: string): Promise<readonly RunningLoad[]> {
  const first = startLoad(url, apiKey, 4, Number.POSITIVE_INFINITY);
  await first.stalled();
  const second = startLoad(url, apiKey, 1, Number.POSITIVE_INFINITY);
  await second.stalled();
  return [first, second];
}

describe.each([
  ["an instance on Node", async () => ({})],
  ["`handbill start`", commandLine],
] as const)("%s that is stopped under load", (_, options: () => Promise<InstanceOptions>) => {
  test(
    "resets no request, charges what it answered 200, and ends with 0 in time",
    async () => {
      const instance = await startInstance(database.url, await options());
      const load = startLoad(instance.url, apiKey, clients, 500);
      await load.underWay;
      const code = await instance.stop();
      const { charged, ends, statuses } = await load.over;
      expect([...new Set(ends)]).toEqual(["ECONNREFUSED"]);
      expect([...statuses.keys()]).toEqual([200]);
      expect({ code, talk: instance.talk() }).toMatchObject({ code: 0 });
      await expectCharged(charged);
    },
    slow,
  );

  test(
    "while the database hangs answers 503, ends in time all the same, and says so by its code",
    async () => {
      const instance = await startInstance(proxy.url, await options());
      const load = startLoad(instance.url, apiKey, clients, 500);
      await load.underWay;
      proxy.hang();
      await load.stalled();
      const behind = await askBehind(instance.url);
      const code = await instance.stop();
      const { charged, ends, statuses } = await load.over;
      for (const { over } of behind) expect([...(await over).statuses.keys()]).toEqual([503]);
      proxy.flow();
      expect([...new Set(ends)]).toEqual(["ECONNREFUSED"]);
      expect([...statuses.keys()].sort()).toEqual([200, 503]);
      expect(code).toBe(1);
      await expectCharged(charged);
    },
    slow,
  );
});

test.each(["bun", "deno"] as const)(
  "an instance on %s that is stopped under load charges what it answered 200 and ends in time, database or not",
  async (runtime) => {
    for (const isHanging of [false, true]) {
      const instance = await startInstance(proxy.url, { runtime });
      const load = startLoad(instance.url, apiKey, clients, 500);
      await load.underWay;
      let behind: readonly RunningLoad[] = [];
      if (isHanging) {
        proxy.hang();
        await load.stalled();
        behind = await askBehind(instance.url);
      }
      const code = await instance.stop();
      const { charged, statuses } = await load.over;
      for (const { over } of behind) expect([...(await over).statuses.keys()]).toEqual([503]);
      proxy.flow();
      expect([...statuses.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([]);
      expect(code).toBe(isHanging ? 1 : 0);
      await expectCharged(charged);
    }
  },
  slow,
);
