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

/** A backend on a server, which can make schemas ahead of their use. */
export interface ServerBackend extends Backend {
  readonly make: () => Promise<string>;
  readonly openSchema: (schema: string, clock?: { readonly now: () => number }) => Promise<OpenBackend>;
}

/** One PGlite in memory; both stores of a schema share it, as they must. */
export async function pgliteBackend(): Promise<Backend> {
  const pglite = await PGlite.create();
  const connect: Connect = async (options) => storeOn(pgliteExecutor(pglite), options);
  const end: End = async () => undefined;
  return {
    open: async (clock) => openBoth(await makeSchema(connect, end), "", connect, clock, end),
    close: () => pglite.close(),
  };
}

/** One real server; each of the two stores of a schema has a pool of its own, like two instances. */
export async function serverBackend(version: PostgresVersion = 18): Promise<ServerBackend> {
  const server = await startPostgresServer({}, version);
  const connect = (options: StoreOptions) => openPostgres(server.url, options);
  return { ...onServer(server.url, connect), close: () => server.stop() };
}

/** The same backend, whose next schema is made while the one before is in use: making one takes a tenth of a second. */
export function madeAhead(start: () => Promise<ServerBackend>): () => Promise<Backend> {
  return async () => {
    const backend = await start();
    let next = backend.make();
    return {
      open: async (clock) => {
        const schema = await next;
        next = backend.make();
        return backend.openSchema(schema, clock);
      },
      close: async () => {
        await next;
        await backend.close();
      },
    };
  };
}

/** The same behind a pooler in transaction mode: no two calls of a store need be on one session. */
export async function poolerBackend(): Promise<ServerBackend> {
  const server = await startPostgresServer({}, 15);
  const pooler = await startPooler(server.url);
  const connect = (options: StoreOptions) => openPostgres(pooler.url, options);
  return {
    ...onServer(server.url, connect),
    close: async () => {
      await pooler.stop();
      await server.stop();
    },
  };
}

type Connect = (options: StoreOptions) => Promise<PostgresStore>;
type End = (store: PostgresStore) => Promise<void>;

function onServer(url: string, connect: Connect): Omit<ServerBackend, "close"> {
  const end: End = (store) => store.close();
  const make = (): Promise<string> => makeSchema(connect, end);
  const openSchema: ServerBackend["openSchema"] = (schema, clock) =>
    openBoth(schema, url, connect, clock, end);
  return { make, openSchema, open: async (clock) => openSchema(await make(), clock) };
}

async function makeSchema(connect: Connect, end: End): Promise<string> {
  schemas += 1;
  const schema = `case_${schemas}`;
  const store = await connect({ schema });
  await store.migrate();
  await end(store);
  return schema;
}

async function openBoth(
  schema: string,
  url: string,
  connect: Connect,
  clock: { readonly now: () => number } | undefined,
  end: End,
): Promise<OpenBackend> {
  const options: StoreOptions = { schema, clock: clock?.now };
  const stores = [await connect(options), await connect(options)] as const;
  return { stores, schema, url, close: async () => void (await Promise.all(stores.map(end))) };
}
