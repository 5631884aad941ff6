import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqlite, type SqliteStore, type SqliteStoreOptions } from "../../adapters/sqlite/mod.ts";

const directories: string[] = [];
const stores: SqliteStore[] = [];

/**
 * A file system in memory where there is one: a test's disk writes would be most of its time. Deno 2.9 lets no program below
 * /dev without all permissions.
 */
const place = !("Deno" in globalThis) && existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

export function newDirectory(): string {
  return mkdtempSync(join(place, "handbill-sqlite-"));
}

/** Where a test's database may lie, in a folder of its own. */
export function newFile(): string {
  const directory = newDirectory();
  directories.push(directory);
  return join(directory, "handbill.db");
}

/** A store that {@link cleanUp} closes. */
export function open(file: string, options: Omit<SqliteStoreOptions, "file"> = {}): SqliteStore {
  const store = openSqlite({ file, ...options });
  stores.push(store);
  return store;
}

export async function cleanUp(): Promise<void> {
  for (const store of stores.splice(0)) await store.close();
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true });
}
