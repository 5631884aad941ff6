import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { runFolder } from "../setup/run-folder.ts";
import { run } from "./commands.ts";

/** The package as users get it: packed, and installed into an empty folder. */
export interface Packed {
  readonly tarball: string;
  readonly project: string;
  readonly remove: () => Promise<void>;
}

export const quiet = ["--prefer-offline", "--no-audit", "--no-fund"] as const;

export async function packAndInstall(): Promise<Packed> {
  const folder = await mkdtemp(join(tmpdir(), "handbill-package-"));
  const tarball = await packedTarball();
  const project = await install(folder, [tarball]);
  return { tarball, project, remove: () => rm(folder, { recursive: true }) };
}

/** Installs packages into a new `project` in the folder, and returns its path. */
export async function install(folder: string, packages: readonly string[]): Promise<string> {
  const project = join(folder, "project");
  await mkdir(project);
  await writeFile(join(project, "package.json"), JSON.stringify({ private: true, type: "module" }));
  await run("npm", ["install", ...quiet, ...packages], project);
  return project;
}

/** The package's tarball. The first test file of a run that asks for it packs it; the others wait. */
export async function packedTarball(): Promise<string> {
  const shared = runFolder();
  if (shared === undefined)
    throw new Error("The tests pack the package: npm run test:full -- test/packaging");
  const folder = join(shared, "packed");
  const [tarball, failure] = [join(folder, "handbill.tgz"), join(folder, "failure")];
  if (await isFirst(folder)) {
    await pack(folder).catch(async (error) => {
      await writeFile(failure, String(error));
      throw error;
    });
  }
  while (!existsSync(tarball)) {
    if (existsSync(failure)) throw new Error(await readFile(failure, "utf8"));
    await wait(50);
  }
  return tarball;
}

/** Of callers at once `mkdir` succeeds for exactly one. */
function isFirst(folder: string): Promise<boolean> {
  return mkdir(folder).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
      return false;
    },
  );
}

async function pack(folder: string): Promise<void> {
  await run("npm", ["run", "build", "--silent"]);
  await run("npm", ["pack", "--ignore-scripts", "--pack-destination", folder]);
  const name = (await readdir(folder)).find((file) => file.endsWith(".tgz"));
  if (name === undefined) throw new Error("npm pack has written no tarball.");
  await rename(join(folder, name), join(folder, "handbill.tgz"));
}
