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

/** A data directory is not there and cannot be made, or what it holds is damaged. */
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

/** Of the two what lies in the directory already; SQLite in an empty one. */
export async function openDirectory(path: string, options: RetentionOptions): Promise<OpenedStore> {
  const directory = resolve(path);
  const file = sqliteFileIn(directory);
  if (file === undefined) {
    const notice = `${directory} holds a PGlite database, as earlier releases made: it goes on as it is.`;
    return { ...(await openPglite(directory, options)), notice };
  }
  await makeDirectory(directory);
  const opened = { ...(await openSqliteFile(file, options)), location: directory, directory };
  // An earlier release was started on this directory after this one.
  if (!existsSync(join(directory, "pgdata"))) return opened;
  return {
    ...opened,
    notice: `${directory} holds handbill.db, which is used, and a PGlite database, which is not.`,
  };
}

/** The SQLite file of a data directory, there or to be made; `undefined` where a PGlite database lies instead. */
export function sqliteFileIn(directory: string): string | undefined {
  const file = join(resolve(directory), "handbill.db");
  return existsSync(file) || !existsSync(join(resolve(directory), "pgdata")) ? file : undefined;
}
