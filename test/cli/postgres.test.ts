import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { smallCatalog } from "../catalog/small-catalog.ts";
import { type PostgresServer, startPostgresServer } from "../setup/postgres-server.ts";
import {
  type Finished,
  freePort,
  removeTemporaryDirectories,
  runCli,
  startCli,
  temporaryDirectory,
} from "./run-cli.ts";

const slow = 60_000;

let server: PostgresServer;
let directory = "";
let env: Record<string, string> = {};
beforeAll(async () => {
  server = await startPostgresServer();
  directory = await temporaryDirectory();
  env = { DATABASE_URL: server.url };
}, slow);
afterAll(async () => {
  await server.stop();
  await removeTemporaryDirectories();
});

const cli = (...args: readonly string[]): Promise<Finished> => runCli(args, { directory, env });

test("start prints how to make the schema to a user who may not make it", { timeout: slow }, async () => {
  const owner = postgres(server.url, { max: 1, onnotice: () => {} });
  await owner.unsafe("create role handbill_app login");
  await owner.end();
  const app = { DATABASE_URL: server.url.replace("//handbill@", "//handbill_app@") };
  const args = ["start", "--port", String(await freePort())];
  const { code, stdout, stderr } = await runCli(args, { directory, env: app });
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toContain("handbill migrate");
});

test("migrate shows its steps with --plan, applies them once, and then has nothing to do", {
  timeout: slow,
}, async () => {
  const planned = await cli("migrate", "--plan", "--json");
  const steps: { number: number; applied: boolean }[] = JSON.parse(planned.stdout);
  expect(planned.code).toBe(0);
  expect(steps.length).toBeGreaterThan(0);
  expect(steps.every(({ applied }) => !applied)).toBe(true);
  // The plan has changed nothing.
  expect((await cli("migrate", "--plan", "--json")).stdout).toBe(planned.stdout);

  const applied = await cli("migrate");
  expect(applied.code).toBe(0);
  expect(applied.stdout.trimEnd().split("\n")).toHaveLength(steps.length);
  expect(applied.stderr).toContain("PostgreSQL at 127.0.0.1");
  expect(await cli("migrate", "--json")).toMatchObject({ code: 0, stdout: "[]\n" });
});

test("a server without a demo serves what is applied and keyed while it runs", {
  timeout: slow,
}, async () => {
  const secret = { HANDBILL_SECRET: "s".repeat(43) };
  const running = await startCli(await freePort(), { directory, env: { ...env, ...secret } });
  expect(running.facts).toMatchObject({ platformId: null, liveKey: null, curl: null });
  const document = JSON.stringify(smallCatalog());
  expect(await runCli(["apply", "-"], { directory, env, stdin: document })).toMatchObject({ code: 0 });
  const again = await runCli(["apply", "-", "--prune", "--json"], { directory, env, stdin: document });
  expect(JSON.parse(again.stdout)).toEqual({ outcome: "unchanged", changes: [] });

  const key = (await cli("key", "create")).stdout.trim();
  const ask = (): Promise<Response> =>
    fetch(`${running.facts.baseUrl}/api/v1/web/ads`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({
        platform_id: "pf_shop",
        stable_user_id: "u",
        context: { question: "Which running shoes?" },
      }),
    });
  // The server looks for changes once a second.
  await expect.poll(async () => (await ask()).status).toBe(200);
  expect(await (await ask()).json()).toMatchObject({ has_ad: true });

  // The budget cannot be stored below what the open deliveries hold, and pausing is always possible.
  const poor = smallCatalog();
  Object.assign(poor.campaigns[0] ?? {}, { totalBudgetMicros: 1 });
  const refused = await runCli(["apply", "-", "--json"], { directory, env, stdin: JSON.stringify(poor) });
  expect(refused.code).toBe(1);
  expect(JSON.parse(refused.stdout)).toMatchObject({
    outcome: "budget_below_floor",
    floors: [{ campaignId: "spring", field: "totalBudgetMicros", floorMicros: expect.any(Number) }],
  });
  expect(refused.stderr).toContain("paused");

  expect((await cli("key", "revoke", key)).code).toBe(0);
  await expect.poll(async () => (await ask()).status).toBe(401);
  expect((await running.stop()).code).toBe(0);
});

test("start migrates an empty database, and two at once migrate it once", { timeout: slow }, async () => {
  const owner = postgres(server.url, { max: 1, onnotice: () => {} });
  await owner.unsafe("create database fresh");
  await owner.end();
  const fresh = { directory, env: { DATABASE_URL: server.url.replace(/postgres$/, "fresh") } };
  const running = await Promise.all(
    [freePort(), freePort()].map(async (port) => startCli(await port, fresh)),
  );
  const ready = await fetch(`${running[0]?.facts.baseUrl}/livez`);
  expect(ready.status).toBe(200);
  expect(await runCli(["migrate", "--json"], fresh)).toMatchObject({ code: 0, stdout: "[]\n" });
  for (const one of running) expect((await one.stop()).code).toBe(0);
});
