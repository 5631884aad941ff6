import process from "node:process";
import { DatabaseSync } from "node:sqlite";

export interface ProcessLock {
  /** Gives the lock back; more calls do nothing. */
  readonly release: () => void;
}

/** How long to wait for a process that reads the holder's number. */
const readerMs = 1_000;

/**
 * Takes the lock file `path` for this process, and creates the file. Returns `undefined` while another process, or another caller
 * of this one, has it. The file is an SQLite database with an open write transaction: the operating system keeps the lock, on all
 * runtimes and whatever number the process has in its container, and the lock ends with the process, however that ends. The
 * file stays: deleting it would let two processes in. Throws SQLite's errors.
 */
export function takeLock(path: string): ProcessLock | undefined {
  let connection: DatabaseSync | undefined;
  try {
    connection = new DatabaseSync(path);
    connection.exec("PRAGMA busy_timeout = 0");
    connection.exec("BEGIN IMMEDIATE");
    // Committed, so that others can read it. The lock is what the second transaction takes.
    connection.exec(
      `PRAGMA busy_timeout = ${readerMs}; PRAGMA user_version = ${process.pid}; COMMIT; BEGIN IMMEDIATE`,
    );
  } catch (error) {
    connection?.close();
    if (error instanceof Error && error.message.includes("locked")) return undefined;
    throw error;
  }
  let held: DatabaseSync | undefined = connection;
  return {
    release() {
      held?.close();
      held = undefined;
    },
  };
}

/** The process that took the lock last, in words. In a container the number is its own. */
export function holderOf(path: string): string {
  try {
    const connection = new DatabaseSync(path, { readOnly: true });
    try {
      const pid = Number(connection.prepare("PRAGMA user_version").get()?.["user_version"]);
      return `process ${pid}${pid === process.pid ? " (this one)" : ""}`;
    } finally {
      connection.close();
    }
  } catch {
    return "another process";
  }
}
