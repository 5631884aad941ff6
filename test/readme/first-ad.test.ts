import { spawn } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { openSqlite } from "../../adapters/sqlite/mod.ts";
import { type Finished, finished, freePort, removeTemporaryDirectories } from "../cli/run-cli.ts";
import { root } from "../packaging/commands.ts";
import { installedFolder } from "./installed-folder.ts";
import { markedBlock } from "./pages.ts";

afterAll(removeTemporaryDirectories);

const program = markedBlock("README.md", "first-ad: first-ad.mjs");

test("an editor finds the example catalogue's schema, in the package as in a clone", async () => {
  const [catalogue, manifest] = await Promise.all(
    ["test/examples/catalog.json", "package.json"].map(async (path) =>
      JSON.parse(await readFile(join(root, path), "utf8")),
    ),
  );
  expect(`./${join("test/examples", catalogue.$schema)}`).toBe(manifest.exports["./catalog.schema.json"]);
});

test("README's program is the example, with the package's names, in at most twelve lines", async () => {
  const { exports }: { exports: Readonly<Record<string, string>> } = JSON.parse(
    await readFile(join(root, "jsr.json"), "utf8"),
  );
  const names = new Map(Object.entries(exports).map(([name, file]) => [file, `handbill${name.slice(1)}`]));
  const example = await readFile(join(root, "test/examples/first-ad.ts"), "utf8");
  const lines = example
    .replaceAll(/"\.\.\/\.\.\/(.+)"/g, (_, file) => `"${names.get(`./${file}`)}"`)
    .split("\n")
    .filter((line) => line !== "");
  expect(program.split("\n")).toEqual(lines);
  expect(lines.length).toBeLessThanOrEqual(12);
});

test("README's first ad: from an empty folder the program bills a view and reports it, and curl gets the ad", async () => {
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

  await writeFile(join(directory, "first-ad.mjs"), printed("first-ad.mjs"));
  const server = shell("start");
  const end: Promise<Finished> = finished(server);
  const reported = new Promise<string>((resolve) => {
    let text = "";
    server.stdout.on("data", (chunk) => {
      text += chunk;
      if (text.trimEnd().endsWith("}")) resolve(text);
    });
  });
  try {
    const text = await Promise.race([reported, end.then(({ stderr }) => stderr)]);
    expect(text).toContain("Ad by Fleet");
    for (const figure of ["issued: 1,", "seen: 1,", "rejected: 0,", "charges: 1,", "spendMicros: 2000,"]) {
      expect(text).toContain(figure);
    }
    const { stdout } = await finished(shell("ask"));
    expect(JSON.parse(stdout)).toMatchObject({
      has_ad: true,
      ad: { disclosure: "Ad by Fleet", blocks: [{ text: "Soft soles for long ways." }, { kind: "buttons" }] },
    });
  } finally {
    if (server.pid !== undefined && server.exitCode === null) process.kill(-server.pid, "SIGTERM");
    await end;
  }
  const store = openSqlite({ file: join(directory, "handbill.db") });
  onTestFinished(() => store.close());
  expect((await store.readCatalog()).catalog.campaigns).toHaveLength(1);
});
