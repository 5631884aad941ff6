import process from "node:process";
import { styleText } from "node:util";

/** 0: done. 1: failed; a later attempt may succeed. 2: wrong usage or invalid input; it will fail again. */
export type ExitCode = 0 | 1 | 2;

/** A colour of a word. */
export type Colour = "green" | "yellow" | "red";

/** The output of a command: data for programs, messages for people. */
export interface Terminal {
  /** Writes to stdout. */
  readonly data: (text: string) => void;
  /** Writes a message to stderr. */
  readonly talk: (text: string) => void;
  /** Whether a person reads stdout. Otherwise it goes to a file, a log or another program. Default false. */
  readonly isInteractive?: boolean | undefined;
  /** Colours a word of `data`. Absent: without colours. */
  readonly paint?: ((colour: Colour, word: string) => string) | undefined;
  /** Shows the progress of long work in one line that the next message replaces. Absent: nobody watches. */
  readonly progress?: ((text: string) => void) | undefined;
}

const clearLine = "\r\u001b[K";
let hasProgress = false;

/** Without a terminal there are no colours and no progress; `NO_COLOR` switches colours off. */
export const processTerminal: Terminal = {
  data: (text) => write(process.stdout, text),
  talk: (text) => write(process.stderr, text),
  isInteractive: process.stdout.isTTY === true,
  ...(process.stdout.isTTY && {
    paint: (colour: Colour, word: string) => styleText(colour, word, { stream: process.stdout }),
  }),
  ...(process.stderr.isTTY && {
    progress: (text: string) => {
      hasProgress = true;
      process.stderr.write(`${clearLine}${text}`);
    },
  }),
};

function write(stream: NodeJS.WriteStream, text: string): void {
  if (hasProgress) process.stderr.write(clearLine);
  hasProgress = false;
  stream.write(`${text}\n`);
}

/** The word in its colour where the terminal has colours. */
export function painted({ paint }: Terminal, colour: Colour, word: string): string {
  return paint?.(colour, word) ?? word;
}

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
