import { readFileSync } from "node:fs";
import * as v from "valibot";

/** The version of the installed package. */
export function packageVersion(): string {
  const file = new URL(import.meta.resolve("handbill/package.json"));
  return v.parse(v.object({ version: v.string() }), JSON.parse(readFileSync(file, "utf8"))).version;
}
