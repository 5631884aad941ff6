/** A parameter of a statement. */
export type SqlValue = string | number | null;

/** A row by column. Integers may be numbers, bigints or texts of digits, as the driver returns them. */
export type SqlRow = Readonly<Record<string, unknown>>;

/** Runs statements with parameters. Rejects with the driver's own errors. */
export interface SqlQueries {
  /** The rows of a SELECT. */
  readonly all: (sql: string, parameters: readonly SqlValue[]) => Promise<readonly SqlRow[]>;
  /** Any other statement. The answer is not read. */
  readonly run: (sql: string, parameters: readonly SqlValue[]) => Promise<unknown>;
}

/** A database, usually a pool of connections. A statement outside a transaction commits by itself. */
export interface SqlDatabase extends SqlQueries {
  /**
   * Runs `work` in one transaction on one connection, READ COMMITTED or stricter. Commits when `work` is fulfilled, and is fulfilled
   * once the commit is durable. Otherwise rolls back and rejects with the error of `work`.
   */
  readonly transaction: <T>(work: (queries: SqlQueries) => Promise<T>) => Promise<T>;
  /** Releases the connections. Absent: the caller owns them, and closing the store leaves them open. */
  readonly close?: (() => Promise<unknown>) | undefined;
}

/**
 * Reason of a failed statement. `conflict`: deadlock, lock timeout or serialisation failure. `duplicate`: a unique key is taken.
 * Both are repeated. `data`: the database refused a value. `outage`: it cannot be reached, or cannot write now.
 */
export type SqlFault = "conflict" | "duplicate" | "data" | "outage";

/** The types of columns. All texts compare by code points: case, accents and trailing spaces count. */
export interface SqlTypes {
  /** Text of at most 256 characters of Unicode, which can be part of a key. */
  readonly name: string;
  /** Text of any length. */
  readonly text: string;
  /** Signed 64-bit integer. */
  readonly integer: string;
}

/** The differences between databases. They need LIMIT, rows of several VALUES, CHECK and CREATE … IF NOT EXISTS. */
export interface SqlDialect {
  /** Name of the database in error messages. */
  readonly name: string;
  /** The `n`th parameter of a statement, from 1. */
  readonly placeholder: (n: number) => string;
  /** The types of columns. */
  readonly types: SqlTypes;
  /** Follows the closing parenthesis of CREATE TABLE, such as an engine; may be empty. */
  readonly tableOptions: string;
  /** Follows a SELECT whose rows stay locked until the end of the transaction. Empty where transactions that write are serial. */
  readonly rowLock: string;
  /** Follows VALUES of an INSERT, before the assignments that replace the insertion of a row whose key is taken. */
  readonly onDuplicate: (keyColumns: readonly string[]) => string;
  /** The value of the row that was not inserted, in such an assignment. */
  readonly inserted: (column: string) => string;
  /** The database's clock in whole milliseconds since 1970, UTC. It judges money: every instance gets the same time. */
  readonly now: string;
  /** Returns a row if the table exists that the parameter names. */
  readonly findTable: string;
  /** Most parameters of one statement, at least 100. Longer lists are split, except the owners of a report. See `jsonItems`. */
  readonly maxParameters: number;
  /**
   * The items of a list, in the place of `?` in `IN (?)`, from one parameter that has them as a JSON array. For a database that takes few
   * parameters. Absent: each item is a parameter.
   */
  readonly jsonItems?: ((placeholder: string) => string) | undefined;
  /** Whether CREATE INDEX takes a WHERE. Default: no. */
  readonly partialIndexes?: boolean | undefined;
  /** Sorts an error of the driver. An error that it does not know is an `outage`. */
  readonly faultOf: (error: unknown) => SqlFault;
}
