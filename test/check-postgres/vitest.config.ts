import { defineConfig, type ViteUserConfig } from "vitest/config";
import { root } from "../setup/test-files.ts";

/** `npm run check:postgres`. One file at a time: the database is the user's. */
const config: ViteUserConfig = defineConfig({
  root,
  test: {
    include: ["test/check-postgres/*.check.ts"],
    fileParallelism: false,
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
  },
});

export default config;
