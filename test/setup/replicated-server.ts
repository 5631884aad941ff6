import postgres from "postgres";
import { vi } from "vitest";
import { type CuttingProxy, startCuttingProxy } from "../torture/cutting-proxy.ts";
import { type PostgresServer, startPostgresServer, startStandby } from "./postgres-server.ts";

/** A primary whose commits wait for a standby, and the network between the two. */
export interface ReplicatedServer {
  readonly primary: PostgresServer;
  readonly standby: PostgresServer;
  readonly network: CuttingProxy;
  /** The address of both, as a client has it that looks for the primary. */
  readonly url: string;
  /** The standby becomes the primary. No commit waits for anybody there. */
  readonly promote: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Starts Debian's PostgreSQL twice. `prepare` fills the primary before the standby copies it. */
export async function startReplicatedServer(
  prepare: (primary: PostgresServer) => Promise<void>,
): Promise<ReplicatedServer> {
  const primary = await startPostgresServer({}, 15);
  await prepare(primary);
  const network = await startCuttingProxy(primary.port);
  const standby = await startStandby({ ...primary, url: primary.url.replace(/:\d+\//, `:${network.port}/`) });
  await run(
    primary.url,
    "alter system set synchronous_standby_names = 'walreceiver'",
    "select pg_reload_conf()",
  );
  const state = "select sync_state from pg_stat_replication";
  await vi.waitUntil(async () => (await run(primary.url, state)).includes('"sync"'), 30_000);
  return {
    primary,
    standby,
    network,
    url: primary.url.replace(/@[^/]+/, `@127.0.0.1:${primary.port},127.0.0.1:${standby.port}`),
    promote: async () => void (await run(standby.url, "select pg_promote()")),
    stop: async () => {
      await network.close();
      await standby.stop();
      await primary.stop();
    },
  };
}

/** Runs statements, each in a transaction of its own. The rows of the last one as JSON. */
export async function run(url: string, ...statements: readonly string[]): Promise<string> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    let rows: unknown = [];
    for (const statement of statements) rows = await sql.unsafe(statement);
    return JSON.stringify(rows);
  } finally {
    await sql.end();
  }
}
