import { checkedDatabaseUrl } from "./database-url.ts";
import { type Hosts, severalHosts } from "./hosts.ts";
import { importDriver } from "./import-driver.ts";
import { isDeno, openSocket, openSocketTo } from "./open-socket.ts";
import { type PostgresPool, renewablePool } from "./postgres-pool.ts";

export interface PoolOptions {
  readonly maxConnections: number;
  readonly connectTimeoutMs: number;
  readonly idleTimeoutMs: number;
  readonly prepare: boolean;
  /** The name of the connections in `pg_stat_activity`. */
  readonly name: string;
  /** Of several hosts only a primary is used. False: any host that answers. Default true. */
  readonly writes?: boolean | undefined;
}

const maxReconnectDelayS = 0.25;

/**
 * A pool of postgres.js on `databaseUrl`; nothing is sent before the first call. Rejects with a RangeError for anything but a
 * `postgres://` address, and when the npm package `postgres` is not installed.
 */
export async function openPool(
  databaseUrl: string,
  { maxConnections, connectTimeoutMs, idleTimeoutMs, prepare, name, writes = true }: PoolOptions,
): Promise<PostgresPool> {
  const url = checkedDatabaseUrl(databaseUrl);
  const hosts = severalHosts(url);
  const { default: postgres } = await importDriver("postgres", () => import("postgres"));
  const settings = {
    max: maxConnections,
    // Of several hosts each has its part, so that the last one is reached in time.
    connect_timeout: Math.ceil(connectTimeoutMs / 100 / (hosts?.count ?? 1)) / 10,
    idle_timeout: Math.ceil(idleTimeoutMs / 1000),
    // Without this option postgres.js reads it from the address.
    ...(prepare ? {} : { prepare }),
    // One query at a time on a connection: behind PgBouncer (1.18) a second one that postgres.js 3.4.9 sends before the
    // first has ended may never be answered; and here it would wait for the first one's locks.
    max_pipeline: 0,
    // By default postgres.js waits up to 20 s before it tries a server again that has come back.
    backoff: (tries: number) => Math.min(0.01 * 2 ** tries, maxReconnectDelayS),
    // We send no arrays; asking for their types would cost every new connection a round trip.
    fetch_types: false,
    ...(!isDeno && (hosts === undefined ? { socket: openSocket } : withHosts(hosts))),
    ...(hosts !== undefined && writes && { target_session_attrs: "primary" as const }),
    onnotice: () => undefined,
    connection: { application_name: name },
  };
  return renewablePool(() => postgres(url, settings), isDeno ? undefined : hosts);
}

/** postgres.js gets one host: with several it waits for the next one instead of reporting an error. */
function withHosts(hosts: Hosts) {
  const { name, port } = hosts.current();
  return { host: name, port, socket: openSocketTo(hosts) };
}
