import { globSync } from "node:fs";
import { matchesGlob } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProjectInlineConfiguration } from "vitest/config";
import { longTests } from "./long-tests.ts";
import { ownProcess } from "./own-process.ts";

export const root: string = fileURLToPath(new URL("../..", import.meta.url));

/** What `npm run test:full` runs. */
export const fullFiles: readonly string[] = globSync("test/**/*.test.ts", {
  cwd: root,
  exclude: ["test/examples/*/.next/**"],
});

/** What `npm test` runs. */
export const quickFiles: readonly string[] = fullFiles.filter((file) => !isAmong(longTests, file));

export function sharesProcess(file: string): boolean {
  return !isAmong(ownProcess, file);
}

/** Files with a process each, and files that share processes, as Vitest runs them. */
export function projectsOf(files: readonly string[]): TestProjectInlineConfiguration[] {
  return [
    { test: { name: "own process", include: files.filter((file) => !sharesProcess(file)) } },
    {
      test: {
        name: "shared process",
        include: files.filter(sharesProcess),
        isolate: false,
        setupFiles: ["test/setup/process-as-before.ts"],
      },
    },
  ];
}

function isAmong(globs: readonly string[], file: string): boolean {
  return globs.some((glob) => matchesGlob(file, glob));
}
