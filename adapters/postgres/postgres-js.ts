import type { Parameter, Row } from "./executor.ts";

/** What we use of a postgres.js instance; the one returned by `postgres(url)` fits. */
export interface PostgresJs {
  unsafe(query: string, parameters?: Parameter[], options?: PostgresJsOptions): PostgresJsQuery;
  end(options?: { timeout?: number }): Promise<void>;
  readonly options?: { readonly max?: number };
}

export interface PostgresJsOptions {
  prepare?: boolean;
}

export interface PostgresJsQuery extends PromiseLike<Iterable<Row>> {
  cancel(): unknown;
}
