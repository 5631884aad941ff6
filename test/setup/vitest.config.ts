import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig, type ViteUserConfig } from "vitest/config";

const config: ViteUserConfig = defineConfig({
  root: fileURLToPath(new URL("../..", import.meta.url)),
  test: {
    globalSetup: ["test/setup/debian-packages.ts"],
    include: ["test/**/*.test.ts"],
    exclude: ["**/node_modules/**", "**/dist/**", "test/examples/next/**"],
    // Servers of several kinds are really started; a file's own clock and races are its own business.
    testTimeout: 240_000,
    // Many wait for servers and browsers: two at a time even where there are two processors.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Whatever is waited for comes in a second or two; a loaded machine is given its time.
    expect: { poll: { timeout: 60_000 } },
    // Tests that say they may run together wait for a browser, mostly.
    maxConcurrency: 12,
    hookTimeout: 240_000,
  },
});

export default config;
