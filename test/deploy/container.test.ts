import { copyFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { downloadEnvironment } from "../packaging/commands.ts";
import { quiet } from "../packaging/packed.ts";
import { openPodman, type Podman } from "../setup/podman.ts";
import { freePort } from "../setup/postgres-server.ts";
import { type Installed, packAndInstallWithDrivers } from "./installed.ts";
import {
  expectAnAd,
  openShopFor,
  type Production,
  recipes,
  serverSettings,
  startProduction,
} from "./production.ts";
import { runProgram } from "./program.ts";

const slow = 240_000;
let installed: Installed;
let podman: Podman;
let production: Production;

beforeAll(async () => {
  [installed, production] = await Promise.all([packAndInstallWithDrivers(), startProduction()]);
  podman = openPodman();
}, slow);
afterAll(async () => {
  await podman?.remove();
  await production?.server.stop();
  await installed?.remove();
}, slow);

/** The folder of the build as an operator has it: the recipe, and locked packages. */
async function prepareContext(): Promise<string> {
  const folder = await installed.newFolder("context");
  const tarball = "handbill.tgz";
  await copyFile(installed.tarball, join(folder, tarball));
  const wanted = JSON.parse(await readFile(join(recipes, "container/package.json"), "utf8"));
  wanted.dependencies.handbill = `file:${tarball}`;
  await writeFile(join(folder, "package.json"), JSON.stringify(wanted));
  const recipe = await readFile(join(recipes, "container/Containerfile"), "utf8");
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
  const context = await prepareContext();
  const base = /^FROM (.+)$/m.exec(await readFile(join(context, "Containerfile"), "utf8"))?.[1] ?? "";
  expect(base).toBe(`node:${process.versions.node.split(".")[0]}-slim`);
  await podman.importBase(base);
  await podman.build(context, "handbill");
  const [image] = JSON.parse(await podman.run("image", "inspect", "handbill"));
  expect(image.Config).toMatchObject({
    WorkingDir: "/app",
    User: "node",
    ExposedPorts: { "8787/tcp": {} },
    Env: expect.arrayContaining(["NODE_ENV=production", "HANDBILL_HOST=0.0.0.0", "PORT=8787"]),
    StopSignal: "SIGTERM",
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
