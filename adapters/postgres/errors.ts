import { StoreDataError, StoreUnavailable } from "../kit/errors.ts";

// Data exceptions, integrity violations, and values beyond a limit of the program (an over-long index key).
const dataErrorClasses: ReadonlySet<string> = new Set(["21", "22", "23", "54"]);

const advice: ReadonlyMap<string, string> = new Map([
  ["3F000", "The schema is missing: run `handbill migrate`, or `migrate()` of the store."],
  ["42P01", "A table is missing: run `handbill migrate`, or `migrate()` of the store."],
  ["42883", "A function is missing: run `handbill migrate`, or `migrate()` of the store."],
  ["25006", "This server is read-only: point DATABASE_URL at the primary."],
  ["28P01", "The password was refused: check DATABASE_URL."],
  ["28000", "The login was refused: check the role in DATABASE_URL and the server's pg_hba.conf."],
  ["3D000", "The database does not exist: create it, or check DATABASE_URL."],
  ["53300", "The server has no connection left: lower the size of the pool, or use a pooler."],
  ["42501", "The role lacks a privilege: grant it what `grantsFor` lists, or connect as the schema's owner."],
  ["57P03", "It is starting up or shutting down: it is tried again every second."],
  ["53100", "The server's disk is full: make room on it."],
]);

/** Sorts the errors of a driver into {@link StoreDataError} and {@link StoreUnavailable}. */
export function toStoreError(error: unknown): StoreDataError | StoreUnavailable {
  if (error instanceof StoreDataError || error instanceof StoreUnavailable) return error;
  const code = codeOf(error);
  const text = error instanceof Error ? error.message : String(error);
  if (isSqlState(code) && dataErrorClasses.has(code.slice(0, 2))) {
    return new StoreDataError(`PostgreSQL refused a value (${code}): ${text}`, { code, cause: error });
  }
  const help = advice.get(code) ?? "Check that the server of DATABASE_URL runs and can be reached.";
  return new StoreUnavailable(`PostgreSQL did not answer (${code || "no code"}): ${text}. ${help}`, {
    code,
    cause: error,
  });
}

/**
 * Deadlock, serialisation failure, an id of a delivery or an adjustment that another call inserted meanwhile, or a week that another
 * call added in the same moment: the call has left nothing.
 */
export function isTransient(error: unknown): boolean {
  const code = codeOf(error);
  if (code === "40P01" || code === "40001") return true;
  // A commit is visible shortly before other sessions learn that the table has a new partition. The next call knows it.
  if (code === "23514" && /"deliveries"/.test(errorText(error))) return true;
  // The key of a week's partition, e.g. deliveries_20260305_pkey.
  return code === "23505" && /"(?:deliveries_(?:\d+_pkey|id)|adjustments_id)"/.test(errorText(error));
}

/** The code of an error of a driver; empty without one. */
export function codeOf(error: unknown): string {
  const named = typeof error === "object" && error !== null && "code" in error ? error.code : "";
  return typeof named === "string" ? named : "";
}

function errorText(error: unknown): string {
  return error instanceof Error ? error.message : "";
}

/** Five characters, as PostgreSQL writes them; a driver's own codes are longer. */
export function isSqlState(code: string): boolean {
  return /^[0-9A-Z]{5}$/.test(code);
}
