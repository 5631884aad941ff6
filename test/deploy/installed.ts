/** The package as an operator has it: packed, and installed beside its drivers into a folder of its own. */

import { chmodSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root, run } from "../packaging/commands.ts";

export interface Installed {
  /** Readable by all users; holds package.json and node_modules. */
  readonly project: string;
  readonly tarball: string;
  /** A new folder that all users may read, removed with the rest. */
  readonly newFolder: (name: string) => Promise<string>;
  readonly remove: () => Promise<void>;
}

const drivers = ["kysely", "postgres", "@upstash/redis"] as const;

/** Builds in a copy, for other tests build in the checkout itself. */
export async function packAndInstallWithDrivers(): Promise<Installed> {
  const folder = await mkdtemp(join(tmpdir(), "handbill-deploy-"));
  chmodSync(folder, 0o755);
  const newFolder = async (name: string): Promise<string> => {
    await mkdir(join(folder, name), { recursive: true });
    return join(folder, name);
  };
  const copy = await newFolder("copy");
  for (const name of ["core", "adapters", "runtimes", "test", "package.json", "tsconfig.json", "README.md"]) {
    const isSource = (path: string): boolean =>
      !/node_modules|\/\.next|\/dist\//.test(path.slice(root.length));
    await cp(join(root, name), join(copy, name), { recursive: true, filter: isSource });
  }
  await symlink(join(root, "node_modules"), join(copy, "node_modules"));
  await run("npm", ["run", "build", "--silent"], copy);
  await run("npm", ["pack", "--ignore-scripts", "--pack-destination", folder], copy);
  const name = (await readdir(folder)).find((file) => file.endsWith(".tgz"));
  if (name === undefined) throw new Error("npm pack has written no tarball.");
  const tarball = join(folder, name);
  const project = await newFolder("project");
  await writeFile(join(project, "package.json"), JSON.stringify({ private: true, type: "module" }));
  const { devDependencies }: { devDependencies: Record<string, string> } = JSON.parse(
    await readFile(join(root, "package.json"), "utf8"),
  );
  const wanted = drivers.map((driver) => `${driver}@${devDependencies[driver]}`);
  await run("npm", ["install", ...quiet, tarball, ...wanted], project);
  return { project, tarball, newFolder, remove: () => rm(folder, { recursive: true }) };
}

export const quiet = ["--prefer-offline", "--no-audit", "--no-fund"] as const;
