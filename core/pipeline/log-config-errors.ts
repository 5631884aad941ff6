import { describeError, type Log } from "../log.ts";

type InvalidSettings = { readonly ok: false; readonly faults: readonly string[] };
type ReadSettings = { readonly ok: true; readonly hints?: readonly string[] | undefined } | InvalidSettings;

/**
 * Reads settings, and logs each new set of faults once, because an answer of 503 sends the operator to the log. For valid
 * settings it logs the hints as warnings. An option of a wrong type is a fault, too.
 */
export function logConfigErrors<Result extends ReadSettings>(
  read: () => Result,
  log: Log,
): () => Result | InvalidSettings {
  let said = "";
  return () => {
    const result = readSafely(read);
    const messages = result.ok ? (result.hints ?? []) : result.faults;
    if (messages.length > 0 && messages.join() !== said) {
      said = messages.join();
      for (const message of messages) {
        if (result.ok) log({ level: "warn", code: "configuration-risky", message });
        else log({ level: "error", code: "configuration-invalid", message });
      }
    }
    return result;
  };
}

function readSafely<Result>(read: () => Result): Result | InvalidSettings {
  try {
    return read();
  } catch (error) {
    return { ok: false, faults: [`Correct the settings: one cannot be read. ${describeError(error)}.`] };
  }
}
