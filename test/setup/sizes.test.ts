/** `npm test` runs the right files, needs only packages that npm installs, and files share processes where they can. */
import { globSync, readFileSync } from "node:fs";
import { dirname, join, matchesGlob, normalize } from "node:path";
import { describe, expect, test } from "vitest";
import { longTests } from "./long-tests.ts";
import { ownProcess } from "./own-process.ts";
import { fullFiles, quickFiles, root, sharesProcess } from "./test-files.ts";

const readText = (file: string): string => readFileSync(join(root, file), "utf8");

/** Modules that start a program of Debian, or need root. */
const debianModules = [
  "test/browser/harness/chromium.ts",
  "test/deploy/start-nginx.ts",
  "test/setup/as-root.ts",
  "test/setup/mariadb-server.ts",
  "test/setup/podman.ts",
  "test/setup/postgres-pooler.ts",
  "test/setup/systemd-machine.ts",
  "test/upstash/start-redis.ts",
];

/** These files, and all files of the tests that import one of them. */
function importersOf(modules: readonly string[]): ReadonlySet<string> {
  const imports = globSync("test/**/*.ts", { cwd: root, exclude: ["test/examples/**"] }).map((from) => ({
    from,
    to: [...readText(from).matchAll(/(?:\bfrom|\bimport)\s*\(?\s*"(\.[^"]+\.ts)"/g)].map(([, path = ""]) =>
      normalize(join(dirname(from), path)),
    ),
  }));
  const found = new Set(modules);
  let before = 0;
  while (before < found.size) {
    before = found.size;
    for (const { from, to } of imports) if (to.some((file) => found.has(file))) found.add(from);
  }
  return found;
}

const listsNone = (glob: string): boolean => !fullFiles.some((file) => matchesGlob(file, glob));

describe("npm test", () => {
  test("runs most of the files, and leaves out none that is not there", () => {
    expect(quickFiles.length).toBeGreaterThan(150);
    expect(longTests.filter(listsNone)).toEqual([]);
  });

  test("needs no program of Debian", () => {
    for (const module of debianModules) expect(readText(module)).toMatch(/spawn|run|launch|sudo/);
    const importers = importersOf(debianModules);
    expect(importers.size).toBeGreaterThan(60);
    expect(quickFiles.filter((file) => importers.has(file))).toEqual([]);
  });

  test("runs each file that a document has it run", () => {
    const documents = globSync(["*.md", "{core,adapters,runtimes,test}/**/*.md"], {
      cwd: root,
      exclude: ["**/node_modules/**"],
    });
    const named = documents.flatMap((document) =>
      [...readText(document).matchAll(/npm test -- ((?:test\/[\w./-]+ ?)+)/g)].flatMap(([, paths = ""]) =>
        paths
          .trim()
          .split(" ")
          .map((path) => ({ document, path })),
      ),
    );
    const runs = (path: string): boolean => quickFiles.some((file) => file.startsWith(path));
    expect(named.filter(({ path }) => !runs(path))).toEqual([]);
  });
});

describe("a shared process", () => {
  test("runs most of the files of `npm test`, and is not left by one that is not there", () => {
    expect(quickFiles.filter(sharesProcess).length).toBeGreaterThan(quickFiles.length / 2);
    expect(ownProcess.filter(listsNone)).toEqual([]);
  });

  test("runs no file that replaces a module, which an earlier file may have loaded", () => {
    const replacing = fullFiles.filter((file) => /^vi\.mock\(/m.test(readText(file)));
    expect(replacing.length).toBeGreaterThan(0);
    expect(replacing.filter(sharesProcess)).toEqual([]);
  });
});
