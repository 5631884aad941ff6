import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { serverUser } from "./postgres-binaries.ts";

/** A file system of a few megabytes that the server's user may write to. */
export interface SmallDisk {
  readonly folder: string;
  readonly fill: () => void;
  readonly makeRoom: () => void;
  readonly remove: () => void;
}

/** `undefined` where mounting is not allowed: in most containers, and for users without sudo. */
export function mountSmallDisk(megabytes: number): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), "handbill-small-disk-"));
  const prefix = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  const run = (...args: readonly string[]): boolean => {
    const [command = "", ...rest] = [...prefix, ...args];
    return spawnSync(command, rest, { stdio: "ignore" }).status === 0;
  };
  if (!run("mount", "-t", "tmpfs", "-o", `size=${megabytes}m,mode=0777`, "tmpfs", folder)) {
    rmSync(folder, { recursive: true });
    return undefined;
  }
  const { uid, gid } = serverUser();
  chmodSync(folder, 0o777);
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
  const ballast = join(folder, "ballast");
  return {
    folder,
    fill() {
      const { bavail, bsize } = statfsSync(folder);
      writeFileSync(ballast, Buffer.alloc(bavail * bsize));
    },
    makeRoom: () => rmSync(ballast),
    remove() {
      run("umount", "-l", folder);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
