import { copyFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { downloadEnvironment } from "../packaging/commands.ts";
import { quiet } from "../packaging/packed.ts";
import { markedBlock } from "../readme/pages.ts";
import { runAsRoot } from "../setup/as-root.ts";
import { openPodman, type Podman } from "../setup/podman.ts";
import { freePort } from "../setup/postgres-server.ts";
import { openCompose, postgresStandIn, prometheusStandIn } from "./compose.ts";
import { type Installed, packAndInstallWithDrivers } from "./installed.ts";
import {
  expectAnAd,
  firstCommands,
  handbillOn,
  openShopFor,
  type Production,
  recipes,
  serverSettings,
  startProduction,
} from "./production.ts";
import { runProgram } from "./program.ts";

const slow = 240_000;
const charges = [
  ...["/usr/lib/postgresql/15/bin/psql", "--host=/tmp", "--username=postgres", "--dbname=handbill"],
  ...["--tuples-only", "--no-align", "--command=select count(*) from handbill.charges"],
];
let installed: Installed;
let podman: Podman;
let production: Production;

beforeAll(async () => {
  const recipe = await readFile(join(recipes, "container/Containerfile"), "utf8");
  const base = /^FROM (.+)$/m.exec(recipe)?.[1] ?? "";
  expect(base).toBe(`node:${process.versions.node.split(".")[0]}-slim`);
  podman = openPodman();
  [, installed, production] = await Promise.all([
    podman.importBase(base),
    packAndInstallWithDrivers(),
    startProduction(),
  ]);
  await podman.build(await prepareContext(recipe), "handbill");
}, slow);
afterAll(async () => {
  await podman?.remove();
  await production?.server.stop();
  await installed?.remove();
}, slow);

/** The folder of the build as an operator has it: the recipe, and locked packages. */
async function prepareContext(recipe: string): Promise<string> {
  const folder = await installed.newFolder("context");
  const tarball = "handbill.tgz";
  await copyFile(installed.tarball, join(folder, tarball));
  const wanted = JSON.parse(await readFile(join(recipes, "container/package.json"), "utf8"));
  wanted.dependencies.handbill = `file:${tarball}`;
  await writeFile(join(folder, "package.json"), JSON.stringify(wanted));
  await writeFile(
    join(folder, "Containerfile"),
    recipe.replace("package.json p", `${tarball} package.json p`),
  );
  const env = { ...downloadEnvironment(), HOME: process.env["HOME"] ?? "" };
  await runProgram("npm", ["install", "--package-lock-only", ...quiet], { cwd: folder, env });
  return folder;
}

test("an image is built that migrates, serves an ad as an ordinary user on a file system to read, is well, and ends in order", {
  timeout: slow,
}, async () => {
  const [image] = JSON.parse(await podman.run("image", "inspect", "handbill"));
  expect(image.Config).toMatchObject({
    WorkingDir: "/app",
    User: "node",
    ExposedPorts: { "8787/tcp": {} },
    Env: expect.arrayContaining(["NODE_ENV=production", "HANDBILL_HOST=0.0.0.0", "PORT=8787"]),
    StopSignal: "SIGTERM",
    Labels: expect.objectContaining({
      "org.opencontainers.image.title": "Handbill",
      "org.opencontainers.image.version": manifest.version,
      "org.opencontainers.image.source": "https://github.com/handbill/handbill",
    }),
  });

  const port = await freePort();
  // Servers of tests listen on this machine only.
  const settings = { ...serverSettings, PORT: String(port), HANDBILL_HOST: "127.0.0.1" };
  const given = (url: string): readonly string[] =>
    Object.entries({ ...settings, DATABASE_URL: url }).map(([name, value]) => `--env=${name}=${value}`);
  await podman.run("run", "--rm", "--read-only", ...given(production.urlFor("owner")), "handbill", "migrate");
  // Beside the packages, as an operator has it.
  await copyFile(join(recipes, "postgres/grants.mjs"), join(installed.project, "grants.mjs"));
  const grants = await runProgram(process.execPath, ["grants.mjs"], { cwd: installed.project, env: {} });
  await production.psql(grants, production.urlFor("owner"));
  const apiKey = await openShopFor(production);

  const app = given(production.urlFor("app"));
  const isWell = (): Promise<string> => podman.run("healthcheck", "run", "ads");
  await podman.run(
    "run",
    "--detach",
    "--name=ads",
    "--read-only",
    "--health-interval=disable",
    ...app,
    "handbill",
  );
  await expect
    .poll(() =>
      isWell().then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  await expectAnAd(`http://127.0.0.1:${port}`, apiKey);
  expect(await podman.run("exec", "ads", "sh", "-c", "echo $(grep ^Uid: /proc/1/status)")).toBe(
    "Uid: 1000 1000 1000 1000\n",
  );

  await production.server.kill9();
  // The store is checked once a second.
  const health = (): Promise<string> => isWell().then(() => "well", String);
  await expect.poll(health).toContain("unhealthy");
  await podman.run("stop", "--time=20", "ads");
  expect(await podman.run("inspect", "--format={{.State.ExitCode}}", "ads")).toBe("0\n");
});

test("the services of compose.yaml lead from an empty machine to a billed view, beside a Prometheus that reaches the server", {
  timeout: slow,
}, async () => {
  const folder = await installed.newFolder("compose");
  const script = markedBlock("runtimes/deploy/README.md", "compose: .env");
  const services = await openCompose(podman, folder, script);
  for (const name of ["postgres:18", "prom/prometheus:v3.5.0"]) {
    await podman.run("tag", "handbill", `docker.io/${name.includes("/") ? name : `library/${name}`}`);
  }
  // Before the container whose network they share.
  onTestFinished(async () => {
    await podman.run("rm", "--force", "--ignore", "--time=0", "prometheus", "handbill");
  });
  await services.start("postgres", await postgresStandIn(folder));
  await expect.poll(() => services.isWell("postgres"), { timeout: 30_000 }).toBe(true);
  expect(await services.runOnce("migrate")).toContain("1 ");
  expect(await services.runOnce("migrate")).toBe("");
  const command = firstCommands(handbillOn("compose")).replaceAll("docker compose run --rm handbill ", "");
  let apiKey = "";
  for (const line of command.split("\n")) {
    const [args = ""] = line.split(" #");
    apiKey = (await services.runOnce("handbill", ...args.trim().split(/ +/))).trim();
  }
  await services.start("handbill");
  await services.start("prometheus", prometheusStandIn);
  await expect
    .poll(() =>
      podman.run("healthcheck", "run", "handbill").then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);

  const pid = (await podman.run("inspect", "--format={{.State.Pid}}", "handbill")).trim();
  const inside = (...line: readonly string[]): Promise<string> =>
    runAsRoot(["nsenter", `--target=${pid}`, "--net", ...line], { cwd: recipes, env: {} });
  const view = ["sh", "first-view.sh", "http://127.0.0.1:8787", "pf_acme", apiKey];
  expect(await inside(...view)).toMatch(/\{"ok":true\}$/);
  expect(await podman.run("exec", "postgres", ...charges)).toBe("1\n");
  const targets = async () =>
    JSON.parse(await inside("curl", "--silent", "http://127.0.0.1:9090/api/v1/targets")).data.activeTargets;
  const scraped = {
    scrapeUrl: "http://handbill:8787/api/v1/manage/metrics",
    health: "up",
    lastError: "",
  };
  await expect.poll(targets, { timeout: 30_000 }).toEqual([expect.objectContaining(scraped)]);
});
