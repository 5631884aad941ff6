import process from "node:process";
import { fileURLToPath } from "node:url";

/** The handbill of this repository lies outside of the example; with the package from npm no setting is needed. */
const repository = fileURLToPath(new URL("../../..", import.meta.url));

export default {
  distDir: process.env.DIST ?? ".next",
  turbopack: { root: repository },
  outputFileTracingRoot: repository,
};
