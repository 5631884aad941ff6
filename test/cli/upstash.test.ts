import { afterAll, beforeAll, expect, test } from "vitest";
import { smallCatalog } from "../catalog/small-catalog.ts";
import { createCaller, press } from "../faults/processes/caller.ts";
import { campaignId, openQuizShop, platformId, priceMicros } from "../faults/processes/quiz-shop.ts";
import { type Backend, startBackend } from "../upstash/backend.ts";
import { freePort, removeTemporaryDirectories, runCli, startCli, temporaryDirectory } from "./run-cli.ts";

const slow = 60_000;

let backend: Backend;
let directory = "";
let env: Readonly<Record<string, string>> = {};

beforeAll(async () => {
  backend = await startBackend("always");
  directory = await temporaryDirectory();
  env = {
    UPSTASH_REDIS_REST_URL: backend.bridge.url,
    UPSTASH_REDIS_REST_TOKEN: backend.bridge.token,
    HANDBILL_SECRET: "s".repeat(43),
  };
}, slow);
afterAll(async () => {
  await backend?.close();
  await removeTemporaryDirectories();
}, slow);

test("with --store upstash a catalogue is applied, a key made and an ad billed, and all of it outlives the server", {
  timeout: slow,
}, async () => {
  const store = backend.openStore();
  const apiKey = await openQuizShop(store, 10 * priceMicros);
  const start = async () =>
    startCli(await freePort(), { directory, env: { ...env, HANDBILL_STORE: "upstash" } });

  const first = await start();
  expect(first.facts).toMatchObject({ platformId: null, data: expect.stringContaining("Upstash Redis at") });
  const caller = createCaller(first.facts.baseUrl, apiKey, platformId);
  const ad = await caller.requestAd("somebody");
  if (typeof ad === "number") expect.fail(`An ad request was answered ${ad}.`);
  expect((await first.stop()).code).toBe(0);

  const second = await start();
  const again = createCaller(second.facts.baseUrl, apiKey, platformId);
  expect(await press(again, ad)).toBe(200);
  expect((await second.stop()).code).toBe(0);
  expect((await store.findDeliveries([ad.deliveryId]))[0]?.chargedAt).toBeDefined();
  const { campaigns } = await store.auditLedger();
  expect(campaigns.find((one) => one.campaignId === campaignId)).toMatchObject({
    charges: 1,
    chargedMicros: priceMicros,
    spentMicros: priceMicros,
    heldMicros: 0,
  });
});

test("the other commands take --store upstash, too", { timeout: slow }, async () => {
  const cli = (args: readonly string[], stdin?: string) =>
    runCli([...args, "--store", "upstash"], { directory, env, ...(stdin !== undefined && { stdin }) });
  expect(await cli(["apply", "-"], JSON.stringify(smallCatalog()))).toMatchObject({ code: 0 });
  expect((await cli(["key", "create", "--publisher", "acme"])).stdout).toMatch(/^hb_live_/);
  expect(JSON.parse((await cli(["key", "list", "--publisher", "acme", "--json"])).stdout)).toHaveLength(1);
  expect(await cli(["migrate", "--plan", "--json"])).toMatchObject({ code: 0, stdout: "[]\n" });
  expect(await cli(["migrate"])).toMatchObject({ code: 0, stderr: expect.stringContaining("is up to date") });
  const forgotten = await cli(["user", "forget", "--platform", "pf_shop", "--stable", "me"]);
  expect(forgotten).toMatchObject({ code: 0, stdout: "0\n" });
});

test("missing settings are named", { timeout: slow }, async () => {
  const start = (settings: Readonly<Record<string, string>>) =>
    runCli(["start"], { directory, env: settings });
  const nowhere = await start({ HANDBILL_STORE: "upstash" });
  expect(nowhere).toMatchObject({ code: 2, stderr: expect.stringContaining("UPSTASH_REDIS_REST_URL") });
  const url = await start({ ...env, HANDBILL_STORE: "upstash", UPSTASH_REDIS_REST_URL: "redis://host:6379" });
  expect(url).toMatchObject({ code: 2, stderr: expect.stringContaining("REST API") });
  const limiter = await start({ HANDBILL_RATE_LIMITER: "upstash" });
  expect(limiter).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("HANDBILL_RATE_LIMITER=upstash"),
  });
  const unknown = await start({ HANDBILL_STORE: "redis" });
  expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining("upstash") });
  const closed = `http://127.0.0.1:${await freePort()}`;
  const away = await start({ ...env, HANDBILL_STORE: "upstash", UPSTASH_REDIS_REST_URL: closed });
  expect(away.code).toBe(1);
  const settings = { ...env, HANDBILL_STORE: "upstash", UPSTASH_REDIS_REST_URL: closed };
  const migrated = await runCli(["migrate"], { directory, env: settings });
  expect(migrated.code).toBe(1);
  expect(migrated.stderr).not.toContain("up to date");
});
