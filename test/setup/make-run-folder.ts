import { spawnSync } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { asRoot } from "./as-root.ts";
import { runFolderVariable } from "./run-folder.ts";

/** Room for the data of all servers that run at once, and for images of containers. */
const sizeInMemory = 8 * 2 ** 30;

/**
 * Vitest calls it once, before any test, and calls what it returns after the last. The folder has all temporary files of the run. It lies
 * in memory where mounting is allowed and memory is free: waiting for disks would be a third of the time, and tests kill servers, not
 * machines.
 */
export async function setup(): Promise<() => Promise<void>> {
  const before = process.env["TMPDIR"];
  // Short, for podman takes paths of 50 characters.
  const folder = await mkdtemp(join(tmpdir(), "hb-run-"));
  const isMounted =
    freemem() > 1.5 * sizeInMemory &&
    run("mount", "-t", "tmpfs", "-o", `size=${sizeInMemory}`, "tmpfs", folder);
  // Users of servers read in it.
  await chmod(folder, 0o1777);
  process.env[runFolderVariable] = folder;
  process.env["TMPDIR"] = folder;
  return async () => {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
    if (isMounted) run("umount", "--lazy", folder);
    await rm(folder, { recursive: true });
  };
}

function run(...command: readonly string[]): boolean {
  const [file = "", ...args] = [...asRoot, ...command];
  return spawnSync(file, args, { stdio: "ignore" }).status === 0;
}
