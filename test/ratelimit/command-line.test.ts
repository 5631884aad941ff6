import { afterAll, beforeAll, expect, test } from "vitest";
import { smallCatalog } from "../catalog/small-catalog.ts";
import {
  freePort,
  removeTemporaryDirectories,
  runCli,
  type Started,
  startCli,
  temporaryDirectory,
} from "../cli/run-cli.ts";
import { type PostgresServer, startPostgresServer } from "../setup/postgres-server.ts";

const slow = 60_000;
const limit = 10;

let server: PostgresServer;
let directory = "";
let env: Readonly<Record<string, string>> = {};
let key = "";

beforeAll(async () => {
  server = await startPostgresServer();
  directory = await temporaryDirectory();
  env = {
    DATABASE_URL: server.url,
    HANDBILL_SECRET: "s".repeat(43),
  };
  await runCli(["migrate"], { directory, env });
  await runCli(["apply", "-"], { directory, env, stdin: JSON.stringify(smallCatalog()) });
  key = (await runCli(["key", "create"], { directory, env })).stdout.trim();
}, slow);

afterAll(async () => {
  await server?.stop();
  await removeTemporaryDirectories();
}, slow);

/** How many of 30 ad requests, to two instances in turn, were served. */
async function servedByTwo(settings: Readonly<Record<string, string>>): Promise<number> {
  for (let hours = 1; ; hours += 1) {
    // On a machine that is very busy the limiter may be given up; with another window everything begins anew.
    const limited = { ...env, HANDBILL_LIMIT_ADS_PER_KEY: `${limit}/${hours}h`, ...settings };
    const running: Started[] = [];
    for (let n = 0; n < 2; n += 1)
      running.push(await startCli(await freePort(), { directory, env: limited }));
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) => requestAd(running[n % 2]?.facts.baseUrl ?? "", `user-${n}`)),
    );
    let isSound = true;
    for (const one of running) {
      const { code, stderr } = await one.stop();
      expect(code).toBe(0);
      if (stderr.includes("The rate limiter")) isSound = false;
    }
    expect(answers.filter((status) => status !== 200 && status !== 429)).toEqual([]);
    if (isSound) return answers.filter((status) => status === 200).length;
  }
}

async function requestAd(url: string, user: string): Promise<number> {
  const { status } = await fetch(`${url}/api/v1/web/ads`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ platform_id: "pf_shop", stable_user_id: user }),
  });
  return status;
}

test(
  "two instances share their limits with HANDBILL_RATE_LIMITER=postgres",
  async () => {
    expect(await servedByTwo({ HANDBILL_RATE_LIMITER: "postgres" })).toBe(limit);
  },
  slow,
);

test.each([{}, { HANDBILL_RATE_LIMITER: "memory" }])(
  "each instance counts for itself with %o",
  async (settings) => {
    expect(await servedByTwo(settings)).toBe(2 * limit);
  },
  slow,
);

test(
  "a limiter that cannot be had is refused with what to do about it",
  async () => {
    const start = (settings: Readonly<Record<string, string>>) =>
      runCli(["start"], { directory, env: settings });
    const embedded = await start({ HANDBILL_RATE_LIMITER: "postgres" });
    expect(embedded).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("DATABASE_URL") });
    const unknown = await start({ ...env, HANDBILL_RATE_LIMITER: "redis" });
    expect(unknown).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining("memory, postgres or upstash"),
    });
  },
  slow,
);
