import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPglite } from "../../adapters/postgres/pglite.ts";
import { openSqlite } from "../../adapters/sqlite/mod.ts";
import { smallCatalog } from "../catalog/small-catalog.ts";
import { campaign } from "../conformance/fixtures.ts";
import { createCaller, press } from "../faults/processes/caller.ts";
import { campaignId, openQuizShop, platformId, priceMicros } from "../faults/processes/quiz-shop.ts";
import { storeCampaigns } from "../setup/store-campaigns.ts";
import { freePort, removeTemporaryDirectories, runCli, startCli, temporaryDirectory } from "./run-cli.ts";

const slow = 60_000;

let directory = "";
let file = "";
const env = { HANDBILL_SECRET: "s".repeat(43) };

beforeAll(async () => {
  directory = await temporaryDirectory();
  file = join(directory, "handbill.db");
});
afterAll(removeTemporaryDirectories);

const cli = (args: readonly string[], stdin?: string) =>
  runCli([...args, "--store", `sqlite:${file}`], { directory, env, ...(stdin !== undefined && { stdin }) });

test("with --store sqlite:FILE a catalogue is applied, a key made and an ad billed, and all of it outlives a kill -9", {
  timeout: slow,
}, async () => {
  const before = openSqlite({ file });
  const apiKey = await openQuizShop(before, 10 * priceMicros);
  await before.close();
  const start = async () =>
    startCli(await freePort(), { directory, env: { ...env, HANDBILL_STORE: `sqlite:${file}` } });

  const first = await start();
  expect(first.facts).toMatchObject({ platformId: null, liveKey: null, data: file });
  const ad = await createCaller(first.facts.baseUrl, apiKey, platformId).requestAd("somebody");
  if (typeof ad === "number") expect.fail(`An ad request was answered ${ad}.`);
  await first.stop("SIGKILL");

  const second = await start();
  const refused = await cli(["key", "list"]);
  expect(refused).toMatchObject({ code: 1, stdout: "" });
  expect(refused.stderr).toContain(`${file} is in use by process ${second.child.pid}`);
  expect(await cli(["migrate", "--plan"])).toMatchObject({ code: 0, stdout: "" });
  expect(await press(createCaller(second.facts.baseUrl, apiKey, platformId), ad)).toBe(200);
  expect((await second.stop()).code).toBe(0);

  const after = openSqlite({ file });
  expect((await after.findDeliveries([ad.deliveryId]))[0]?.chargedAt).toBeDefined();
  const { campaigns } = await after.auditLedger();
  await after.close();
  expect(campaigns.find((one) => one.campaignId === campaignId)).toMatchObject({
    charges: 1,
    chargedMicros: priceMicros,
    spentMicros: priceMicros,
    heldMicros: 0,
  });
  // No demo beside a file that was named, and nothing where the embedded data would lie.
  expect((await readdir(directory)).sort()).toEqual(["handbill.db", "handbill.db.lock"]);
});

test("the other commands take --store sqlite:FILE, too", { timeout: slow }, async () => {
  expect(await cli(["apply", "-"], JSON.stringify(smallCatalog()))).toMatchObject({ code: 0 });
  const made = await cli(["key", "create", "--publisher", "acme", "--json"]);
  expect(made.code).toBe(0);
  const { id } = JSON.parse(made.stdout);
  expect((await cli(["key", "list"])).stdout).toContain(id);
  expect(await cli(["key", "revoke", id])).toMatchObject({ code: 0, stdout: `${id}\n` });
  const forget = ["user", "forget", "--platform", platformId, "--stable", "somebody", "--json"];
  expect(await cli(forget)).toMatchObject({ code: 0, stdout: '{"forgotten":1}\n' });
  expect(await cli(forget)).toMatchObject({ code: 0, stdout: '{"forgotten":0}\n' });
  expect(await cli(["user", "forget", "--platform", platformId, "--visitor", "x"])).toMatchObject({
    ...{ code: 2, stdout: "" },
    stderr: expect.stringMatching(/^visitor: Send \d+ to \d+ characters/),
  });
});

test("migrate shows its steps with --plan, applies them once, and then has nothing to do", {
  timeout: slow,
}, async () => {
  const store = `sqlite:${join(directory, "new.db")}`;
  const migrate = (...args: readonly string[]) =>
    runCli(["migrate", "--store", store, ...args], { directory });
  const planned = await migrate("--plan");
  expect(planned).toMatchObject({ code: 0, stdout: expect.stringMatching(/^0001 first_release\n$/) });
  expect(existsSync(join(directory, "new.db"))).toBe(false);
  expect(await migrate()).toMatchObject({ code: 0, stdout: planned.stdout });
  expect(await migrate("--json")).toMatchObject({ code: 0, stdout: "[]\n" });
  expect(await migrate("--plan", "--json")).toMatchObject({ code: 0, stdout: "[]\n" });
});

test.each(["sqlite", "sqlite:", "mysql"])("--store %s ends with 2 and lists the stores", async (store) => {
  const { code, stdout, stderr } = await runCli(["key", "list", "--store", store], { directory });
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain("postgres, embedded, sqlite:FILE, pglite, upstash");
});

test("a folder that is not there ends with 1, without a stack", async () => {
  const store = `sqlite:${join(directory, "missing", "handbill.db")}`;
  const { code, stderr } = await runCli(["migrate", "--store", store], { directory });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^SQLite refused the call: .* Make the folder of .*\n$/);
});

test("a data directory with a PGlite database alone is refused with what to do, and nothing in it changes", {
  timeout: slow,
}, async () => {
  const elsewhere = await temporaryDirectory();
  const dataDir = join(elsewhere, ".handbill/data");
  const before = await openPglite({ dataDir });
  await storeCampaigns(before, campaign("on-pglite"));
  await before.close();

  const run = (...args: readonly string[]) => runCli(args, { directory: elsewhere });
  for (const args of [["start"], ["key", "list"], ["migrate"], ["migrate", "--plan"]]) {
    expect(await run(...args)).toEqual({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(`${dataDir} holds a PGlite database: use it with .*--store pglite`),
    });
  }
  expect(await readdir(dataDir)).not.toContain("handbill.db");
  expect(await run("migrate", "--plan", "--store", "pglite")).toMatchObject({ code: 0, stdout: "" });
  const again = await openPglite({ dataDir });
  expect((await again.readCatalog()).catalog.campaigns).toMatchObject([{ id: "on-pglite" }]);
  await again.close();
});

test("an empty data directory gets an SQLite file, and --store pglite gets PGlite in it", {
  timeout: slow,
}, async () => {
  const elsewhere = await temporaryDirectory();
  const run = (...args: readonly string[]) => runCli(args, { directory: elsewhere });
  expect(await run("migrate")).toMatchObject({ code: 0 });
  const dataDir = join(elsewhere, ".handbill/data");
  expect((await readdir(dataDir)).sort()).toEqual(["handbill.db", "handbill.db.lock"]);
  expect(await run("migrate", "--store", "pglite")).toMatchObject({ code: 0 });
  expect(await readdir(dataDir)).toContain("pgdata");
  // Of both, SQLite's file is used.
  expect(await run("migrate", "--plan")).toMatchObject({
    code: 0,
    stdout: "",
    stderr: expect.stringContaining("handbill.db is up to date"),
  });
});
