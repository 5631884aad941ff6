import { createRequire } from "node:module";

// Nitro 2 brings h3 1. Another example here has h3 2, which the middleware would get.
const h3 = createRequire(createRequire(import.meta.url).resolve("nitropack/package.json")).resolve("h3");

export default {
  compatibilityDate: "2026-07-01",
  alias: { h3: h3.replace(/\.cjs$/, ".mjs") },
  esbuild: { options: { target: "es2024" } },
};
