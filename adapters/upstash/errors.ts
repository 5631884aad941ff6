import { StoreDataError, StoreUnavailable } from "../kit/errors.ts";

const advice: readonly (readonly [pattern: RegExp, help: string])[] = [
  [/WRONGPASS|NOAUTH|Unauthorized/i, "The token was refused: check UPSTASH_REDIS_REST_TOKEN."],
  [/NOPERM|READONLY/, "The token may only read: use the database's standard token."],
  [/OOM|capacity quota/i, "The database is full: raise its size, or keep deliveries for a shorter time."],
  [/max (?:daily )?requests? limit/i, "The plan's requests are used up: raise its limit."],
  [/timeout|timed out|aborted/i, "It did not answer in time. The call may have taken effect."],
];

/** Errors that one item causes: a script's own error, a value of another type, or an oversized request. */
const dataFault =
  /HANDBILL_DATA|WRONGTYPE|max request size|script: |user_script:|@user_script|Error running script/i;

const ofDevelopment =
  "A development version of Handbill before 0.1.0 wrote the keys of this prefix, and they stay as they are. Export the catalogue " +
  "with that version (GET /api/v1/manage/catalog), choose another prefix or database, and apply the catalogue there " +
  "(`handbill apply`).";

/** Sorts the errors of the client into {@link StoreDataError} and {@link StoreUnavailable}. */
export function toStoreError(error: unknown): StoreDataError | StoreUnavailable {
  if (error instanceof StoreDataError || error instanceof StoreUnavailable) return error;
  const text = reasonOf(error);
  if (text.includes("HANDBILL_DEVELOPMENT"))
    return new StoreUnavailable(ofDevelopment, { code: "UNSUITABLE_DATABASE" });
  if (dataFault.test(text)) return new StoreDataError(`Redis refused a value: ${text}`);
  const help = advice.find(([pattern]) => pattern.test(text))?.[1] ?? "Check UPSTASH_REDIS_REST_URL.";
  return new StoreUnavailable(`Redis refused the call: ${text}. ${help}`);
}

/** The server does not know a script by its digest: it never did, or was started again. */
export function isUnknownScript(error: unknown): boolean {
  return reasonOf(error).includes("NOSCRIPT");
}

/**
 * The reason of an error, without the command. @upstash/redis 1.39 appends the whole command, ids and keyed hashes included,
 * and these must not reach a log.
 */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : "";
  return `${message.split(", command was:")[0] ?? ""}${cause}`.slice(0, 500);
}
