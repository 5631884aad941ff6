import { StoreUnavailable } from "./errors.ts";
import { attempt, type Executor, type Parameter, type Row } from "./executor.ts";

/** What we use of a postgres.js instance; the one returned by `postgres(url)` fits. */
export interface PostgresJs {
  unsafe(query: string, parameters?: Parameter[], options?: { prepare?: boolean }): PostgresJsQuery;
  end(options?: { timeout?: number }): Promise<void>;
}

export interface PostgresJsQuery extends PromiseLike<Iterable<Row>> {
  cancel(): unknown;
}

export interface PostgresExecutorOptions {
  /**
   * A call that takes longer is cancelled and rejected as an outage; its outcome is unknown. Milliseconds.
   */
  readonly callTimeoutMs: number;
  /**
   * Named prepared statements. Only where the connection goes to the server, or to a pooler that knows them.
   */
  readonly prepare: boolean;
  /** Whether `close` ends the pool. */
  readonly ownsPool: boolean;
}

/**
 * Runs each statement on the pool, by itself. postgres.js 3.4.9 puts a reserved connection whose server died
 * back among the open ones, and the next query on it ends the process ("null (reading 'write')"), so nothing
 * here reserves a connection or begins a transaction: what must be atomic is one function call. That is also
 * why Kysely writes our queries and does not run them.
 */
export function postgresExecutor(sql: PostgresJs, options: PostgresExecutorOptions): Executor {
  const { callTimeoutMs, prepare, ownsPool } = options;
  return {
    server: true,
    run: (text, parameters) =>
      attempt(async () => {
        const query = sql.unsafe(text, [...parameters], { prepare });
        return [...(await withDeadline(query, callTimeoutMs))];
      }),
    async close() {
      if (ownsPool) await sql.end({ timeout: 5 });
    },
  };
}

function withDeadline(query: PostgresJsQuery, callTimeoutMs: number): Promise<Iterable<Row>> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      const help = "Check the server's load and locks; repeating the call is safe.";
      reject(
        new StoreUnavailable(`PostgreSQL did not answer within ${callTimeoutMs} ms. ${help}`, "CALL_TIMEOUT"),
      );
      Promise.resolve(query.cancel()).catch(() => undefined);
    }, callTimeoutMs);
    query.then(resolve, reject).then(() => clearTimeout(timer));
  });
}
