import { StoreDataError, StoreUnavailable } from "../kit/errors.ts";
import { isTooLarge, tooLarge } from "../kit/exact-integer.ts";

/** Another process, or another store of this one, has the file. */
export class FileInUse extends StoreUnavailable {
  override readonly name = "FileInUse";
}

interface Advice {
  /** SQLite's own fixed words. Deno 2.9 has no error number for calls without a prepared statement. */
  readonly says: RegExp;
  readonly help: (file: string) => string;
}

const advice: readonly Advice[] = [
  {
    says: /database or disk is full/,
    help: () =>
      "The disk is full: make room on it. Confirmed changes are kept, and nothing of this call is stored.",
  },
  {
    says: /readonly database/,
    help: (file) =>
      `This user may not write ${file} and its folder: change their owner, or mount them writable.`,
  },
  {
    says: /unable to open database file/,
    help: (file) => `Make the folder of ${file}, and let this user read and write both.`,
  },
  {
    says: /is not a database/,
    help: (file) => `${file} is no SQLite database, or its beginning is damaged: ${restore}`,
  },
  { says: /malformed/, help: (file) => `${file} is damaged: ${restore}` },
  {
    says: /disk I\/O error/,
    help: (file) => `The disk of ${file} failed: look into the system's log before you start again.`,
  },
  {
    says: /locked/,
    help: (file) => `Another program keeps a transaction open on ${file}: end it.`,
  },
];

const restore =
  "stop the server, keep the file and what lies beside it (-wal, -shm), and put the last backup in its place.";

const dataFault = /constraint failed|cannot store|datatype mismatch|too big|out of range|too large/;

/** Whether a message of SQLite blames a value. Objects of Cloudflare have the same messages. */
export function isDataFault(message: string): boolean {
  return dataFault.test(message);
}

/** Sorts the errors of the driver into {@link StoreDataError} and {@link StoreUnavailable}; errors that are not SQLite's stay. */
export function toStoreError(error: unknown, file: string): unknown {
  if (!isSqliteError(error)) return error;
  const text = error.message;
  if (isTooLarge(text)) return tooLarge(error);
  if (isDataFault(text)) return new StoreDataError(`SQLite refused a value: ${text}`, { cause: error });
  const help = advice.find(({ says }) => says.test(text))?.help(file) ?? `Look at ${file} and its disk.`;
  return new StoreUnavailable(`SQLite refused the call: ${text}. ${help}`, { cause: error });
}

function isSqliteError(error: unknown): error is Error {
  if (!(error instanceof Error) || !("code" in error)) return false;
  return error.code === "ERR_SQLITE_ERROR" || error.code === "ERR_OUT_OF_RANGE";
}
