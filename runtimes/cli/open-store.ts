/**
 * The composition root: the one file outside `adapters` that knows them. PostgreSQL where `DATABASE_URL` names one,
 * else PGlite in a directory. Each is imported when it is chosen; its driver is an optional peer, and a missing one
 * is named with its install line.
 */
import { resolve } from "node:path";
import type { PlannedMigration, PostgresStore } from "../../adapters/postgres/mod.ts";

export interface StorePlace {
  /** `DATABASE_URL` */
  readonly databaseUrl?: string | undefined;
  /** `HANDBILL_DATA`, used without a database URL. */
  readonly directory: string;
}

export interface OpenedStore {
  readonly store: PostgresStore;
  /** Where the data lies, without a password. */
  readonly location: string;
  /** The embedded data directory, locked by this process; absent with a PostgreSQL server. */
  readonly directory?: string | undefined;
}

/** Rejects with `DirectoryInUse`, `StoreUnavailable`, or an error that names the missing package. */
export async function openStore(place: StorePlace): Promise<OpenedStore> {
  const { databaseUrl } = place;
  if (databaseUrl !== undefined) {
    const { openPostgres } = await import("../../adapters/postgres/mod.ts");
    return { store: await openPostgres(databaseUrl), location: withoutLogin(databaseUrl) };
  }
  const directory = resolve(place.directory);
  const { createPgliteStore } = await import("../../adapters/postgres/pglite.ts");
  return { store: await createPgliteStore({ dataDir: directory }), location: directory, directory };
}

export type { PlannedMigration };

function withoutLogin(databaseUrl: string): string {
  if (!URL.canParse(databaseUrl)) return "PostgreSQL";
  const { host, pathname } = new URL(databaseUrl);
  return `PostgreSQL at ${host}${pathname}`;
}
