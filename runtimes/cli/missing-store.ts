/** Stores in this process that do not exist yet. */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { sqliteFileIn } from "./open-local-store.ts";
import type { StoreLocation } from "./store-settings.ts";

/** The file or the folder of a store in this process; `undefined`: a server. */
export function dataOf({ kind, directory, file }: StoreLocation): string | undefined {
  if (kind === "embedded") return sqliteFileIn(directory);
  if (kind === "pglite") return join(resolve(directory), "pgdata");
  return kind === "sqlite" && file !== undefined ? resolve(file) : undefined;
}

/** Whether this is a store in this process that nothing has created. */
export function isMissing(location: StoreLocation): boolean {
  const data = dataOf(location);
  return data !== undefined && !existsSync(data);
}

export const createAdvice: string =
  "`handbill start` creates it with a demo, `handbill apply` with your catalogue. " +
  "Or correct HANDBILL_STORE (--store) and HANDBILL_DATA (--data).";

/** A store in this process does not exist, and the command does not create it. */
export class StoreMissing extends Error {
  override name = "StoreMissing";

  constructor(location: StoreLocation) {
    super(`${dataOf(location)} does not exist yet. ${createAdvice}`);
  }
}
