import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  root: fileURLToPath(new URL("../..", import.meta.url)),
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["**/node_modules/**", "**/dist/**", "test/examples/next/**"],
    // Servers of several kinds are really started; a file's own clock and races are its own business.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
