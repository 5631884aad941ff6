import { checkedDatabaseUrl, hasOneHost } from "./database-url.ts";
import { importDriver } from "./import-driver.ts";
import { isDeno, openSocket } from "./open-socket.ts";
import { pooledExecutor } from "./postgres-executor.ts";
import type { PostgresJs } from "./postgres-js.ts";
import { renewablePool } from "./postgres-pool.ts";
import {
  defaultTimeoutMs,
  type PostgresRateLimiter,
  type RateLimiterOptions,
  rateLimiterOn,
  statementShare,
} from "./ratelimit.ts";

const maxReconnectDelayS = 0.25;

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
  const url = checkedDatabaseUrl(databaseUrl);
  const { default: postgres } = await importDriver("postgres", () => import("postgres"));
  const { prepare = true, timeoutMs = defaultTimeoutMs } = options;
  const settings = {
    max: maxConnections,
    connect_timeout: 1,
    idle_timeout: 60,
    ...(prepare ? {} : { prepare }),
    // As for the store (open-postgres.ts): one query at a time on a connection.
    max_pipeline: 0,
    backoff: (tries: number) => Math.min(0.01 * 2 ** tries, maxReconnectDelayS),
    fetch_types: false,
    ...(hasOneHost(url) && !isDeno ? { socket: openSocket } : {}),
    onnotice: () => undefined,
    connection: { application_name: "handbill limits" },
  };
  const open = (): PostgresJs => postgres(url, settings);
  const executor = pooledExecutor(renewablePool(open), {
    callTimeoutMs: timeoutMs * statementShare,
    prepare,
  });
  return rateLimiterOn(executor, options);
}
