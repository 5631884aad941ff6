import { fileURLToPath } from "node:url";

/**
 * For the environment of a Node.js process: it keeps compiled modules, types stripped, for the next process. The command line then
 * starts in less than half the CPU time.
 */
export const compileCache: Readonly<Record<"NODE_COMPILE_CACHE", string>> = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL("../../node_modules/.cache/handbill-tests", import.meta.url)),
};
