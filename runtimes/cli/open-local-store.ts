/** Stores inside this process: a file of SQLite, or a directory of PGlite. */
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { PlannedMigration } from "../../core/storage/installation-store.ts";
import type { OpenedStore } from "./opened-store.ts";

/** The retention of a store, in milliseconds. Absent: the default of its adapter. */
export interface RetentionOptions {
  readonly deliveriesKeptMs: number | undefined;
  readonly countsKeptMs: number | undefined;
  readonly networksKeptMs: number | undefined;
  readonly untilExported: boolean;
}

/** An SQLite file that was named; its folder must be there. */
export async function openSqliteFile(file: string, options: RetentionOptions): Promise<OpenedStore> {
  const { openSqlite } = await import("../../adapters/sqlite/mod.ts");
  return { store: openSqlite({ file: resolve(file), ...options }), location: resolve(file) };
}

/** The steps of an SQLite file's schema, read without a lock. */
export async function planFile(file: string): Promise<readonly PlannedMigration[]> {
  const { planMigrations } = await import("../../adapters/sqlite/mod.ts");
  return planMigrations(resolve(file));
}

export async function openPglite(path: string, options: RetentionOptions): Promise<OpenedStore> {
  const directory = resolve(path);
  await makeDirectory(directory);
  const { openPglite } = await import("../../adapters/postgres/pglite.ts");
  return {
    store: await openPglite({ dataDir: directory, ...options }),
    location: directory,
    directory,
  };
}

/** A data directory cannot be made, or its content is damaged or belongs to another store. */
export class DirectoryUnusable extends Error {
  override name = "DirectoryUnusable";
}

async function makeDirectory(directory: string): Promise<void> {
  try {
    await mkdir(directory, { recursive: true });
  } catch (error) {
    throw new DirectoryUnusable(
      `The data directory ${directory} cannot be made: make it for this user, or name another with HANDBILL_DATA (--data).`,
      { cause: error },
    );
  }
}

/** The SQLite file of a data directory. */
export async function openDirectory(path: string, options: RetentionOptions): Promise<OpenedStore> {
  const directory = resolve(path);
  const file = sqliteFileIn(directory);
  await makeDirectory(directory);
  return { ...(await openSqliteFile(file, options)), location: directory, directory };
}

/** The SQLite file of a data directory, which may not exist yet. Throws where the directory holds a PGlite database alone. */
export function sqliteFileIn(path: string): string {
  const directory = resolve(path);
  const file = join(directory, "handbill.db");
  if (existsSync(file) || !existsSync(join(directory, "pgdata"))) return file;
  throw new DirectoryUnusable(
    `${directory} holds a PGlite database: use it with HANDBILL_STORE=pglite (--store pglite), or name another directory with HANDBILL_DATA (--data).`,
  );
}
