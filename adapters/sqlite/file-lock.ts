import { DatabaseSync } from "node:sqlite";
import { toStoreError } from "./errors.ts";

export interface FileLock {
  readonly release: () => void;
}

/**
 * Takes `file` for this process; `undefined` when another one, or another store of this one, has it. An empty database
 * beside the file is kept locked by the operating system, on all runtimes and whatever number the process has in
 * its container; the lock ends with the process, however that ends. The file stays: to delete it would let in two.
 */
export function lockFile(file: string): FileLock | undefined {
  const path = `${file}.lock`;
  let connection: DatabaseSync | undefined;
  try {
    connection = new DatabaseSync(path);
    connection.exec("PRAGMA busy_timeout = 0");
    // The right to write, held for good; nothing is ever written.
    connection.exec("BEGIN IMMEDIATE");
  } catch (error) {
    connection?.close();
    if (error instanceof Error && error.message.includes("locked")) return undefined;
    throw toStoreError(error, path);
  }
  const held = connection;
  return { release: () => held.close() };
}
