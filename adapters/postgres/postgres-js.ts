import type { Parameter, Row } from "./executor.ts";

/** The members of a postgres.js instance that the adapter uses; the result of `postgres(url)` has them. */
export interface PostgresJs {
  /** Runs a query whose parameters are `$1`, `$2` and so on. */
  unsafe(query: string, parameters?: Parameter[], options?: PostgresJsOptions): PostgresJsQuery;
  /** Closes all connections, after at most `timeout` seconds. */
  end(options?: { timeout?: number }): Promise<void>;
  /** The settings of the instance. */
  readonly options?: {
    /** The size of the pool. */
    readonly max?: number;
  };
}

/** Options of a query. */
export interface PostgresJsOptions {
  /** Whether the query becomes a named prepared statement. */
  prepare?: boolean;
}

/** A query that postgres.js runs; fulfilled with its rows. */
export interface PostgresJsQuery extends PromiseLike<Iterable<Row>> {
  /** Cancels the query on the server. */
  cancel(): unknown;
}
