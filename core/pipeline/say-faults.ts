import type { Log } from "./log.ts";

type ReadSettings = { readonly ok: true } | { readonly ok: false; readonly faults: readonly string[] };

/** Reads settings, and says each new set of their faults once: an answer of 503 sends the operator to the log. */
export function sayFaults<Result extends ReadSettings>(read: () => Result, log: Log): () => Result {
  let said = "";
  return () => {
    const result = read();
    const faults = faultsOf(result);
    if (faults.length > 0 && faults.join() !== said) {
      said = faults.join();
      for (const message of faults) log({ level: "error", message });
    }
    return result;
  };
}

function faultsOf(result: ReadSettings): readonly string[] {
  return result.ok ? [] : result.faults;
}
