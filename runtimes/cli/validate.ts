import { listErrors } from "../../core/contract/error-list.ts";
import { checkPlatformOrigins } from "../../core/management/public-suffix.ts";
import { parseCatalog } from "../../core/planning/schema.ts";
import { count } from "./change-lines.ts";
import { printIssues } from "./issues.ts";
import type { ExitCode, Terminal } from "./terminal.ts";

export interface ValidateOptions {
  readonly json: boolean;
  readonly allowLocalUrls: boolean;
}

/** Checks a whole catalogue document, which names no object that it does not declare. Needs no store. */
export function validateDocument(
  terminal: Terminal,
  document: unknown,
  { json, allowLocalUrls }: ValidateOptions,
): ExitCode {
  const suffix = checkPlatformOrigins(document);
  const parsed = parseCatalog(document, undefined, { allowLocalUrls });
  const found = [...(suffix === undefined ? [] : [suffix]), ...(parsed.ok ? [] : parsed.issues)];
  const { errors: issues, omitted: unlisted } = listErrors(found);
  const omitted = unlisted + (parsed.ok ? 0 : parsed.omitted);
  if (issues.length === 0 && parsed.ok) {
    const counts = Object.entries(parsed.catalog).map(([kind, { length }]) => `${kind} ${length}`);
    if (json) terminal.data(JSON.stringify({ outcome: "valid", issues, omitted }));
    terminal.talk(`The catalogue is valid: ${counts.join(", ")}.`);
    return 0;
  }
  if (json) terminal.data(JSON.stringify({ outcome: "invalid", issues, omitted }));
  else printIssues(terminal, issues, omitted);
  terminal.talk(`${count(issues.length + omitted, "mistake")} in the catalogue.`);
  return 1;
}
