import { mergeConfig, type ViteUserConfig } from "vitest/config";
import { projectsOf, quickFiles } from "./test-files.ts";
import full from "./vitest.config.ts";

/** `npm test`: everything but the long tests, with what npm installs. */
const config: ViteUserConfig = mergeConfig(full, {});
if (config.test !== undefined) {
  config.test = { ...config.test, projects: projectsOf(quickFiles), globalSetup: [] };
}

export default config;
