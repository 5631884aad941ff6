import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join, resolve } from "node:path";
import process from "node:process";

/** Another process, or another store of this one, has the directory. */
export class DirectoryInUse extends Error {
  override readonly name = "DirectoryInUse";
}

export interface DirectoryLock {
  /** Gives the directory back; more calls do nothing. */
  release(): void;
}

interface Holder {
  readonly pid: number;
  readonly host: string;
  /**
   * When the process started, in clock ticks since boot; tells a process from a later one with its number.
   */
  readonly started: string;
  readonly token: string;
}

const lockFile = "handbill.lock";

/**
 * Locked by this process: a lock file with our pid that is not in here was left by a process of the same
 * number.
 */
const ours = new Set<string>();

/**
 * Takes `directory` for this process, and makes it if there is none. PGlite 0.5.16 does not lock, and two
 * processes on one directory lose each other's rows. What a dead process left is taken over; a live holder is
 * named.
 */
export function lockDirectory(directory: string): DirectoryLock {
  const path = join(resolve(directory), lockFile);
  mkdirSync(resolve(directory), { recursive: true });
  const me: Holder = {
    pid: process.pid,
    host: hostname(),
    started: statOf(process.pid).started,
    token: crypto.randomUUID(),
  };
  if (!tryCreate(path, me)) takeOver(path, me, directory);
  ours.add(path);
  return {
    release() {
      if (ours.delete(path) && readHolder(path)?.token === me.token) rmSync(path, { force: true });
    },
  };
}

/** Only one process at a time may replace a dead one's lock; otherwise a third could remove the second's. */
function takeOver(path: string, me: Holder, directory: string): void {
  const guard = `${path}.takeover`;
  const holder = readHolder(path);
  if (holder !== undefined && isAlive(holder, path)) refuse(holder, directory, path);
  if (!tryCreate(guard, me)) {
    const rival = readHolder(guard);
    if (rival !== undefined && isAlive(rival, guard)) refuse(rival, directory, path);
    rmSync(guard, { force: true });
    throw new DirectoryInUse(`${directory} was being taken over by a process that died. Start again.`);
  }
  try {
    const now = readHolder(path);
    if (now !== undefined && isAlive(now, path)) refuse(now, directory, path);
    const draft = `${path}.${me.token}`;
    writeFileSync(draft, JSON.stringify(me));
    renameSync(draft, path);
  } finally {
    rmSync(guard, { force: true });
  }
}

function refuse(holder: Holder, directory: string, path: string): never {
  const who =
    holder.host === hostname()
      ? `process ${holder.pid}${holder.pid === process.pid ? " (this one)" : ""}`
      : `process ${holder.pid} on the host ${holder.host}, which cannot be checked from here`;
  const stop = holder.host === hostname() ? "Stop it" : `If it no longer runs, delete ${path}`;
  throw new DirectoryInUse(
    `The data directory ${directory} is in use by ${who}. ${stop}, or choose another directory. ` +
      "For several processes on one database, use a PostgreSQL server (DATABASE_URL).",
  );
}

/** A link appears with its content or not at all: nobody reads a lock that is only half written. */
function tryCreate(path: string, holder: Holder): boolean {
  const draft = `${path}.${holder.token}`;
  writeFileSync(draft, JSON.stringify(holder));
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** `undefined` for a lock that is gone or was cut short by a crash. */
function readHolder(path: string): Holder | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
    return isHolder(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isHolder(value: unknown): value is Holder {
  if (typeof value !== "object" || value === null) return false;
  const fields = new Map(Object.entries(value));
  const texts = [fields.get("host"), fields.get("started"), fields.get("token")];
  return typeof fields.get("pid") === "number" && texts.every((text) => typeof text === "string");
}

function isAlive(holder: Holder, path: string): boolean {
  if (holder.host !== hostname()) return true;
  if (holder.pid === process.pid) return ours.has(path) || path.endsWith(".takeover");
  if (!processExists(holder.pid)) return false;
  const { started, zombie } = statOf(holder.pid);
  return !zombie && (holder.started === "" || started === "" || holder.started === started);
}

function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Without the permission to ask (EPERM, Deno's NotCapable) the holder counts as alive.
    return codeOf(error) !== "ESRCH";
  }
}

/**
 * Fields 3 and 22 of /proc/PID/stat, counted from the name in parentheses. A zombie has died and only waits
 * for its parent, as children of an npm that is process 1 of a container do. Nothing where /proc may not be
 * read (Deno).
 */
function statOf(pid: number): { readonly started: string; readonly zombie: boolean } {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { started: fields[19] ?? "", zombie: fields[0] === "Z" };
  } catch {
    return { started: "", zombie: false };
  }
}

function codeOf(error: unknown): unknown {
  return typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
}
