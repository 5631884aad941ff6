/** The recipe of runtimes/deploy/prometheus on a real Prometheus, beside a real server. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { DatabaseSync } from "node:sqlite";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openSqlite } from "../../adapters/sqlite/mod.ts";
import {
  freePort,
  removeTemporaryDirectories,
  type Started,
  startCli,
  temporaryDirectory,
} from "../cli/run-cli.ts";
import { type Caller, createCaller } from "../faults/processes/caller.ts";
import { campaignId, openQuizShop, platformId, priceMicros } from "../faults/processes/quiz-shop.ts";
import { runProgram } from "./program.ts";
import { type Prometheus, recipe, shortWindow, startPrometheus } from "./start-prometheus.ts";

const operatorToken = "t".repeat(43);

let server: Started;
let prometheus: Prometheus;
let caller: Caller;
let isOver = false;
let traffic: Promise<void>;

const dashboard = v.parse(
  v.object({
    panels: v.array(
      v.object({ title: v.string(), targets: v.optional(v.array(v.object({ expr: v.string() })), []) }),
    ),
  }),
  JSON.parse(readFileSync(join(recipe, "dashboard.json"), "utf8")),
);
const queries = dashboard.panels.flatMap(({ title, targets }) =>
  targets.map(({ expr }) => [title, expr.replaceAll("$__rate_interval", shortWindow)] as const),
);

/** Two of the faults are there from the beginning: an account that holds more than its deliveries, and a limiter that is away. */
beforeAll(async () => {
  const directory = await temporaryDirectory();
  const file = join(directory, "handbill.db");
  const store = openSqlite({ file });
  const apiKey = await openQuizShop(store, 1_000_000 * priceMicros);
  await store.close();
  const database = new DatabaseSync(file);
  database.exec("UPDATE campaigns SET held_micros = held_micros + 1");
  database.close();
  server = await startCli(await freePort(), {
    directory,
    env: {
      HANDBILL_SECRET: "s".repeat(43),
      HANDBILL_OPERATOR_TOKEN: operatorToken,
      HANDBILL_STORE: `sqlite:${file}`,
      HANDBILL_RATE_LIMITER: "upstash",
      UPSTASH_REDIS_REST_URL: `http://127.0.0.1:${await freePort()}`,
      UPSTASH_REDIS_REST_TOKEN: "token",
    },
  });
  caller = createCaller(server.facts.baseUrl, apiKey, platformId);
  prometheus = await startPrometheus(`127.0.0.1:${server.port}`, operatorToken);
  traffic = askForAds();
});
afterAll(async () => {
  isOver = true;
  await traffic;
  await server?.stop("SIGKILL");
  await prometheus?.stop();
  await removeTemporaryDirectories();
});

/** Filled requests, requests without an ad and wrong ones, until the end. */
async function askForAds(): Promise<void> {
  for (let n = 0; !isOver; n += 1) {
    const ask = { stable_user_id: `user-${n}` };
    for (const body of [ask, { ...ask, accept_formats: ["image"] }, {}]) {
      const answer = await caller.post("/api/v1/web/ads", body).catch(() => undefined);
      await answer?.arrayBuffer();
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
}

async function fires(alert: string): Promise<void> {
  await expect.poll(() => prometheus.firing(), { interval: 100 }).toContain(alert);
}

describe("on a real Prometheus", () => {
  test.each(queries)("the panel %s has data: %s", async (_title, query) => {
    await expect
      .poll(async () => (await prometheus.query(query)).length, { interval: 100 })
      .toBeGreaterThan(0);
  });

  test("a limiter that is away and an account out of balance make their alerts fire, and those of other faults do not", async () => {
    await fires("HandbillLimiterFailing");
    await fires("HandbillLedgerOutOfBalance");
    const firing = await prometheus.firing();
    for (const other of ["HandbillDown", "HandbillNoAds", "HandbillCountsLost"])
      expect(firing).not.toContain(other);
  });

  test("a campaign that is paused leaves no ads, and the alert fires", async () => {
    const answer = await fetch(`${server.facts.baseUrl}/api/v1/manage/campaigns/${campaignId}/pause`, {
      method: "POST",
      headers: { authorization: `Bearer ${operatorToken}` },
    });
    expect(answer.status).toBe(200);
    await fires("HandbillNoAds");
  });

  test("a server that was killed makes its alert fire", async () => {
    await server.stop("SIGKILL");
    await fires("HandbillDown");
  });
});

describe("promtool", () => {
  const promtool = (...args: readonly string[]): Promise<string> =>
    runProgram("promtool", args, { cwd: recipe, env: { PATH: process.env["PATH"] ?? "" } });

  test("passes the tests of the alerts", async () => {
    expect(await promtool("test", "rules", "alerts.test.yml")).toContain("SUCCESS");
  });

  test("finds each alert in them", () => {
    const tests = readFileSync(join(recipe, "alerts.test.yml"), "utf8");
    const alerts = [...readFileSync(join(recipe, "alerts.yml"), "utf8").matchAll(/- alert: (\w+)/g)];
    expect(alerts.length).toBeGreaterThan(10);
    for (const [, name] of alerts) expect(tests).toContain(`alertname: ${name}\n        exp_alerts:\n`);
  });
});
