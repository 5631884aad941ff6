import { defineConfig, type ViteUserConfig } from "vitest/config";

const config: ViteUserConfig = defineConfig({ test: { include: ["with-vitest.ts"] } });

export default config;
