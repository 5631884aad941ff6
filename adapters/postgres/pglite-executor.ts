import { attempt, type Executor, type Parameter, type Row } from "./executor.ts";

/** The methods of a PGlite instance that the adapter calls. */
export interface PgliteLike {
  /** Runs a query whose parameters are `$1`, `$2` and so on. */
  query(query: string, parameters?: Parameter[]): Promise<{ readonly rows: readonly unknown[] }>;
  /** Closes the database. */
  close(): Promise<void>;
}

/**
 * Runs statements on a PGlite instance, which takes them one after the other. `close` closes the instance.
 */
export function pgliteExecutor(pglite: PgliteLike): Executor {
  return {
    server: false,
    run: (text, parameters) =>
      attempt(async () => (await pglite.query(text, [...parameters])).rows.filter(isRow)),
    close: () => pglite.close(),
  };
}

function isRow(value: unknown): value is Row {
  return typeof value === "object" && value !== null;
}
