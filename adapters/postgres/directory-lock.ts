import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { StoreUnavailable } from "../kit/errors.ts";
import { holderOf, type ProcessLock, takeLock } from "../kit/process-lock.ts";

/** Another process, or another store of this one, has the directory. */
export class DirectoryInUse extends Error {
  override readonly name = "DirectoryInUse";
}

/**
 * Takes `directory` for this process, and creates it where it is missing. PGlite 0.5.16 does not lock, and two processes on one
 * directory lose each other's rows. Throws {@link DirectoryInUse}, and `StoreUnavailable` where the directory cannot be written.
 */
export function lockDirectory(directory: string): ProcessLock {
  mkdirSync(resolve(directory), { recursive: true });
  const path = join(resolve(directory), "pgdata.lock");
  const lock = lockAt(path);
  if (lock !== undefined) return lock;
  throw new DirectoryInUse(
    `The data directory ${directory} is in use by ${holderOf(path)}. Stop it, or choose another directory. ` +
      "For several processes on one database, use a PostgreSQL server (DATABASE_URL).",
  );
}

function lockAt(path: string): ProcessLock | undefined {
  try {
    return takeLock(path);
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw new StoreUnavailable(
      `${path} cannot be locked: ${cause}. Let this user read and write it and its directory.`,
      { code: "DIRECTORY_UNUSABLE", cause: error },
    );
  }
}
