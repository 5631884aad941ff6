import { randomUUID } from "node:crypto";
import { open, readlink, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { isOutage } from "../../core/outage.ts";

/** A file or a folder cannot be written. The message says why, and what to do. */
export class NotWritten extends Error {
  override name = "NotWritten";
  /** Tells it from a bug. */
  readonly code = "NOT_WRITTEN";
}

/** Writes a file, whole or not at all: after a failure its content is that of before. Rejects with {@link NotWritten}. */
export async function replaceFile(path: string, text: string): Promise<void> {
  await writeTo(path, async () => {
    const before = await stat(path).catch(() => undefined);
    // A device or a pipe has no content to keep, and a folder is refused by the system.
    if (before?.isFile() === false) return writeFile(path, text);
    const target = before === undefined ? await newTarget(path) : await realpath(path);
    // Not by the number of the process: in containers all have the same one.
    const fresh = `${target}.${randomUUID()}.new`;
    try {
      const file = await open(fresh, "wx");
      try {
        if (before !== undefined) await file.chmod(before.mode & 0o777);
        await file.writeFile(text);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(fresh, target);
    } catch (error) {
      await rm(fresh, { force: true });
      throw error;
    }
  });
}

/** The path of a new file: where a link points, or the path itself. */
async function newTarget(path: string): Promise<string> {
  const to = await readlink(path).catch(() => undefined);
  return to === undefined ? path : resolve(dirname(path), to);
}

/** Runs a function that writes to a path. Refusals of the file system become {@link NotWritten}. */
export async function writeTo<T>(path: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    // Its code may be that of a socket.
    if (isOutage(error)) throw error;
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    const reason = reasonOf(code, path);
    throw reason === undefined ? error : new NotWritten(reason, { cause: error });
  }
}

function reasonOf(code: unknown, path: string): string | undefined {
  switch (code) {
    case "ENOSPC":
    case "EDQUOT":
    case "EFBIG":
      return `There is no room for ${path}: free some, or write to another disk.`;
    case "ENOENT":
    case "ENOTDIR":
      return `${path} cannot be written, because there is no folder ${dirname(path)}: make it, or name another.`;
    case "EISDIR":
      return `${path} is a folder: name a file.`;
    case "EACCES":
    case "EPERM":
      return `${path} cannot be written by this user: change the rights of its folder, or name another.`;
    case "EBUSY":
      return `${path} is in use or mounted by itself: mount its folder, or name another file.`;
    case "EROFS":
      return `${path} cannot be written, because its disk is read-only: name another.`;
    default:
      return undefined;
  }
}
