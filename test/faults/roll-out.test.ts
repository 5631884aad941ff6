import { afterAll, beforeAll, expect, test } from "vitest";
import { openPostgres, type PostgresStore } from "../../adapters/postgres/mod.ts";
import { type PostgresServer, startPostgresServer } from "../setup/postgres-server.ts";
import { type Caller, confirm, createCaller, type IssuedAd, press } from "./processes/caller.ts";
import { type Instance, startInstance } from "./processes/instance.ts";
import { campaignId, openQuizShop, platformId, priceMicros } from "./processes/quiz-shop.ts";

const older = "the signing secret before the rotation";
const newer = "the signing secret after the rotation";
/** A view that is confirmed too early is sent again, as often as a second has room for. */
const noLimit = { HANDBILL_LIMIT_SEEN_PER_USER: "false" };
const identity = { HANDBILL_IDENTITY_SECRET: older };

/** The environment of an instance, by how far the rotation is. */
const stages = {
  before: { HANDBILL_SECRET: older },
  identityFirst: { HANDBILL_SECRET: older, ...identity },
  accepted: { HANDBILL_SECRET: `${older},${newer}`, ...identity },
  signing: { HANDBILL_SECRET: `${newer},${older}`, ...identity },
} as const;
type Stage = keyof typeof stages;

/** Ads of each instance between two restarts, half of which are seen, the others pressed. */
const ads = 6;

let database: PostgresServer;
let store: PostgresStore;
let apiKey = "";
const started: Instance[] = [];

beforeAll(async () => {
  database = await startPostgresServer();
  store = await openPostgres(database.url);
  await store.migrate();
  apiKey = await openQuizShop(store, 1_000_000 * priceMicros);
}, 60_000);
afterAll(async () => {
  await Promise.all(started.map((instance) => instance.kill9()));
  await store?.close();
  await database?.stop();
});

interface Server {
  readonly instance: Instance;
  readonly caller: Caller;
}

async function start(runtime: "node" | "bun" | "deno", stage: Stage): Promise<Server> {
  const instance = await startInstance(database.url, { runtime, env: { ...stages[stage], ...noLimit } });
  started.push(instance);
  return { instance, caller: createCaller(instance.url, apiKey, platformId) };
}

async function issue(server: Server): Promise<readonly IssuedAd[]> {
  const answers = await Promise.all(
    Array.from({ length: ads }, () => server.caller.requestAd(crypto.randomUUID())),
  );
  return answers.filter((answer) => typeof answer !== "number");
}

/** Every other ad is seen, the others are pressed. The statuses. */
function use(issued: readonly IssuedAd[], { caller }: Server): Promise<readonly number[]> {
  return Promise.all(issued.map((ad, n) => (n % 2 === 0 ? confirm(caller, ad) : press(caller, ad))));
}

async function chargedSoFar(): Promise<number> {
  const { campaigns } = await store.auditLedger();
  return campaigns.find((one) => one.campaignId === campaignId)?.charges ?? 0;
}

const skippedLine = "HANDBILL_SECRET=old,new on every instance";

test("two servers, on Deno and Bun, are rolled over step by step and back: every view and press is taken by both", {
  timeout: 120_000,
}, async () => {
  const runtimes = ["deno", "bun"] as const;
  const servers: [Server, Server] = [await start("deno", "before"), await start("bun", "before")];
  const stopped: Server[] = [];
  let issued = 0;
  const path: readonly Stage[] = ["identityFirst", "accepted", "signing", "accepted"];
  for (const stage of path) {
    for (const n of [0, 1] as const) {
      const open = [await issue(servers[0]), await issue(servers[1])];
      // The next process serves before the last one ends, as in a rolling deployment.
      const next = await start(runtimes[n], stage);
      stopped.push(servers[n]);
      expect(await servers[n].instance.stop()).toBe(0);
      servers[n] = next;
      const fresh = [await issue(servers[0]), await issue(servers[1])];
      for (const of of [0, 1] as const) {
        const given = [...(open[of] ?? []), ...(fresh[of] ?? [])];
        expect(given).toHaveLength(2 * ads);
        issued += given.length;
        const taken = await use(given, servers[1 - of] ?? expect.fail());
        expect(new Set(taken), `${stage} on ${n}: of ${of}`).toEqual(new Set([200]));
      }
    }
  }
  expect(await chargedSoFar()).toBe(issued);
  for (const { instance } of [...servers, ...stopped]) expect(instance.talk()).not.toContain(skippedLine);
});

test("in one step the server that is not rolled over yet refuses tokens of the other one, and logs why", {
  timeout: 60_000,
}, async () => {
  const [ahead, behind] = [await start("node", "signing"), await start("node", "before")];
  const given = await issue(ahead);
  expect(given).toHaveLength(ads);
  expect(new Set(await use(given, behind))).toEqual(new Set([410]));
  await expect.poll(() => behind.instance.talk()).toContain(skippedLine);
  expect(behind.instance.talk().split(skippedLine)).toHaveLength(2);
  expect(new Set(await use(await issue(behind), ahead))).toEqual(new Set([200]));
});
