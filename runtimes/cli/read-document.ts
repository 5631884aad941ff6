import { isUtf8 } from "node:buffer";
import { readFile } from "node:fs/promises";
import process from "node:process";
import { buffer as readAll } from "node:stream/consumers";

export type ReadDocument =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string };

/** Reads the JSON document of a file, or of stdin for `-`. */
export async function readDocument(file: string): Promise<ReadDocument> {
  const name = file === "-" ? "stdin" : file;
  let bytes: Uint8Array;
  try {
    bytes = file === "-" ? await readAll(process.stdin) : await readFile(file);
  } catch (error) {
    return {
      ok: false,
      message: `Cannot read ${name}: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
  const text = new TextDecoder().decode(bytes);
  if (!isUtf8(bytes) || text.includes("\0")) {
    return { ok: false, message: `${name} is not text in UTF-8: save it with this encoding.` };
  }
  try {
    const value: unknown = JSON.parse(text);
    return { ok: true, value };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ok: false, message: `${name} is not JSON: ${reason}` };
  }
}
