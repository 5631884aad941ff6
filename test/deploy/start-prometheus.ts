import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import type { Readable } from "node:stream";
import * as v from "valibot";
import { freePort } from "../cli/run-cli.ts";
import { root } from "../packaging/commands.ts";

export const recipe: string = join(root, "runtimes/deploy/prometheus");

export interface Prometheus {
  /** The values of a query that are numbers. Rejects with Prometheus' own words when it refuses the query. */
  readonly query: (expression: string) => Promise<readonly number[]>;
  /** The names of the alerts that fire. */
  readonly firing: () => Promise<readonly string[]>;
  readonly stop: () => Promise<void>;
}

/** Windows and waits of the recipe, which a test cannot wait for. */
export const shortWindow = "3s";

/** Debian's Prometheus with the configuration and the alerts of the recipe. Only address, token and times are replaced. */
export async function startPrometheus(target: string, token: string): Promise<Prometheus> {
  const folder = mkdtempSync(join(tmpdir(), "handbill-prometheus-"));
  const configuration = readFileSync(join(recipe, "prometheus.yml"), "utf8")
    .replace("127.0.0.1:8787", target)
    .replaceAll("interval: 15s", "interval: 250ms");
  const alerts = readFileSync(join(recipe, "alerts.yml"), "utf8")
    .replaceAll(/for: \d+m/g, "for: 0s")
    .replaceAll(/\[\d+[mh]\]/g, `[${shortWindow}]`);
  writeFileSync(join(folder, "prometheus.yml"), configuration);
  writeFileSync(join(folder, "alerts.yml"), alerts);
  writeFileSync(join(folder, "handbill-token"), token);
  const port = await freePort();
  const child = spawn(
    "prometheus",
    [
      `--config.file=${join(folder, "prometheus.yml")}`,
      `--storage.tsdb.path=${join(folder, "data")}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  const killWithUs = (): boolean => child.kill("SIGKILL");
  process.once("exit", killWithUs);
  child.once("exit", () => process.off("exit", killWithUs));
  await ready(child);
  const ask = async (path: string): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`);
    const body = await answer.text();
    if (!answer.ok) throw new Error(body);
    return JSON.parse(body);
  };
  return {
    query: async (expression) => {
      const { data } = v.parse(queryAnswer, await ask(`query?query=${encodeURIComponent(expression)}`));
      return data.result.map(({ value }) => Number(value[1])).filter((value) => Number.isFinite(value));
    },
    firing: async () => {
      const { data } = v.parse(alertsAnswer, await ask("alerts"));
      const names = data.alerts
        .filter(({ state }) => state === "firing")
        .map(({ labels }) => labels.alertname);
      return [...new Set(names)].sort();
    },
    stop: async () => {
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const queryAnswer = v.object({
  data: v.object({ result: v.array(v.object({ value: v.tuple([v.number(), v.string()]) })) }),
});
const alertsAnswer = v.object({
  data: v.object({
    alerts: v.array(v.object({ state: v.string(), labels: v.object({ alertname: v.string() }) })),
  }),
});

async function ready(child: ChildProcessByStdio<null, null, Readable>): Promise<void> {
  let log = "";
  const isReady = await new Promise<boolean>((resolve) => {
    child.once("error", () => resolve(false));
    child.once("close", () => resolve(false));
    child.stderr.on("data", (chunk) => {
      log = (log + String(chunk)).slice(-20_000);
      if (log.includes("Server is ready to receive web requests.")) resolve(true);
    });
  });
  if (isReady) return;
  throw new Error(
    `Prometheus did not start. Run: sudo apt-get install -y --no-install-recommends prometheus\n${log}`,
  );
}
