import process from "node:process";

/** 0: done. 1: failed; a later attempt may succeed. 2: wrong usage or invalid input; it will fail again. */
export type ExitCode = 0 | 1 | 2;

/** The output of a command: data for programs, messages for people. No colours, so `NO_COLOR` has no effect. */
export interface Terminal {
  /** Writes to stdout. */
  readonly data: (text: string) => void;
  /** Writes a message to stderr. */
  readonly talk: (text: string) => void;
  /** Whether a person reads stdout. Otherwise it goes to a file, a log or another program. Default false. */
  readonly isInteractive?: boolean | undefined;
}

export const processTerminal: Terminal = {
  data: (text) => void process.stdout.write(`${text}\n`),
  talk: (text) => void process.stderr.write(`${text}\n`),
  isInteractive: process.stdout.isTTY === true,
};

/** Formats rows in columns, each as wide as its widest cell. */
export function alignColumns(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, cell.length);
  }
  return rows
    .map((row) =>
      row
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** Replaces control characters, which terminals obey, in text from a document or a driver. */
export function printable(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, " ");
}
