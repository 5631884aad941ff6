import type { Log } from "../log.ts";

type ReadSettings =
  | { readonly ok: true; readonly hints?: readonly string[] | undefined }
  | { readonly ok: false; readonly faults: readonly string[] };

/**
 * Reads settings, and logs each new set of faults once, because an answer of 503 sends the operator to the log. For valid
 * settings it logs the hints as warnings.
 */
export function logConfigErrors<Result extends ReadSettings>(read: () => Result, log: Log): () => Result {
  let said = "";
  return () => {
    const result = read();
    const messages = result.ok ? (result.hints ?? []) : result.faults;
    if (messages.length > 0 && messages.join() !== said) {
      said = messages.join();
      for (const message of messages) log({ level: result.ok ? "warn" : "error", message });
    }
    return result;
  };
}
