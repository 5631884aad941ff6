import { readFile } from "node:fs/promises";
import process from "node:process";
import { text as readAll } from "node:stream/consumers";

export type ReadDocument =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string };

/** Reads the JSON document of a file, or of stdin for `-`. */
export async function readDocument(file: string): Promise<ReadDocument> {
  const name = file === "-" ? "stdin" : file;
  let text: string;
  try {
    text = file === "-" ? await readAll(process.stdin) : await readFile(file, "utf8");
  } catch (error) {
    return {
      ok: false,
      message: `Cannot read ${name}: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    return { ok: true, value };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ok: false, message: `${name} is not JSON: ${reason}` };
  }
}
