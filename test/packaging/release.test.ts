import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { removeTemporaryDirectories, temporaryDirectory } from "../cli/run-cli.ts";
import { bin, root, run } from "./commands.ts";

const image = "runtimes/deploy/container/Containerfile";
const files = [
  "package.json",
  "package-lock.json",
  "jsr.json",
  "runtimes/deploy/container/package.json",
  "runtimes/deploy/vercel/package.json",
];
let clone = "";

const git = (...args: readonly string[]): Promise<string> => run("git", ["-C", clone, ...args]);
const commit = (): Promise<string> =>
  git("-c", "user.name=Tests", "-c", "user.email=tests@handbill.example", "commit", "--all", "--message=.");
const release = (...args: readonly string[]): Promise<string> =>
  run(bin("node"), [join(root, "test/packaging/release.ts"), ...args], clone);
const read = (file: string): Promise<string> => readFile(join(clone, file), "utf8");
const versionIn = async (file: string): Promise<string> => {
  const { version, dependencies } = JSON.parse(await read(file));
  return version ?? dependencies.handbill;
};

/** A repository with the files that have the version, as they stand here. */
beforeAll(async () => {
  clone = await temporaryDirectory();
  await run("git", ["init", "--quiet", clone]);
  for (const file of [...files, image, "CHANGELOG.md"]) {
    await run("install", ["-D", "--mode=644", join(root, file), join(clone, file)]);
  }
  await git("add", "--all");
  await commit();
});
beforeEach(() => git("reset", "--hard", "--quiet"));
afterAll(removeTemporaryDirectories);

it("every file that has the version has the same", async () => {
  const version = await versionIn("package.json");
  for (const file of files) {
    expect([file, (await versionIn(file)).replace("^", "")]).toEqual([file, version]);
  }
  expect(await read(image)).toContain(`\nARG VERSION=${version}\n`);
});

it("a release writes the version everywhere and moves the entries below its heading, in one step", async () => {
  const [, entries = ""] = (await read("CHANGELOG.md")).split("## Unreleased\n");
  expect(await release("9.0.0-rc.1")).toContain("git tag v9.0.0-rc.1");
  const versions = await Promise.all(files.map(versionIn));
  expect(versions).toEqual(["9.0.0-rc.1", "9.0.0-rc.1", "9.0.0-rc.1", "^9.0.0-rc.1", "^9.0.0-rc.1"]);
  expect(JSON.parse(await read("package-lock.json")).packages[""].version).toBe("9.0.0-rc.1");
  expect(await read(image)).toContain("\nARG VERSION=9.0.0-rc.1\n");
  expect(await read("CHANGELOG.md")).toMatch(
    /^# Changelog\n\n## Unreleased\n\n## 9\.0\.0-rc\.1 \(\d{4}-\d\d-\d\d\)\n/,
  );
  expect((await read("CHANGELOG.md")).endsWith(`)\n${entries}`)).toBe(true);
  expect((await git("diff", "--name-only")).trim().split("\n").sort()).toEqual(
    [...files, image, "CHANGELOG.md"].sort(),
  );
});

it.each([
  ["no version", [], "npm run release -- 0.2.0"],
  ["a word", ["next"], "npm run release -- 0.2.0"],
  ["a version with a letter before it", ["v1.0.0"], "npm run release -- 0.2.0"],
  ["a version before the one of package.json", ["0.0.9"], "Give a later one"],
])("%s is refused, with what to type", async (_what, args, advice) => {
  await expect(release(...args)).rejects.toThrow(advice);
  expect(await git("status", "--porcelain")).toBe("");
});

it("changes that are not committed are refused, a new file too", async () => {
  await writeFile(join(clone, "new.txt"), "");
  await expect(release("9.0.0")).rejects.toThrow("Commit or stash them");
  await rm(join(clone, "new.txt"));
  expect(await git("status", "--porcelain")).toBe("");
});

it("after a release an earlier version is refused, and any without an entry", async () => {
  await release("9.0.0-rc.2");
  await commit();
  for (const earlier of ["0.1.0", "8.9.9", "9.0.0-rc.1", "9.0.0-rc.2"]) {
    await expect(release(earlier)).rejects.toThrow("Give a later one");
  }
  for (const later of ["9.0.0-rc.10", "9.0.0", "10.0.0"]) {
    await expect(release(later)).rejects.toThrow("Write what is new");
  }
});
