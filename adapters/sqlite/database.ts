import { DatabaseSync, type StatementSync } from "node:sqlite";
import { kept } from "../kit/kept.ts";
import type { Statements } from "./driver.ts";
import { toStoreError } from "./errors.ts";

/** A file. Short statements are prepared once. */
export interface Database extends Statements {
  /** Several statements without values. */
  readonly script: (sql: string) => void;
  /** Everything that `work` does, or nothing of it. `begin` starts the transaction. */
  readonly transaction: <T>(begin: "BEGIN" | "BEGIN IMMEDIATE", work: () => T) => T;
  readonly rollBack: () => void;
  readonly close: () => void;
}

/** How long another program's lock on the file (a backup, a shell) may delay all calls. */
const busyTimeoutMs = 1_000;

/**
 * FULL: a commit returns when the log is on the disk. `fullfsync` means the disk and not its cache on macOS, and nothing
 * elsewhere. 16 MB of pages are kept in memory, and a log that a long backup let grow is cut to 64 MB.
 */
const settings: readonly string[] = [
  "synchronous = FULL",
  "fullfsync = 1",
  "checkpoint_fullfsync = 1",
  "temp_store = MEMORY",
  "trusted_schema = OFF",
  "cache_size = -16384",
  "journal_size_limit = 67108864",
];

export interface OpenOptions {
  readonly readOnly?: boolean | undefined;
}

/** Rejects what cannot be opened with `StoreUnavailable`. Nothing is written but the mode of the file, WAL. */
export function openDatabase(file: string, { readOnly = false }: OpenOptions = {}): Database {
  const connection = connect(file, readOnly);
  const prepare = (sql: string): StatementSync => connection.prepare(sql);
  const keptStatement = kept(prepare, 500);
  // An INSERT of hundreds of rows takes too much memory to be kept.
  const prepared = (sql: string): StatementSync => (sql.length > 2_000 ? prepare(sql) : keptStatement(sql));
  const sorted = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw toStoreError(error, file);
    }
  };
  const run: Database["run"] = (sql, values = []) => sorted(() => void prepared(sql).run(...values));
  const rollBack = (): void => {
    try {
      run("ROLLBACK");
    } catch {
      // A full or failing disk ends the transaction by itself. `isTransaction` came after Node.js 22.13.
    }
  };
  return {
    all: (sql, values = []) => sorted(() => prepared(sql).all(...values)),
    get: (sql, values = []) => sorted(() => prepared(sql).get(...values)),
    run,
    script: (sql) => sorted(() => connection.exec(sql)),
    transaction: (begin, work) => {
      run(begin);
      try {
        const result = work();
        run("COMMIT");
        return result;
      } catch (error) {
        rollBack();
        throw error;
      }
    },
    rollBack,
    close: () => connection.close(),
  };
}

function connect(file: string, readOnly: boolean): DatabaseSync {
  let connection: DatabaseSync | undefined;
  try {
    connection = new DatabaseSync(file, { readOnly });
    connection.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
    if (readOnly) return connection;
    const mode = connection.prepare("PRAGMA journal_mode = WAL").get()?.["journal_mode"];
    if (mode !== "wal")
      throw new Error(`SQLite cannot keep a write-ahead log for ${file}: put it on a local disk.`);
    for (const setting of settings) connection.exec(`PRAGMA ${setting}`);
    return connection;
  } catch (error) {
    connection?.close();
    throw toStoreError(error, file);
  }
}
