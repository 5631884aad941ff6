import { openPool } from "./open-pool.ts";
import { pooledExecutor } from "./postgres-executor.ts";
import {
  defaultTimeoutMs,
  type PostgresRateLimiter,
  type RateLimiterOptions,
  rateLimiterOn,
  statementShare,
} from "./ratelimit.ts";

/** One batch is under way at a time; the second connection is for the one after a batch that was given up. */
const maxConnections = 2;

/** Options of a rate limiter that opens its own connections. */
export interface OpenRateLimiterOptions extends RateLimiterOptions {
  /** See `PostgresStoreOptions.prepare`. Default true, unless `databaseUrl` has `?prepare=false`. */
  readonly prepare?: boolean | undefined;
}

/**
 * Opens connections of its own (at most two) to `databaseUrl`, so that a busy store does not hold the limiter up, and a
 * limiter on them; nothing is sent before the first claim. `close` ends them. Rejects with a RangeError for anything but
 * a `postgres://` address, and with the command to run if the npm package `postgres` is not installed.
 */
export async function openPostgresRateLimiter(
  databaseUrl: string,
  options: OpenRateLimiterOptions = {},
): Promise<PostgresRateLimiter> {
  const { prepare = true, timeoutMs = defaultTimeoutMs } = options;
  const pool = await openPool(databaseUrl, {
    maxConnections,
    connectTimeoutMs: 1_000,
    idleTimeoutMs: 60_000,
    prepare,
    name: "handbill limits",
  });
  return rateLimiterOn(pooledExecutor(pool, { callTimeoutMs: timeoutMs * statementShare, prepare }), options);
}
