import process from "node:process";

/** The variable that names the folder of a run. */
export const runFolderVariable = "HANDBILL_TEST_RUN";

/** A folder that all test files of a run share; `undefined` outside of a run. */
export function runFolder(): string | undefined {
  return process.env[runFolderVariable];
}
