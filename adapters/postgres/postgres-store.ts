import { type PostgresJs, postgresExecutor } from "./postgres-executor.ts";
import { defaultCallTimeoutMs, type PostgresStore, type StoreOptions, storeOn } from "./store.ts";

export interface PostgresStoreOptions extends StoreOptions {
  /**
   * A postgres.js instance: `postgres(url)`, behind PgBouncer with `max_pipeline: 0` (a second query that is sent
   * before the first has ended may never be answered). The application ends it; `close` of the store leaves it open.
   */
  readonly sql: PostgresJs;
  /** After this many milliseconds a call is cancelled and rejected as an outage. Default 4,000. */
  readonly callTimeoutMs?: number | undefined;
  /**
   * Named prepared statements save one round trip a call. Default false: a transaction-mode pooler loses
   * them, unless it knows them (PgBouncer ≥ 1.21 with max_prepared_statements).
   */
  readonly prepare?: boolean | undefined;
}

/**
 * The storage ports on a PostgreSQL server: exactly once, durable before the answer, never over budget, any
 * number of instances. Works behind a transaction-mode pooler.
 */
export function createPostgresStore(options: PostgresStoreOptions): PostgresStore {
  const { sql, callTimeoutMs = defaultCallTimeoutMs, prepare = false, ...rest } = options;
  return storeOn(postgresExecutor(sql, { callTimeoutMs, prepare, ownsPool: false }), rest);
}
