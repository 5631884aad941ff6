import type { CatalogIssue } from "../../core/catalog/messages.ts";
import { omittedErrors } from "../../core/contract/error-list.ts";
import { printable, type Terminal } from "./terminal.ts";

/** Prints the mistakes of a document, each with its path. */
export function printIssues(terminal: Terminal, issues: readonly CatalogIssue[], omitted: number): void {
  const lines = issues.map(({ path, message }) => `${path === "" ? "The document" : path}: ${message}`);
  printErrors(terminal, lines.map(printable), omitted);
}

export function printErrors(terminal: Terminal, listed: readonly string[], omitted: number): void {
  for (const line of listed) terminal.talk(line);
  if (omitted > 0) terminal.talk(omittedErrors(omitted));
}
