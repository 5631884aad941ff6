import { configDefaults, mergeConfig, type ViteUserConfig } from "vitest/config";
import { longTests } from "./long-tests.ts";
import full from "./vitest.config.ts";

/** `npm test`: everything but the long tests, with what npm installs. */
const config: ViteUserConfig = mergeConfig(full, {});
if (config.test !== undefined) {
  const exclude = [...(config.test.exclude ?? configDefaults.exclude), ...longTests];
  config.test = { ...config.test, exclude, globalSetup: [] };
}

export default config;
