import { checkedDatabaseUrl, hasOneHost } from "./database-url.ts";
import { importDriver } from "./import-driver.ts";
import { isDeno, openSocket } from "./open-socket.ts";
import { pooledExecutor } from "./postgres-executor.ts";
import { renewablePool } from "./postgres-pool.ts";
import { defaultCallTimeoutMs, type PostgresStore, type StoreOptions, storeOn } from "./store.ts";

const maxReconnectDelayS = 0.25;

/** Options of a store that opens its own connections. */
export interface OpenPostgresOptions extends StoreOptions {
  /** Most connections of this instance. Default 10; on serverless 1 to 3 behind a pooler. */
  readonly maxConnections?: number | undefined;
  /** After this many milliseconds an attempt to connect fails. Default 4,000. */
  readonly connectTimeoutMs?: number | undefined;
  /** Connections that are unused for more milliseconds than this are closed. Default 60,000. */
  readonly idleTimeoutMs?: number | undefined;
  /** After this many milliseconds a call is cancelled and rejected as an outage. Default 4,000. */
  readonly callTimeoutMs?: number | undefined;
  /** See `PostgresStoreOptions.prepare`. Default true, unless `databaseUrl` has `?prepare=false`. */
  readonly prepare?: boolean | undefined;
}

/**
 * Opens a pool of postgres.js on `databaseUrl` and a store on it; nothing is sent before the first call.
 * `close` ends the pool. Rejects with a RangeError for anything but a `postgres://` address, and with the command to run if the
 * npm package `postgres` is not installed.
 */
export async function openPostgres(
  databaseUrl: string,
  options: OpenPostgresOptions = {},
): Promise<PostgresStore> {
  const url = checkedDatabaseUrl(databaseUrl);
  const { default: postgres } = await importDriver("postgres", () => import("postgres"));
  const { prepare = true } = options;
  const settings = {
    max: options.maxConnections ?? 10,
    connect_timeout: Math.ceil((options.connectTimeoutMs ?? 4_000) / 1000),
    idle_timeout: Math.ceil((options.idleTimeoutMs ?? 60_000) / 1000),
    // Without this option postgres.js reads it from the address.
    ...(prepare ? {} : { prepare }),
    // One query at a time on a connection: behind PgBouncer (1.18) a second one that postgres.js 3.4.9 sends before the
    // first has ended may never be answered; and here it would wait for the first one's locks.
    max_pipeline: 0,
    // By default postgres.js waits up to 20 s before it tries a server again that has come back.
    backoff: (tries: number) => Math.min(0.01 * 2 ** tries, maxReconnectDelayS),
    // We send no arrays; asking for their types would cost every new connection a round trip.
    fetch_types: false,
    ...(hasOneHost(url) && !isDeno ? { socket: openSocket } : {}),
    onnotice: () => undefined,
    connection: { application_name: "handbill" },
  };
  const callTimeoutMs = options.callTimeoutMs ?? defaultCallTimeoutMs;
  return storeOn(
    pooledExecutor(
      renewablePool(() => postgres(url, settings)),
      { callTimeoutMs, prepare },
    ),
    options,
  );
}
