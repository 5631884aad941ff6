/** The package as an operator has it: packed, and installed beside its drivers into a folder of its own. */

import { chmodSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import manifest from "../../package.json" with { type: "json" };
import { install, packedTarball } from "../packaging/packed.ts";

export interface Installed {
  /** Readable by all users; holds package.json and node_modules. */
  readonly project: string;
  readonly tarball: string;
  /** A new folder that all users may read, removed with the rest. */
  readonly newFolder: (name: string) => Promise<string>;
  readonly remove: () => Promise<void>;
}

const drivers = ["kysely", "postgres", "@upstash/redis"] as const;

export async function packAndInstallWithDrivers(): Promise<Installed> {
  const folder = await mkdtemp(join(tmpdir(), "handbill-deploy-"));
  chmodSync(folder, 0o755);
  const tarball = await packedTarball();
  const wanted = drivers.map((driver) => `${driver}@${manifest.devDependencies[driver]}`);
  const project = await install(folder, [tarball, ...wanted]);
  const newFolder = async (name: string): Promise<string> => {
    await mkdir(join(folder, name), { recursive: true });
    return join(folder, name);
  };
  return { project, tarball, newFolder, remove: () => rm(folder, { recursive: true }) };
}
