import { closeSync, openSync } from "node:fs";
import { StoreUnavailable } from "../kit/errors.ts";

/** Creates a missing file, readable by its owner only, because it holds hashes of keys and identities. */
export function createFile(file: string): void {
  try {
    closeSync(openSync(file, "a", 0o600));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new StoreUnavailable(
      `${file} cannot be opened for writing: ${why}. Make its folder, and let this user read and write both.`,
      { cause: error },
    );
  }
}
