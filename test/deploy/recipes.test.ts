import { spawnSync } from "node:child_process";
import { chownSync, copyFileSync, readFileSync, realpathSync } from "node:fs";
import { copyFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bin, downloadEnvironment, root } from "../packaging/commands.ts";
import { serverUser } from "../setup/postgres-binaries.ts";
import { freePort } from "../setup/postgres-server.ts";
import { type Installed, packAndInstallWithDrivers } from "./installed.ts";
import {
  expectBilledView,
  firstKey,
  handbillOn,
  type Production,
  recipes,
  serverSettings,
  startProduction,
} from "./production.ts";
import { type Program, runProgram, startProgram } from "./program.ts";

const user = serverUser();
let installed: Installed;
let production: Production;
let port = 0;

beforeAll(async () => {
  [installed, production] = await Promise.all([packAndInstallWithDrivers(), startProduction()]);
  const { project } = installed;
  // The owner migrates, with the unit's own command; then the grants are what the servers' role has.
  const { command, env } = unit("handbill-migrate.service", "migrate.env");
  const [file = "", ...args] = command;
  const owner = { ...env, DATABASE_URL: production.urlFor("owner") };
  await runProgram(file, args, { cwd: project, env: owner, ...user });
  await copyFile(join(recipes, "postgres/grants.mjs"), join(project, "grants.mjs"));
  const grants = await runProgram(process.execPath, ["grants.mjs"], { cwd: project, env: {} });
  await production.psql(grants, production.urlFor("owner"));
  port = await freePort();
});
afterAll(async () => {
  await production?.server.stop();
  await installed?.remove();
});

const operatorToken = "a-token-of-the-operator-for-the-tests-of-the-recipes";

const asApp = (): Record<string, string> => ({
  ...serverSettings,
  PORT: String(port),
  DATABASE_URL: production.urlFor("app"),
  HANDBILL_RATE_LIMITER: "postgres",
  HANDBILL_OPERATOR_TOKEN: operatorToken,
  HANDBILL_CONSOLE: "on",
});

const programsOfTests = `${join(root, "node_modules/.bin")}:${process.env["PATH"]}`;

/** From the first catalogue to a billed view, with limits in PostgreSQL, management and console; in order to its end. */
async function expectRoad(road: string, start: () => Promise<Program>): Promise<void> {
  const url = `http://127.0.0.1:${port}`;
  const { project } = installed;
  const env = { ...asApp(), ...downloadEnvironment(), PATH: programsOfTests, HOME: project };
  const apiKey = await firstKey(handbillOn(road), { cwd: project, env });
  const running = await start();
  try {
    const owner = production.urlFor("owner");
    await production.psql("truncate handbill.rate_limits", owner);
    await expectBilledView(production, url, apiKey);
    expect(await production.psql("select count(*) > 0 from handbill.rate_limits", owner)).toBe("t\n");
    const headers = { authorization: `Bearer ${operatorToken}` };
    const managed = await fetch(`${url}/api/v1/manage/campaigns`, { headers });
    expect([managed.status, await managed.json()]).toMatchObject([200, { items: [{ id: "soles" }] }]);
    const metrics = await (await fetch(`${url}/api/v1/manage/metrics`, { headers })).text();
    expect(metrics).toContain('handbill_requests_total{endpoint="seen",status="200",reason=""}');
    expect((await fetch(`${url}/console`)).status).toBe(401);
  } finally {
    expect(await running.stop()).toBe(0);
  }
}

/** Settings that are wrong. */
const wrongSettings = [
  [{ HANDBILL_RATE_LIMITER: "nothing" }, "HANDBILL_RATE_LIMITER must be"],
  [{ HANDBILL_DELIVERIES_KEPT_DAYS: "0" }, "deliveriesKeptMs is 0"],
  [{ HANDBILL_COUNTS_KEPT_DAYS: "x" }, "HANDBILL_COUNTS_KEPT_DAYS must be"],
  [{ HANDBILL_NETWORKS_KEPT_DAYS: "40" }, "networksKeptMs is"],
  [{ HANDBILL_KEEP_UNTIL_EXPORTED: "yes" }, "HANDBILL_KEEP_UNTIL_EXPORTED must be"],
  [{ HANDBILL_DRAIN: "soon" }, "HANDBILL_DRAIN must be"],
  [{ HANDBILL_SECRET: "", HANDBILL_REVIEW: "maybe" }, /Set HANDBILL_SECRET .*\n.*HANDBILL_REVIEW must be/],
] as const;

/** A program where the unprivileged user may run it: in its place, or as a copy. */
function runnable(program: string): string {
  if (spawnSync(program, ["--version"], user).status === 0) return program;
  const copy = join(installed.project, "..", "copied-program");
  copyFileSync(realpathSync(program), copy);
  return copy;
}

describe("on a Linux server with systemd", () => {
  it("the units have nothing that systemd does not know", async () => {
    const folder = await installed.newFolder("units");
    for (const name of await readdir(join(recipes, "systemd"))) {
      const text = await readFile(join(recipes, "systemd", name), "utf8");
      await writeFile(join(folder, name), text.replaceAll("/usr/bin/node", process.execPath));
    }
    const units = (await readdir(folder)).filter((name) => !name.endsWith(".env"));
    const { status, stdout, stderr, error } = spawnSync("systemd-analyze", ["verify", ...units], {
      cwd: folder,
      encoding: "utf8",
    });
    if (error !== undefined) throw new Error("Run: sudo apt-get install -y --no-install-recommends systemd");
    expect({ status, said: stdout + stderr }).toEqual({ status: 0, said: "" });
  });
});

describe("on Bun", () => {
  it("a compiled binary, alone in a folder, migrates and serves an ad", async () => {
    const { project } = installed;
    await copyFile(join(recipes, "bun/server.js"), join(project, "server.js"));
    const [, build = ""] =
      /^\/\/ (bun build .*?): /.exec(readFileSync(join(project, "server.js"), "utf8")) ?? [];
    expect(build).toContain("--compile");
    const env = { ...downloadEnvironment(), HOME: process.env["HOME"] ?? "" };
    await runProgram("sh", ["-c", build.replace(/^bun/, bin("bun"))], { cwd: project, env });
    const folder = await installed.newFolder("binary");
    await copyFile(join(project, "handbill"), join(folder, "handbill"));
    const owner = { DATABASE_URL: production.urlFor("owner") };
    expect(await runProgram("./handbill", ["migrate"], { cwd: folder, env: owner, ...user })).toBe("");
    const start = (wrong: Readonly<Record<string, string>> = {}): Promise<Program> =>
      startProgram("./handbill", [], { cwd: folder, env: { ...asApp(), ...wrong }, ...user });
    await expectRoad("Bun", start);
    for (const [wrong, reason] of wrongSettings) await expect(start(wrong)).rejects.toThrow(reason);
  });
});

describe("on Deno", () => {
  const flags = ["--allow-net", "--allow-env"];
  const parts = flags.flatMap((flag) => {
    const given = new RegExp(`${flag}=(\\S+)`).exec(
      readFileSync(join(recipes, "deno/start.sh"), "utf8"),
    )?.[1];
    return (given ?? "").split(",").map((part) => ({ flag, part }));
  });

  /** start.sh with the ports of the test, and without one part of a permission. */
  async function start(
    without?: { flag: string; part: string },
    wrong: Readonly<Record<string, string>> = {},
  ): Promise<Program> {
    const { project } = installed;
    await copyFile(join(recipes, "deno/server.js"), join(project, "server.js"));
    let script = await readFile(join(recipes, "deno/start.sh"), "utf8");
    for (const flag of flags) {
      const kept = parts.filter((one) => one.flag === flag && one.part !== without?.part);
      const value = kept.length === 0 ? "" : `${flag}=${kept.map(({ part }) => part).join(",")}`;
      script = script.replace(new RegExp(`${flag}=\\S+`), value);
    }
    script = script.replace(":8787", `:${port}`).replace(":5432", `:${production.server.port}`);
    await writeFile(join(project, "start.sh"), script.replace("deno run", `${runnable(bin("deno"))} run`));
    const home = join(project, "..", "deno-home");
    await mkdir(home, { recursive: true });
    if (user.uid !== undefined && user.gid !== undefined) chownSync(home, user.uid, user.gid);
    const env = { ...asApp(), ...wrong, HOME: home, DENO_DIR: home, NO_COLOR: "1" };
    return startProgram("sh", ["start.sh"], { cwd: project, env, ...user });
  }

  it("serves an ad with exactly these permissions", async () => {
    await expectRoad("Deno", start);
    for (const [wrong, reason] of wrongSettings)
      await expect(start(undefined, wrong)).rejects.toThrow(reason);
  });

  it.each(parts)("serves none without $flag=$part", async (without) => {
    await expect(start(without)).rejects.toThrow(/NotCapable|Requires \w+ access/);
  });
});

/** A unit's command and environment, with this machine's Node.js. */
function unit(name: string, environment: string) {
  const text = readFileSync(join(root, "runtimes/deploy/systemd", name), "utf8");
  const command = /^ExecStart=(.*)$/m.exec(text)?.[1] ?? "";
  if (!text.includes("User=handbill") || !text.includes(`EnvironmentFile=/etc/handbill/${environment}`)) {
    throw new Error(`${name} has changed.`);
  }
  const lines = readFileSync(join(root, "runtimes/deploy/systemd", environment), "utf8").split("\n");
  const env = Object.fromEntries(
    lines.filter((line) => /^\w+=/.test(line)).map((line) => line.split(/=(.*)/s, 2)),
  );
  return { command: command.replace("/usr/bin/node", runnable(process.execPath)).split(" "), env };
}
