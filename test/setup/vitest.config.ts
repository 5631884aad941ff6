import { availableParallelism } from "node:os";
import { defineConfig, type ViteUserConfig } from "vitest/config";
import { LongestFirst } from "./longest-first.ts";
import { fullFiles, projectsOf, root } from "./test-files.ts";

/** `npm run test:full`: every test file. */
const config: ViteUserConfig = defineConfig({
  root,
  test: {
    globalSetup: ["test/setup/debian-packages.ts", "test/setup/make-run-folder.ts"],
    projects: projectsOf(fullFiles),
    // Servers of several kinds are really started; a file's own clock and races are its own business.
    testTimeout: 240_000,
    // Many files wait for processes, servers and browsers, so two processors have work for three files.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    sequence: { sequencer: LongestFirst },
    // Whatever is waited for comes in a second or two; a loaded machine is given its time.
    expect: { poll: { timeout: 60_000 } },
    // Tests that say they may run together wait for a browser, mostly.
    maxConcurrency: 12,
    hookTimeout: 240_000,
  },
});

export default config;
