import process from "node:process";

/** 0: done. 1: it failed, trying again later may help. 2: wrong usage or invalid input, it will fail again. */
export type ExitCode = 0 | 1 | 2;

/** Where a command writes: data for programs, talk for people. No colours, so `NO_COLOR` has nothing to switch off. */
export interface Terminal {
  /** stdout */
  readonly data: (text: string) => void;
  /** stderr */
  readonly talk: (text: string) => void;
  /** Whether a person sees the data: else it goes to a file, a log or another program. Default false. */
  readonly isInteractive?: boolean | undefined;
}

export const processTerminal: Terminal = {
  data: (text) => void process.stdout.write(`${text}\n`),
  talk: (text) => void process.stderr.write(`${text}\n`),
  isInteractive: process.stdout.isTTY === true,
};

/** Lines of cells, each column as wide as its widest cell. */
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

/**
 * Text from a document or a driver, safe to print: without control characters, which terminals obey.
 */
export function printable(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, " ");
}
