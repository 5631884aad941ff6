import { globSync, readFileSync } from "node:fs";
import { mergeConfig, type ViteUserConfig } from "vitest/config";
import { projectsOf, root } from "../setup/test-files.ts";
import ordinary from "../setup/vitest.config.ts";

const drawsFromSeeds = /from "[./\w-]+\/(?:seeds|property)\.ts"/;

/** The test files that draw from seeds, and those that only an exploring run has. */
const random = globSync("test/**/*.{test,explore}.ts", { cwd: root }).filter((file) =>
  drawsFromSeeds.test(readFileSync(`${root}/${file}`, "utf8")),
);

const config: ViteUserConfig = mergeConfig(ordinary, {});
// A test has many seeds to go through.
const testTimeout = 1_200_000;
if (config.test !== undefined) config.test = { ...config.test, projects: projectsOf(random), testTimeout };

export default config;
