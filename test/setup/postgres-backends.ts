import { PGlite } from "@electric-sql/pglite";
import postgres from "postgres";
import type { Executor } from "../../adapters/postgres/executor.ts";
import { openPostgres, type PostgresStore, type StoreOptions } from "../../adapters/postgres/mod.ts";
import { pgliteExecutor } from "../../adapters/postgres/pglite-executor.ts";
import { postgresExecutor } from "../../adapters/postgres/postgres-executor.ts";
import { storeOn } from "../../adapters/postgres/store.ts";
import type { PostgresVersion } from "./postgres-binaries.ts";
import { startPostgresServer } from "./postgres-server.ts";
import { schemaReset } from "./schema-reset.ts";

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

/** A backend whose schemas can be used again. */
export interface ReusableBackend extends Backend {
  readonly make: () => Promise<string>;
  /** For what the stores do not do. */
  readonly executor: Executor;
  readonly openSchema: (schema: string, clock?: { readonly now: () => number }) => Promise<OpenBackend>;
}

/** One PGlite in memory; both stores of a schema share it, as they must. */
export async function pgliteBackend(): Promise<ReusableBackend> {
  const pglite = await PGlite.create();
  const executor = pgliteExecutor(pglite);
  // A store does not own what it shares with others.
  const shared: Executor = { ...executor, close: async () => {} };
  const connect: Connect = async (options) => storeOn(shared, options);
  const end: End = async () => undefined;
  const make = (): Promise<string> => makeSchema(connect, end);
  const openSchema: ReusableBackend["openSchema"] = (schema, clock) =>
    openBoth(schema, "", connect, clock, end);
  return {
    make,
    openSchema,
    executor,
    open: async (clock) => openSchema(await make(), clock),
    close: () => pglite.close(),
  };
}

/** One real server; each of the two stores of a schema has a pool of its own, like two instances. */
export async function serverBackend(version: PostgresVersion = 18): Promise<ReusableBackend> {
  const server = await startPostgresServer({}, version);
  // Long: a busy machine must not make an outage of it.
  const connect = (options: StoreOptions) => openPostgres(server.url, { callTimeoutMs: 20_000, ...options });
  const backend = backendAt(server.url, connect);
  return {
    ...backend,
    close: async () => {
      await backend.executor.close();
      await server.stop();
    },
  };
}

/** The same backend with one schema, emptied before each `open`. One is open at a time. */
export function emptied(start: () => Promise<ReusableBackend>): () => Promise<Backend> {
  return async () => {
    const backend = await start();
    let current: { readonly schema: string; readonly reset: () => Promise<boolean> } | undefined;
    const make = async (): Promise<string> => {
      const schema = await backend.make();
      const { remember, reset } = schemaReset(backend.executor, schema);
      await remember();
      current = { schema, reset };
      return schema;
    };
    const empty = async (): Promise<string> => {
      return current !== undefined && (await current.reset()) ? current.schema : make();
    };
    return {
      open: async (clock) => backend.openSchema(await empty(), clock),
      close: () => backend.close(),
    };
  };
}

type Connect = (options: StoreOptions) => Promise<PostgresStore>;
type End = (store: PostgresStore) => Promise<void>;

/** A backend on a running server, in schemas whose names begin with `prefix`. The caller closes the executor and stops the server. */
export function backendAt(
  url: string,
  connect: Connect,
  prefix: string = "case",
): Omit<ReusableBackend, "close"> {
  const end: End = (store) => store.close();
  const make = (): Promise<string> => makeSchema(connect, end, prefix);
  const openSchema: ReusableBackend["openSchema"] = (schema, clock) =>
    openBoth(schema, url, connect, clock, end);
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  const executor = postgresExecutor(sql, { callTimeoutMs: 20_000, prepare: false, ownsPool: true });
  return { make, openSchema, executor, open: async (clock) => openSchema(await make(), clock) };
}

async function makeSchema(connect: Connect, end: End, prefix: string = "case"): Promise<string> {
  schemas += 1;
  const schema = `${prefix}_${schemas}`;
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
