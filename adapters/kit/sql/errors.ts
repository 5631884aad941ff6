import { StoreDataError, StoreUnavailable } from "../errors.ts";
import { isTooLarge, tooLarge } from "../exact-integer.ts";
import type { SqlDialect } from "./dialect.ts";

/** Sorts an error of the driver. An error that the database has sorted itself stays. */
export function toStoreError(
  { name, faultOf }: SqlDialect,
  error: unknown,
): StoreDataError | StoreUnavailable {
  if (error instanceof StoreDataError || error instanceof StoreUnavailable) return error;
  const fault = faultOf(error);
  const text = error instanceof Error ? error.message : String(error);
  if (isTooLarge(text)) return tooLarge(error);
  const options = { code: codeOf(error), cause: error };
  if (fault === "data" || fault === "duplicate") {
    return new StoreDataError(`${name} refused a value: ${text}`, options);
  }
  const help = "Check that the database runs, can be reached and can write.";
  return new StoreUnavailable(`${name} did not answer: ${text}. ${help}`, options);
}

function codeOf(error: unknown): string {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : "";
  return typeof code === "string" ? code : "";
}
