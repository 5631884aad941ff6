import { spawn } from "node:child_process";
import { once } from "node:events";
import { dirname, join } from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPostgres, type PostgresStore } from "../../adapters/postgres/mod.ts";
import { createInstallation, type Installation } from "../../core/management/mod.ts";
import { createDeliveryId } from "../../core/signing/delivery-id.ts";
import { systemRandom } from "../../core/signing/random.ts";
import {
  freePort,
  removeTemporaryDirectories,
  runCli,
  startCli,
  temporaryDirectory,
} from "../cli/run-cli.ts";
import { campaign, order, press } from "../conformance/fixtures.ts";
import { operatorToken, secret } from "../management/installation.ts";
import { postgresBinaries, serverUser } from "../setup/postgres-binaries.ts";
import { type PostgresServer, startPostgresServer, startStandby } from "../setup/postgres-server.ts";
import { run } from "../setup/replicated-server.ts";
import { issueAll, storeCampaigns } from "../setup/store-campaigns.ts";

const timeout = 30_000;

let primary: PostgresServer;
let standby: PostgresServer;
let store: PostgresStore;
let ads: Installation;
let replay: postgres.Sql;
beforeAll(async () => {
  primary = await startPostgresServer({}, 15);
  standby = await startStandby(primary);
  store = await openPostgres(primary.url, { reportsFrom: standby.url });
  await store.migrate();
  await storeCampaigns(store, campaign("c"));
  ads = createInstallation({
    store,
    baseUrl: "https://ads.example",
    secrets: [secret],
    operatorTokens: [operatorToken],
    log: () => undefined,
  });
  replay = postgres(standby.url, { max: 1, onnotice: () => undefined });
}, 60_000);
afterAll(async () => {
  await replay.end();
  await ads.close();
  await standby.stop();
  await primary.stop();
  await removeTemporaryDirectories();
}, 60_000);

/** Issues an ad and charges it. */
async function charge(): Promise<void> {
  const id = createDeliveryId(Date.now(), systemRandom);
  await issueAll(store, [order(id, ["c"])]);
  expect(await store.record([press(id)])).toMatchObject([{ outcome: "recorded", charged: true }]);
}

async function get(path: string): Promise<{ readonly status: number; readonly body: unknown }> {
  const headers = { authorization: `Bearer ${operatorToken}`, host: "ads.example" };
  const response = await ads.fetch(new Request(`https://ads.example/api/v1/manage${path}`, { headers }));
  return { status: response.status, body: await response.json() };
}

async function reportedCharges(): Promise<unknown> {
  const { body } = await get("/reports");
  return typeof body === "object" && body !== null && "total" in body ? body.total : body;
}

test("reports come from the standby, and show what has arrived there", async () => {
  await charge();
  await expect.poll(reportedCharges, { timeout }).toMatchObject({ charges: 1, spendMicros: 100 });
  await replay`select pg_wal_replay_pause()`;
  await charge();
  expect(await reportedCharges()).toMatchObject({ charges: 1, spendMicros: 100 });
  // What decides reads the primary.
  expect((await ads.ledger.audit()).advertiserMicros).toBe(200);
  const [sum] = await store.readCharges({ from: 0, to: Number.MAX_SAFE_INTEGER, by: [], limit: 1 });
  expect(sum).toMatchObject({ charges: 2 });
  await replay`select pg_wal_replay_resume()`;
  await expect.poll(reportedCharges, { timeout }).toMatchObject({ charges: 2, spendMicros: 200 });
}, 60_000);

test("the audit trail and the quality of traffic come from it, too", async () => {
  const { key } = await ads.keys.create({ publisherId: "publisher-1" });
  expect(key).toMatch(/^hb_/);
  await expect.poll(async () => JSON.stringify((await get("/audit")).body), { timeout }).toContain("api_key");
  expect((await get("/quality")).status).toBe(200);
  const names = await replay`select distinct application_name as name from pg_stat_activity`;
  expect(JSON.stringify(names)).toContain("handbill reports");
}, 60_000);

/** The messages of the risks that a store on this address finds. */
async function risksAt(url: string): Promise<readonly string[]> {
  const other = await openPostgres(url);
  const risks = (await other.findRisks?.()) ?? [];
  await other.close();
  return risks.map(({ message }) => message);
}

async function waitFor(names: string): Promise<void> {
  await run(
    primary.url,
    `alter system set synchronous_standby_names = '${names}'`,
    "select pg_reload_conf()",
  );
}

test("a risk is a standby that no commit waits for, or one that commits wait for in vain", async () => {
  await run(primary.url, "create role nobody login");
  for (const user of ["handbill", "nobody"]) {
    const url = primary.url.replace("//handbill@", `//${user}@`);
    expect(await risksAt(url)).toEqual([expect.stringContaining("no commit waits for it")]);
  }
  // A server without a standby.
  expect(await risksAt(standby.url)).toEqual([]);
  await waitFor("walreceiver");
  await expect.poll(() => risksAt(primary.url), { timeout }).toEqual([]);
  const [risk] = await risksAt(`${primary.url}?synchronous_commit=local`);
  expect(risk).toContain("synchronous_commit is local");
  await waitFor("another");
  await expect
    .poll(() => risksAt(primary.url), { timeout })
    .toEqual([expect.stringContaining("none is connected")]);
  await waitFor("");
  await expect.poll(() => risksAt(primary.url), { timeout }).toHaveLength(1);
}, 60_000);

test("start logs the risk, and doctor prints it with its fix", async () => {
  const options = {
    directory: await temporaryDirectory(),
    env: { DATABASE_URL: primary.url, HANDBILL_SECRET: "s".repeat(43) },
  };
  const server = await startCli(await freePort(), options);
  await expect
    .poll(server.talk, { timeout })
    .toMatch(/"warn","code":"configuration-risky".*synchronous_standby_names/);
  await server.stop();
  const { findings } = JSON.parse((await runCli(["doctor", "--json"], options)).stdout);
  expect(findings).toContainEqual({
    level: "warn",
    subject: "replication",
    message: expect.stringContaining("no commit waits for it"),
    fix: expect.stringContaining("synchronous_standby_names"),
  });
}, 60_000);

test("without the standby reports are answered 503, ads are served, and reports come back with it", async () => {
  await standby.kill9();
  for (const path of ["/reports", "/audit", "/quality"]) expect((await get(path)).status).toBe(503);
  await expect(store.reports?.readAudit({ limit: 1 })).rejects.toMatchObject({
    outage: true,
    message: expect.stringMatching(/^The server that reports are read from \(reportsFrom\) does not answer/),
  });
  await charge();
  expect((await ads.ledger.audit()).advertiserMicros).toBe(300);
  expect((await get("/campaigns")).status).toBe(200);
  await standby.restart();
  await expect.poll(reportedCharges, { timeout }).toMatchObject({ charges: 3, spendMicros: 300 });
}, 60_000);

test("a backup that is being taken is no standby", async () => {
  await standby.kill9();
  const folder = await temporaryDirectory();
  const programs = dirname(postgresBinaries(serverUser(), folder, 15).postgres);
  // So slow that it is under way until it is killed.
  const flags = ["--max-rate=32k", "--checkpoint=fast", "--wal-method=stream"];
  const where = [`--pgdata=${join(folder, "backup")}`, `--dbname=${primary.url}`];
  const backup = spawn(join(programs, "pg_basebackup"), [...flags, ...where], { stdio: "ignore" });
  try {
    const states = "select application_name as name, state from pg_stat_replication order by state";
    await expect
      .poll(async () => JSON.parse(await run(primary.url, states)), { timeout })
      .toEqual(["backup", "streaming"].map((state) => ({ name: "pg_basebackup", state })));
    expect(await risksAt(primary.url)).toEqual([]);
  } finally {
    const ended = once(backup, "exit");
    if (backup.kill("SIGKILL")) await ended;
  }
}, 60_000);
