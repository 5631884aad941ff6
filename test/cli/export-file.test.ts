import { execFile } from "node:child_process";
import { chmod, link, lstat, mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { StoreUnavailable } from "../../adapters/kit/errors.ts";
import { smallCatalog } from "../catalog/small-catalog.ts";
import { removeTemporaryDirectories, runCli, temporaryDirectory } from "./run-cli.ts";

const slow = 60_000;
afterAll(removeTemporaryDirectories);

const replaceFile = new URL("../../runtimes/cli/replace-file.ts", import.meta.url).href;

test("a file that cannot be written whole keeps its content, and leaves nothing beside it", async () => {
  const directory = await temporaryDirectory();
  const file = join(directory, "backup.json");
  await writeFile(file, "before");
  // Files end at 1,024 bytes here, as they do on a full disk.
  const script = `const { replaceFile } = await import(${JSON.stringify(replaceFile)});
    await replaceFile(${JSON.stringify(file)}, "x".repeat(100_000)).catch((error) => console.log(error.message));`;
  const { stdout } = await promisify(execFile)("sh", [
    "-c",
    'ulimit -f 1; exec "$0" --input-type=module -e "$1"',
    process.execPath,
    script,
  ]);
  expect(stdout).toBe(`There is no room for ${file}: free some, or write to another disk.\n`);
  expect(await readFile(file, "utf8")).toBe("before");
  expect(await readdir(directory)).toEqual(["backup.json"]);
});

test("a replaced file keeps its rights, and a link to it stays a link", async () => {
  const directory = await temporaryDirectory();
  const { replaceFile: replace } = await import("../../runtimes/cli/replace-file.ts");
  const [file, pointer] = [join(directory, "backup.json"), join(directory, "latest.json")];
  await writeFile(file, "before");
  await chmod(file, 0o600);
  await symlink(file, pointer);
  await link(file, join(directory, "old.json"));
  await replace(pointer, "after");
  expect([await readFile(file, "utf8"), (await stat(file)).mode & 0o777]).toEqual(["after", 0o600]);
  // It was replaced, not written to.
  expect(await readFile(join(directory, "old.json"), "utf8")).toBe("before");
  expect((await readdir(directory)).sort()).toEqual(["backup.json", "latest.json", "old.json"]);
});

test("runs beside each other, and the rest of a killed one, leave a whole file", async () => {
  const directory = await temporaryDirectory();
  const { replaceFile: replace } = await import("../../runtimes/cli/replace-file.ts");
  const file = join(directory, "backup.json");
  // In a container each run has the same number.
  const rest = `backup.json.${process.pid}.new`;
  await writeFile(join(directory, rest), "a rest");
  const texts = ["first", "second", "third"].map((word) => word.repeat(100_000));
  await Promise.all(texts.map((text) => replace(file, text)));
  expect(texts).toContain(await readFile(file, "utf8"));
  expect((await readdir(directory)).sort()).toEqual(["backup.json", rest]);
});

test("a link to a file that does not exist yet stays a link", async () => {
  const directory = await temporaryDirectory();
  const { replaceFile: replace } = await import("../../runtimes/cli/replace-file.ts");
  await mkdir(join(directory, "disk"));
  const pointer = join(directory, "latest.json");
  await symlink("disk/backup.json", pointer);
  await replace(pointer, "written");
  expect((await lstat(pointer)).isSymbolicLink()).toBe(true);
  expect(await readFile(join(directory, "disk", "backup.json"), "utf8")).toBe("written");
});

test("a file that a container mounts by itself cannot be replaced, and the message says it", async () => {
  const { writeTo } = await import("../../runtimes/cli/replace-file.ts");
  const busy = Object.assign(new Error("EBUSY: resource busy or locked, rename"), { code: "EBUSY" });
  await expect(writeTo("/out.json", () => Promise.reject(busy))).rejects.toThrow(
    "/out.json is in use or mounted by itself: mount its folder, or name another file.",
  );
});

test("a database that is away is not taken for a folder that is missing", async () => {
  const { writeTo } = await import("../../runtimes/cli/replace-file.ts");
  // As a server behind a socket of this machine is away.
  const away = new StoreUnavailable("The database is away.", { code: "ENOENT" });
  await expect(writeTo("rows", () => Promise.reject(away))).rejects.toBe(away);
});

test("export says in one sentence why it cannot write, and what to do", { timeout: slow }, async () => {
  const directory = await temporaryDirectory();
  const stdin = JSON.stringify(smallCatalog());
  expect((await runCli(["apply", "-"], { directory, stdin })).code).toBe(0);
  await mkdir(join(directory, "folder"));
  await writeFile(join(directory, "file"), "");
  for (const [out, sentence] of [
    ["/dev/full", "There is no room for /dev/full: free some, or write to another disk.\n"],
    [
      "none/x.json",
      "none/x.json cannot be written, because there is no folder none: make it, or name another.\n",
    ],
    [
      "file/x.json",
      "file/x.json cannot be written, because there is no folder file: make it, or name another.\n",
    ],
    ["folder", "folder is a folder: name a file.\n"],
  ] as const) {
    expect(await runCli(["export", "--out", out], { directory })).toEqual({
      code: 1,
      stdout: "",
      stderr: sentence,
    });
  }
  const rows = await runCli(["export", "--format", "ndjson", "--out", "file/rows"], { directory });
  expect(rows).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^file\/rows cannot be written, because there is no folder file: .*\n$/),
  });
});

test("export replaces no file by an empty catalogue", { timeout: slow }, async () => {
  const directory = await temporaryDirectory();
  const file = join(directory, "backup.json");
  await writeFile(file, JSON.stringify(smallCatalog()));
  expect((await runCli(["migrate"], { directory })).code).toBe(0);
  const refused = await runCli(["export", "--out", file], { directory });
  expect([refused.code, refused.stdout]).toEqual([1, ""]);
  expect(refused.stderr).toBe(
    `The catalogue is empty, and ${file} is not: correct the store (--store, --data), or name another file.\n`,
  );
  expect(await readFile(file, "utf8")).toBe(JSON.stringify(smallCatalog()));
  const fresh = join(directory, "empty.json");
  for (let n = 0; n < 2; n += 1) {
    expect((await runCli(["export", "--out", fresh], { directory })).code).toBe(0);
  }
});
