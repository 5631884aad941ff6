import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root, run } from "./commands.ts";

/** The package as users get it: packed, and installed into an empty folder. */
export interface Packed {
  readonly tarball: string;
  readonly project: string;
  readonly remove: () => Promise<void>;
}

export async function packAndInstall(): Promise<Packed> {
  const folder = await mkdtemp(join(tmpdir(), "handbill-package-"));
  const project = join(folder, "project");
  await mkdir(project);
  await run("npm", ["run", "build", "--silent"]);
  await run("npm", ["pack", "--ignore-scripts", "--pack-destination", folder], root);
  const name = (await readdir(folder)).find((file) => file.endsWith(".tgz"));
  if (name === undefined) throw new Error("npm pack has written no tarball.");
  const tarball = join(folder, name);
  await writeFile(join(project, "package.json"), JSON.stringify({ private: true, type: "module" }));
  await run("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", tarball], project);
  return { tarball, project, remove: () => rm(folder, { recursive: true }) };
}
