import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  export interface ProvidedContext {
    /** A folder that all test files of a run share. */
    runFolder: string;
  }
}

/** Vitest calls it once, before any test, and calls what it returns after the last. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "handbill-run-"));
  project.provide("runFolder", folder);
  return () => rm(folder, { recursive: true });
}
