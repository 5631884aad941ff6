import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";

const variable = "HANDBILL_TEST_RUN";

/** A folder that all test files of a run share; `undefined` outside of a run. */
export function runFolder(): string | undefined {
  return process.env[variable];
}

/** Vitest calls it once, before any test, and calls what it returns after the last. */
export async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "handbill-run-"));
  // The user of PostgreSQL reads in it.
  await chmod(folder, 0o755);
  process.env[variable] = folder;
  return () => rm(folder, { recursive: true });
}
