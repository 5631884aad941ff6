import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import process from "node:process";
import { Script } from "node:vm";
import postgres from "postgres";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { mainFile } from "../cli/run-cli.ts";
import { createCaller, press } from "../faults/processes/caller.ts";
import { startInstance } from "../faults/processes/instance.ts";
import { platformId } from "../faults/processes/quiz-shop.ts";
import { root } from "../packaging/commands.ts";
import { type Pooler, startPooler } from "../setup/postgres-pooler.ts";
import {
  expectMixedMode,
  type MixedWorld,
  mixedSettings,
  openMixedWorld,
  type Running,
} from "./mixed-mode.ts";
import { confirmFirstView, firstKey, handbillOn } from "./production.ts";
import { type BuiltProject, buildVercelProject } from "./vercel-project.ts";

const cronSecret = "the secret of the cron";
const operatorToken = "a-token-of-the-operator-for-the-tests-of-the-recipes";

let world: MixedWorld;
let pooler: Pooler;
let folder = "";
let built: BuiltProject;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "handbill-vercel-"));
  built = await buildVercelProject(folder, join(root, "test/deploy/vercel-functions"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function openWorld(): Promise<void> {
  world = await openMixedWorld();
  pooler = await startPooler(world.database.url);
}

async function closeWorld(): Promise<void> {
  await pooler?.stop();
  await world?.close();
}

/** An instance of the built functions, with the database behind the pooler. */
async function start(
  settings: Readonly<Record<string, string>>,
): Promise<Running & { readonly talk: () => string }> {
  const instance = await startInstance(pooler.url, {
    entry: join(root, "test/runtimes/vercel/invoker.ts"),
    args: [built.output],
    env: { ...settings, CRON_SECRET: cronSecret },
  });
  return {
    url: instance.url,
    talk: instance.talk,
    limiterFailed: () => instance.talk().includes("The rate limiter"),
    stop: instance.kill9,
  };
}

test("neither the query builder, the migrations nor the management side are loaded before an ad", async () => {
  const { atStart, scripts } = await built.functionOf("ads");
  const textOf = async (names: readonly string[]): Promise<string> =>
    (await Promise.all(names.map((name) => readFile(name, "utf8")))).join("\n");
  const [all, first] = [await textOf(scripts), await textOf(atStart)];
  for (const part of ["SelectQueryNode", "create table entities"]) {
    expect([part, all.includes(part), first.includes(part)]).toEqual([part, true, false]);
  }
  expect(all).not.toContain("api/v1/manage/openapi.json");
});

test("every script of every function is ASCII and has its bytecode, and this Node.js takes it", async () => {
  for (const name of ["ads", "maintain", "manage"]) {
    for (const path of (await built.functionOf(name)).scripts) {
      // One byte for each character would change the others, as in regular expressions.
      const isAscii = (await readFile(path)).every((byte) => byte < 128);
      expect([basename(path), isAscii]).toEqual([basename(path), true]);
      const cachedData = await readFile(`${path}.bytecode`);
      const script = new Script(await readFile(path, "latin1"), { cachedData });
      expect([basename(path), script.cachedDataRejected]).toEqual([basename(path), false]);
    }
  }
});

test("a file is served before the functions run, and every other path is theirs", async () => {
  const config: unknown = JSON.parse(await readFile(join(built.output, "config.json"), "utf8"));
  expect(config).toMatchObject({
    version: 3,
    routes: [{ handle: "filesystem" }, { dest: "/api/manage" }, { src: "/(.*)", dest: "/api/ads" }],
  });
  expect(await readFile(join(built.output, "static/robots.txt"), "utf8")).toContain("Disallow");
});

describe("with a database of its own", () => {
  beforeEach(openWorld);
  afterEach(closeWorld);

  test("two instances of the built function behind PgBouncer share their limits in Redis, and go on without it", () =>
    expectMixedMode(world, start));

  describe("statistics are stored without the cron, and read back by a function of its own in another process", () => {
    const ads = 40;

    async function askAndPress(running: Running): Promise<void> {
      const caller = createCaller(running.url, world.apiKey, platformId);
      for (let n = 0; n < ads; n += 1) {
        const ad = await caller.requestAd(`somebody-${n}`);
        if (typeof ad === "number") expect.fail(`An ad request was answered ${ad}.`);
        if (n % 2 === 0) expect(await press(caller, ad)).toBe(200);
      }
    }
    const settings = (): Readonly<Record<string, string>> => ({
      ...mixedSettings(world, 1),
      HANDBILL_LIMIT_ADS_PER_KEY: "false",
    });
    const counted = async (reader: Running): Promise<unknown> =>
      (await fetch(`${reader.url}/api/counts`)).json();
    const all = { request: ads, issued: ads, press: ads / 2, seen: ads / 2 };

    test("with every answer where the platform has no waitUntil: an instance that is killed after its last one lost nothing", async () => {
      const running = await start({ ...settings(), HANDBILL_TEST_NO_CONTEXT: "1" });
      await askAndPress(running);
      await running.stop();
      const reader = await start(settings());
      expect(await counted(reader)).toEqual(all);
      await reader.stop();
    });

    test("through the platform's waitUntil", async () => {
      const running = await start(settings());
      const reader = await start(settings());
      await askAndPress(running);
      await expect.poll(() => counted(reader)).toEqual(all);
      await running.stop();
      await reader.stop();
    });
  });
});

describe("with one database", () => {
  beforeAll(openWorld);
  afterAll(closeWorld);

  test("the cron gives back the holds of expired ads, and no other caller may run it", async () => {
    const running = await start(mixedSettings(world, 1));
    const { requestAd } = createCaller(running.url, world.apiKey, platformId);
    const ad = await requestAd("somebody");
    if (typeof ad === "number") expect.fail(`An ad request was answered ${ad}.`);
    const held = async () => (await world.store.auditLedger()).campaigns[0]?.heldMicros;
    expect(await held()).toBeGreaterThan(0);

    const call = (secret: string) =>
      fetch(`${running.url}/api/maintain`, { headers: { authorization: `Bearer ${secret}` } });
    expect((await call(cronSecret)).status).toBe(200);
    // The ad has not expired: maintenance has left its hold alone.
    expect(await held()).toBeGreaterThan(0);

    const sql = postgres(world.database.url, { max: 1 });
    await sql`update handbill.deliveries set issued_at = issued_at - 3600001`;
    await sql.end();
    expect((await call("another secret")).status).toBe(401);
    expect(await held()).toBeGreaterThan(0);
    expect((await call(cronSecret)).status).toBe(200);
    expect(await held()).toBe(0);
    await running.stop();
  });

  test("the first catalogue, the first key and the first billed view, by the commands of the page", async () => {
    const cli = `${process.execPath} ${mainFile}`;
    expect(handbillOn("Vercel")).toBe("npx handbill");
    const env = { ...mixedSettings(world, 1), DATABASE_URL: world.database.url };
    const apiKey = await firstKey(cli, { cwd: folder, env });
    const running = await start(mixedSettings(world, 1));
    await confirmFirstView(running.url, apiKey);
    expect((await world.store.auditLedger()).campaigns).toContainEqual(
      expect.objectContaining({ campaignId: "soles", spentMicros: 2_000 }),
    );
    await running.stop();
  });

  test("the operator's token opens the management API, HANDBILL_CONSOLE the console; without both there is neither", async () => {
    const statuses = async (settings: Readonly<Record<string, string>>) => {
      const running = await start({ ...mixedSettings(world, 1), ...settings });
      const headers = { authorization: `Bearer ${operatorToken}` };
      const paths = ["/api/v1/manage/campaigns", "/console"];
      const answers = await Promise.all(paths.map((path) => fetch(running.url + path, { headers })));
      await running.stop();
      return answers.map(({ status }) => status);
    };
    expect(await statuses({})).toEqual([404, 404]);
    expect(await statuses({ HANDBILL_OPERATOR_TOKEN: operatorToken })).toEqual([200, 404]);
    // The page to sign in.
    const both = { HANDBILL_OPERATOR_TOKEN: operatorToken, HANDBILL_CONSOLE: "on" };
    expect(await statuses(both)).toEqual([200, 401]);
  });

  test.each([
    [{ HANDBILL_RATE_LIMITER: "nothing" }, "HANDBILL_RATE_LIMITER must be"],
    [{ HANDBILL_DELIVERIES_KEPT_DAYS: "0" }, "deliveriesKeptMs is 0"],
    [{ HANDBILL_COUNTS_KEPT_DAYS: "x" }, "HANDBILL_COUNTS_KEPT_DAYS must be"],
    [{ HANDBILL_NETWORKS_KEPT_DAYS: "40" }, "networksKeptMs is"],
    [{ HANDBILL_KEEP_UNTIL_EXPORTED: "yes" }, "HANDBILL_KEEP_UNTIL_EXPORTED must be"],
  ])("an instance serves nothing and says why where there is %o", async (settings, reason) => {
    const running = await start({ ...mixedSettings(world, 1), ...settings });
    const answered = await fetch(`${running.url}/livez`).catch(() => undefined);
    expect(answered?.ok).not.toBe(true);
    await expect.poll(running.talk).toContain(reason);
    await running.stop();
  });

  // The last of the file: they overwrite what was built.
  test.each(["nothing", "that of another script", "noise"])(
    "a function whose bytecode is %s serves as ever",
    async (what) => {
      const { scripts } = await built.functionOf("ads");
      const other = await readFile(`${scripts.at(-1)}.bytecode`);
      for (const path of scripts.slice(0, -1)) {
        const bytes = {
          nothing: "",
          "that of another script": other,
          noise: other.map((byte) => byte ^ 0x5a),
        }[what];
        await writeFile(`${path}.bytecode`, bytes ?? "");
      }
      const running = await start(mixedSettings(world, 1));
      const { requestAd } = createCaller(running.url, world.apiKey, platformId);
      expect(await requestAd("somebody")).toMatchObject({ user: "somebody" });
      await running.stop();
    },
  );
});
