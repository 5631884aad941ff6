import { type PostgresJs, postgresExecutor } from "./postgres-executor.ts";
import { type PostgresStore, type StoreOptions, storeOn } from "./store.ts";

/** Longer than the lock timeout of the functions, so that the server gives up first and says why. */
const defaultCallTimeoutMs = 15_000;

export interface PostgresStoreOptions extends StoreOptions {
  /**
   * A postgres.js instance: `postgres(url)`. The application ends it; `close` of the store leaves it open.
   */
  readonly sql: PostgresJs;
  /** After this many milliseconds a call is cancelled and rejected as an outage. Default 15,000. */
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
