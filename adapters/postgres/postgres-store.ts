import type { Executor } from "./executor.ts";
import { postgresExecutor } from "./postgres-executor.ts";
import type { PostgresJs } from "./postgres-js.ts";
import { defaultCallTimeoutMs, type PostgresStore, type StoreOptions, storeOn } from "./store.ts";

/** Options of a store on connections of the application. */
export interface PostgresStoreOptions extends StoreOptions {
  /**
   * A postgres.js instance: `postgres(url, { max_pipeline: 0 })`. With pipelining a call waits for the locks of the one before it,
   * and behind PgBouncer a second query that is sent before the first has ended may never be answered. The application ends it;
   * `close` of the store leaves it open.
   */
  readonly sql: PostgresJs;
  /** After this many milliseconds a call is cancelled and rejected as an outage. Default 4,000. */
  readonly callTimeoutMs?: number | undefined;
  /**
   * Named prepared statements save one round trip a call. A pooler in transaction mode loses them, unless it knows them (PgBouncer
   * ≥ 1.21 with max_prepared_statements): that is noticed, the call is done unprepared, and so are the next ones. Default true.
   */
  readonly prepare?: boolean | undefined;
}

/** Options of a store on another driver. */
export interface ExecutorStoreOptions extends StoreOptions {
  /** Runs the statements: `pgExecutor`, or one of your own. `close` of the store closes it. */
  readonly executor: Executor;
}

/**
 * The storage ports on a PostgreSQL server: exactly once, durable before the answer, never over budget, any
 * number of instances. Works behind a transaction-mode pooler.
 */
export function createPostgresStore(options: PostgresStoreOptions | ExecutorStoreOptions): PostgresStore {
  if ("executor" in options) return storeOn(options.executor, options);
  const { sql, callTimeoutMs = defaultCallTimeoutMs, prepare = true, ...rest } = options;
  return storeOn(postgresExecutor(sql, { callTimeoutMs, prepare, ownsPool: false }), rest);
}
