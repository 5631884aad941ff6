import { existsSync, realpathSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { onceDone } from "../../core/once.ts";
import type { Store } from "../../core/storage/store.ts";
import { type Clock, systemClock } from "../../core/timing/clock.ts";
import { maxFrequencyWindowMs } from "../../core/timing/windows.ts";
import { StoreUnavailable } from "../kit/errors.ts";
import { returnedOnce } from "../kit/migrations.ts";
import { holderOf, type ProcessLock, takeLock } from "../kit/process-lock.ts";
import { checkedRetention } from "../kit/retention.ts";
import { createFile } from "./create-file.ts";
import { type Database, openDatabase } from "./database.ts";
import { FileInUse, toStoreError } from "./errors.ts";
import { createGroupCommit } from "./group-commit.ts";
import { lazyDatabase } from "./lazy-database.ts";
import { migrate, planMigrations } from "./migrate.ts";
import { storeOn } from "./store.ts";

/** The storage ports on SQLite. */
export type SqliteStore = Store;

/** Options of a store on SQLite. */
export interface SqliteStoreOptions {
  /** The database file, created if missing, in an existing folder on a local disk. One process at a time. */
  readonly file: string;
  /**
   * How long deliveries are kept, in milliseconds: at least this, and dropped soon after. Default 90 days, the longest
   * frequency window; a longer window forgets dropped deliveries. At least one day.
   */
  readonly deliveriesKeptMs?: number | undefined;
  /** How long statistics are kept, in milliseconds. Default 400 days, at least one. */
  readonly countsKeptMs?: number | undefined;
  /** How long the networks of deliveries are kept, in milliseconds: 7 to 30 days. Default 30 days; 0 stores none. */
  readonly networksKeptMs?: number | undefined;
  /** Whether deliveries are also kept until an export has them, however old they are (`handbill export --format`). Default false. */
  readonly untilExported?: boolean | undefined;
  /** Default: the clock of this machine. */
  readonly clock?: Clock | undefined;
}

/**
 * A store on a file. Does no I/O: the first operation opens the file and brings its schema up to date, so a module may
 * call this at its top while a framework builds. `ready()` opens the file now. Confirmed changes survive the death of
 * the process and a loss of power: the write-ahead log is on the disk before the answer. Operations reject with
 * `FileInUse` while another process holds the file, and with `StoreUnavailable` for a file that cannot be opened, is
 * damaged, or belongs to another program, a development version or a newer release. Such a file is not changed, and the
 * next operation tries again. The rate limiter in memory is exact beside it, because one process holds the file; a
 * restart resets it. Everything is synchronous: a report over millions of deliveries delays requests. Needs `node:sqlite`:
 * Node.js 22.13, Deno 2.2, Bun 1.4, or later ones.
 */
export function openSqlite({
  file: path,
  deliveriesKeptMs = maxFrequencyWindowMs,
  countsKeptMs,
  networksKeptMs,
  untilExported,
  clock = systemClock,
}: SqliteStoreOptions): SqliteStore {
  const kept = checkedRetention(deliveriesKeptMs, countsKeptMs, networksKeptMs, untilExported);
  if (path === ":memory:")
    throw new RangeError("A store in memory is createMemoryStore of handbill/adapters/memory.");
  const absolute = resolve(path);
  let opened: OpenFile | undefined;
  const db = lazyDatabase(() => {
    opened = openFile(absolute);
    return opened.db;
  });
  const store = storeOn(db, createGroupCommit(db), clock, kept);
  return {
    ...store,
    planMigrations: async () => (opened === undefined ? planMigrations(absolute) : store.planMigrations()),
    migrate: async () => {
      await store.ready();
      return opened?.migrate() ?? [];
    },
    close: onceDone(async () => {
      await store.close();
      opened?.lock.release();
    }),
  };
}

interface OpenFile {
  readonly db: Database;
  readonly lock: ProcessLock;
  /** Returns the steps that the file lacked when it was opened. */
  readonly migrate: Store["migrate"];
}

function openFile(path: string): OpenFile {
  const file = existsSync(path) ? realpathSync(path) : path;
  // Before there is a lock beside it.
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory() === true) {
    throw new StoreUnavailable(`${file} is a folder: name a file in it, like ${join(file, "handbill.db")}.`);
  }
  const lock = lockFile(file);
  let db: Database | undefined;
  try {
    // Refuses what is not ours before anything is written.
    planMigrations(file);
    createFile(file);
    db = openDatabase(file);
    return { db, lock, migrate: returnedOnce(migrate(db, file)) };
  } catch (error) {
    db?.close();
    lock.release();
    throw error;
  }
}

/** The lock is a file beside the database. */
function lockFile(file: string): ProcessLock {
  const path = `${file}.lock`;
  const lock = lockAt(path);
  if (lock !== undefined) return lock;
  throw new FileInUse(
    `${file} is in use by ${holderOf(path)}. Stop it, or name another file. ` +
      "For several processes on one database, use a PostgreSQL server (DATABASE_URL).",
  );
}

function lockAt(path: string): ProcessLock | undefined {
  try {
    return takeLock(path);
  } catch (error) {
    throw toStoreError(error, path);
  }
}
