import process from "node:process";
import { fileURLToPath } from "node:url";

/** The handbill of this repository lies outside of the example; with the package from npm no setting is needed. */
const repository = fileURLToPath(new URL("../../..", import.meta.url));
const entry = (name) => `../../../runtimes/${name}/mod.ts`;

export default {
  distDir: process.env.DIST ?? ".next",
  turbopack: {
    root: repository,
    resolveAlias: { "handbill/react": entry("react"), "handbill/browser": entry("browser") },
  },
  outputFileTracingRoot: repository,
};
