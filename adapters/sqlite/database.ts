import { DatabaseSync, type StatementSync } from "node:sqlite";
import { toStoreError } from "./errors.ts";
import type { Row, Value } from "./row.ts";

/** The one connection of a store. Everything is synchronous: no other call runs between two lines of a caller. */
export interface Database {
  /** Statements are constants, prepared once and kept. */
  readonly all: (sql: string, ...values: readonly Value[]) => readonly Row[];
  readonly get: (sql: string, ...values: readonly Value[]) => Row | undefined;
  /** How many rows it changed. */
  readonly run: (sql: string, ...values: readonly Value[]) => number;
  /** A statement that was made for one question; it is not kept. */
  readonly ask: (sql: string, values: readonly Value[]) => readonly Row[];
  /** Several statements without values. */
  readonly script: (sql: string) => void;
  /** Everything that `work` does, or nothing of it. Fulfilled once it is as durable as `synchronous` says. */
  readonly transaction: <T>(work: () => T) => T;
  /** Everything that `work` reads is of one moment. */
  readonly moment: <T>(work: () => T) => T;
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
  const statements = new Map<string, StatementSync>();
  const prepared = (sql: string): StatementSync => {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    const statement = connection.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  const within = <T>(begin: string, work: () => T): T => {
    try {
      prepared(begin).run();
      try {
        const result = work();
        prepared("COMMIT").run();
        return result;
      } catch (error) {
        rollBack();
        throw error;
      }
    } catch (error) {
      throw toStoreError(error, file);
    }
  };
  const rollBack = (): void => {
    try {
      prepared("ROLLBACK").run();
    } catch {
      // A full or failing disk ends the transaction by itself. `isTransaction` came after Node.js 22.13.
    }
  };
  return {
    all: (sql, ...values) => prepared(sql).all(...values),
    get: (sql, ...values) => prepared(sql).get(...values),
    run: (sql, ...values) => Number(prepared(sql).run(...values).changes),
    ask: (sql, values) => connection.prepare(sql).all(...values),
    script: (sql) => connection.exec(sql),
    // IMMEDIATE takes the right to write before the first look.
    transaction: (work) => within("BEGIN IMMEDIATE", work),
    moment: (work) => within("BEGIN", work),
    close: () => {
      statements.clear();
      connection.close();
    },
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
      throw new Error(`SQLite keeps no write-ahead log for ${file}: lay it on a local disk.`);
    for (const setting of settings) connection.exec(`PRAGMA ${setting}`);
    return connection;
  } catch (error) {
    connection?.close();
    throw toStoreError(error, file);
  }
}
