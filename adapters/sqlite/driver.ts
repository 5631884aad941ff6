import type { SqlDatabase, SqlRow, SqlValue } from "../kit/sql/dialect.ts";

/**
 * A driver of SQLite: the one connection of a store. Its calls are synchronous. Errors of SQLite are `StoreDataError` or
 * `StoreUnavailable`.
 */
export interface Statements {
  /** The rows of a statement. */
  readonly all: (sql: string, values?: readonly SqlValue[]) => readonly SqlRow[];
  /** Its first row. */
  readonly get: (sql: string, values?: readonly SqlValue[]) => SqlRow | undefined;
  readonly run: (sql: string, values?: readonly SqlValue[]) => void;
}

/** The transactions of a driver. Nothing else uses the connection until one is done. */
export interface Transactions extends SqlDatabase {
  /** A transaction of which `work` knows the connection. It may share its commit with others, and `work` may run twice. */
  readonly write: <T>(work: () => T | Promise<T>) => Promise<T>;
}
