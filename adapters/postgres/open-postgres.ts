import { openPool } from "./open-pool.ts";
import { pooledExecutor } from "./postgres-executor.ts";
import { reportReaderOn } from "./report-reader.ts";
import { checkedSchema, defaultSchema } from "./schema-name.ts";
import { defaultCallTimeoutMs, type PostgresStore, type StoreOptions, storeOn } from "./store.ts";

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
  /**
   * The address of a standby that reports, the quality of traffic and the audit trail are read from. They are as old as its replay.
   * While it is away these reads are rejected as an outage, and everything else goes on. Default: none.
   */
  readonly reportsFrom?: string | undefined;
}

/**
 * Opens a pool of postgres.js on `databaseUrl` and a store on it; nothing is sent before the first call. Of several hosts
 * (`postgres://user@one,two/ads`) the primary is used, also after a fail-over.
 * `close` ends the pool. Rejects with a RangeError for anything but a `postgres://` address, and with the command to run if the
 * npm package `postgres` is not installed.
 */
export async function openPostgres(
  databaseUrl: string,
  options: OpenPostgresOptions = {},
): Promise<PostgresStore> {
  const { prepare = true, callTimeoutMs = defaultCallTimeoutMs } = options;
  const { maxConnections = 10, connectTimeoutMs = 4_000, idleTimeoutMs = 60_000 } = options;
  const settings = { maxConnections, connectTimeoutMs, idleTimeoutMs, prepare, name: "handbill" };
  const pool = await openPool(databaseUrl, settings);
  const store = storeOn(pooledExecutor(pool, { callTimeoutMs, prepare }), options);
  if (options.reportsFrom === undefined) return store;
  const reportsPool = await openPool(options.reportsFrom, {
    ...settings,
    name: "handbill reports",
    writes: false,
  });
  const executor = pooledExecutor(reportsPool, { callTimeoutMs, prepare });
  const reports = reportReaderOn(executor, checkedSchema(options.schema ?? defaultSchema), options.clock);
  return {
    ...store,
    reports,
    close: async () => void (await Promise.all([store.close(), executor.close()])),
  };
}
