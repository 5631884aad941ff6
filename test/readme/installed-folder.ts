import { mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { mainFile, temporaryDirectory } from "../cli/run-cli.ts";
import { root } from "../packaging/commands.ts";

/** A folder, and the environment of its programs. */
export interface InstalledFolder {
  readonly directory: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A folder as after `npm install handbill`; `npx handbill` runs the command line of the sources. */
export async function installedFolder(): Promise<InstalledFolder> {
  const directory = await temporaryDirectory();
  await mkdir(join(directory, "node_modules"));
  await symlink(root, join(directory, "node_modules/handbill"));
  await mkdir(join(directory, "bin"));
  const npx = `#!/bin/sh\nshift\nexec '${process.execPath}' '${mainFile}' "$@"\n`;
  await writeFile(join(directory, "bin/npx"), npx, { mode: 0o755 });
  const hook = fileURLToPath(new URL("resolve-handbill.ts", import.meta.url));
  const path = [join(directory, "bin"), dirname(process.execPath), process.env["PATH"]].join(":");
  return { directory, env: { PATH: path, HOME: directory, NODE_OPTIONS: `--import=${hook}` } };
}
