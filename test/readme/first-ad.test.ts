import { spawn } from "node:child_process";
import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import {
  type Finished,
  finished,
  freePort,
  mainFile,
  removeTemporaryDirectories,
  temporaryDirectory,
} from "../cli/run-cli.ts";
import { root } from "../packaging/commands.ts";
import { markedBlock } from "./pages.ts";

afterAll(removeTemporaryDirectories);

/** A folder as after `npm install handbill`; `npx handbill` runs the command line of the sources. */
async function installedFolder(): Promise<{ directory: string; env: Readonly<Record<string, string>> }> {
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

test("an editor finds the example catalogue's schema, in the package as in a clone", async () => {
  const [catalogue, manifest] = await Promise.all(
    ["test/examples/catalog.json", "package.json"].map(async (path) =>
      JSON.parse(await readFile(join(root, path), "utf8")),
    ),
  );
  expect(`./${join("test/examples", catalogue.$schema)}`).toBe(manifest.exports["./catalog.schema.json"]);
});

test("README's first ad: the catalogue is applied, the server of twelve lines starts, curl gets the ad", async () => {
  const { directory, env } = await installedFolder();
  const port = String(await freePort());
  const printed = (mark: string): string =>
    markedBlock("README.md", `first-ad: ${mark}`).replaceAll("8787", port);
  const shell = (mark: string) =>
    spawn("sh", ["-c", printed(mark)], {
      cwd: directory,
      env,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });

  expect(await finished(shell("apply"))).toMatchObject({
    code: 0,
    stderr: expect.stringContaining("5 changes applied."),
  });

  const program = printed("server.mjs");
  expect(program.split("\n").length).toBeLessThanOrEqual(12);
  await writeFile(join(directory, "server.mjs"), program);
  const server = shell("start");
  const end: Promise<Finished> = finished(server);
  const started = new Promise((resolve) => server.stdout.once("data", resolve));
  try {
    expect(String(await Promise.race([started, end.then(({ stderr }) => stderr)]))).toContain(
      "Ads at http://",
    );
    const { stdout } = await finished(shell("ask"));
    expect(JSON.parse(stdout)).toMatchObject({
      has_ad: true,
      ad: { disclosure: "Ad by Fleet", blocks: [{ text: "Soft soles for long ways." }, { kind: "buttons" }] },
    });
  } finally {
    if (server.pid !== undefined && server.exitCode === null) process.kill(-server.pid, "SIGTERM");
    await end;
  }
});
