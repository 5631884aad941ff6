/** `npm test` runs the right files, and needs only packages that npm installs. */
import { globSync, readFileSync } from "node:fs";
import { dirname, join, matchesGlob, normalize } from "node:path";
import { describe, expect, test } from "vitest";
import { longTests } from "./long-tests.ts";

const root = join(import.meta.dirname, "../..");
const readText = (file: string): string => readFileSync(join(root, file), "utf8");
const isLong = (file: string): boolean => longTests.some((glob) => matchesGlob(file, glob));
const allFiles = globSync("test/**/*.test.ts", { cwd: root, exclude: ["test/examples/next/.next/**"] });
const quick = allFiles.filter((file) => !isLong(file));

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

describe("npm test", () => {
  test("runs most of the files, and leaves out none that is not there", () => {
    expect(quick.length).toBeGreaterThan(150);
    expect(longTests.filter((glob) => !allFiles.some((file) => matchesGlob(file, glob)))).toEqual([]);
  });

  test("needs no program of Debian", () => {
    for (const module of debianModules) expect(readText(module)).toMatch(/spawn|run|launch|sudo/);
    const importers = importersOf(debianModules);
    expect(importers.size).toBeGreaterThan(60);
    expect(quick.filter((file) => importers.has(file))).toEqual([]);
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
    const runs = (path: string): boolean => quick.some((file) => file.startsWith(path));
    expect(named.filter(({ path }) => !runs(path))).toEqual([]);
  });
});
