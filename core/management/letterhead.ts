import { hasAtMost, isPlainText } from "../contract/text.ts";
import type { Environment } from "../environment.ts";

/** The name and the postal address at the head of printed statements. */
export interface Letterhead {
  /** The name of the company that runs the installation. At most 200 characters. */
  readonly name?: string | undefined;
  /** Its lines are separated by line breaks. */
  readonly address?: string | undefined;
}

/** Reads the letterhead. A line break of `HANDBILL_ADDRESS` may be written as `\n`, or as a comma and a space. */
export function readLetterhead(
  options: Letterhead,
  env: Environment,
): { readonly letterhead: Letterhead; readonly faults: readonly string[] } {
  const name = (options.name ?? env("HANDBILL_NAME"))?.trim() || undefined;
  const lines = (options.address ?? env("HANDBILL_ADDRESS")?.replaceAll(/\\n|, /g, "\n") ?? "")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const address = lines.length === 0 ? undefined : lines.join("\n");
  const faults = [
    isText(name, 200) ? [] : ["HANDBILL_NAME (option installation.name) must have at most 200 characters."],
    isText(address, 500) && lines.length <= 10
      ? []
      : ["HANDBILL_ADDRESS (option installation.address) must have at most 10 lines and 500 characters."],
  ].flat();
  return { letterhead: { name, address }, faults };
}

function isText(value = "", maxCharacters: number): boolean {
  return isPlainText(value) && hasAtMost(value, maxCharacters);
}
