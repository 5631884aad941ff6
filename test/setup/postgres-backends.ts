import { PGlite } from "@electric-sql/pglite";
import { openPostgres, type PostgresStore, type StoreOptions } from "../../adapters/postgres/mod.ts";
import { pgliteExecutor } from "../../adapters/postgres/pglite-executor.ts";
import { storeOn } from "../../adapters/postgres/store.ts";
import type { PostgresVersion } from "./postgres-binaries.ts";
import { startPooler } from "./postgres-pooler.ts";
import { startPostgresServer } from "./postgres-server.ts";

/** A place for databases: each `open` is a fresh schema with two stores on it. */
export interface Backend {
  readonly open: (clock?: { readonly now: () => number }) => Promise<OpenBackend>;
  readonly close: () => Promise<void>;
}

export interface OpenBackend {
  readonly stores: readonly [PostgresStore, PostgresStore];
  readonly schema: string;
  /** Where a test can look at the database itself; empty for PGlite. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

let schemas = 0;

/** One PGlite in memory; both stores of a schema share it, as they must. */
export async function pgliteBackend(): Promise<Backend> {
  const pglite = await PGlite.create();
  const connect = async (options: StoreOptions): Promise<PostgresStore> =>
    storeOn(pgliteExecutor(pglite), options);
  return {
    open: (clock) => openBoth("", connect, clock, async () => undefined),
    close: () => pglite.close(),
  };
}

/** One real server; each of the two stores of a schema has a pool of its own, like two instances. */
export async function serverBackend(version: PostgresVersion = 18): Promise<Backend> {
  const server = await startPostgresServer({}, version);
  const connect = (options: StoreOptions) => openPostgres(server.url, options);
  return {
    open: (clock) => openBoth(server.url, connect, clock, (store) => store.close()),
    close: () => server.stop(),
  };
}

/** The same behind a pooler in transaction mode: no two calls of a store need be on one session. */
export async function poolerBackend(): Promise<Backend> {
  const server = await startPostgresServer({}, 15);
  const pooler = await startPooler(server.url);
  const connect = (options: StoreOptions) => openPostgres(pooler.url, options);
  return {
    open: (clock) => openBoth(server.url, connect, clock, (store) => store.close()),
    close: async () => {
      await pooler.stop();
      await server.stop();
    },
  };
}

async function openBoth(
  url: string,
  connect: (options: StoreOptions) => Promise<PostgresStore>,
  clock: { readonly now: () => number } | undefined,
  end: (store: PostgresStore) => Promise<void>,
): Promise<OpenBackend> {
  schemas += 1;
  const schema = `case_${schemas}`;
  const options: StoreOptions = { schema, clock: clock?.now };
  const stores = [await connect(options), await connect(options)] as const;
  await stores[0].migrate();
  return { stores, schema, url, close: async () => void (await Promise.all(stores.map(end))) };
}
