import {
  composedPairs,
  markRanges,
  movedLetters,
  movedRuns,
  spelledFolds,
  unspacedRanges,
  wordRanges,
} from "./unicode-data.ts";

/** Class of a code point: separates words. Includes code points that the pinned Unicode does not assign. */
export const separator = 0;
/** Class: letter or digit of a script with spaces between words. */
export const spaced = 1;
/** Class: letter of a script without spaces; a word of its own. */
export const unspaced = 2;
/** Class: mark, which is part of the letter before it. */
export const mark = 3;

/** The pinned Unicode data, unpacked. Runtimes differ in theirs: Deno 2.9 knows Unicode 16, Node 24 and Bun 1.4 know 17. */
export interface Unicode {
  /** The class by code point. */
  readonly classes: Uint8Array;
  /** By code point: the folded text, possibly empty. No entry means no change. */
  readonly folds: ReadonlyMap<number, string>;
  /** By letter and mark: the letter that they make together. */
  readonly pairs: ReadonlyMap<string, string>;
  /** By UTF-16 unit: 1 when its character folds, may join the letter before it, or has two units. */
  readonly changes: Uint8Array;
}

let unpacked: Unicode | undefined;

/** The Unicode tables. Unpacked by the first call: ASCII text does not need them, and a serverless start would wait. */
export function unicode(): Unicode {
  unpacked ??= unpack();
  return unpacked;
}

/** The letters of Korean syllables that join the one before. */
export const joiningHangul = { from: 0x1161, to: 0x11c3 } as const;

function unpack(): Unicode {
  const folds = unpackFolds();
  const pairs = unpackPairs();
  const changes = new Uint8Array(0x1_0000);
  for (const code of folds.keys()) if (code < changes.length) changes[code] = 1;
  for (const pair of pairs.keys()) changes[pair.charCodeAt(1)] = 1;
  changes.fill(1, joiningHangul.from, joiningHangul.to);
  changes.fill(1, 0xd800, 0xdc00);
  return { classes: unpackClasses(), folds, pairs, changes };
}

/** The numbers of a text of the pinned data. */
export function numbersOf(text: string): readonly number[] {
  return JSON.parse(`[${text}]`);
}

function unpackClasses(): Uint8Array {
  const classes = new Uint8Array(0x11_0000);
  const ranges = [
    [wordRanges, spaced],
    [unspacedRanges, unspaced],
    [markRanges, mark],
  ] as const;
  for (const [text, kind] of ranges) {
    const numbers = numbersOf(text);
    let end = 0;
    for (let index = 0; index < numbers.length; index += 2) {
      const start = end + (numbers[index] ?? 0);
      end = start + (numbers[index + 1] ?? 0);
      classes.fill(kind, start, end);
    }
  }
  return classes;
}

function unpackFolds(): ReadonlyMap<number, string> {
  const folds = new Map<number, string>();
  const runs = numbersOf(movedRuns);
  let code = 0;
  for (let index = 0; index < runs.length; index += 4) {
    const [distance = 0, length = 0, step = 1, by = 0] = runs.slice(index, index + 4);
    code += distance;
    for (let at = 0; at < length; at++) {
      folds.set(code + at * step, String.fromCodePoint(code + at * step + by));
    }
  }
  const letters = numbersOf(movedLetters);
  code = 0;
  for (let index = 0; index < letters.length; index += 2) {
    code += letters[index] ?? 0;
    folds.set(code, String.fromCodePoint(letters[index + 1] ?? 0));
  }
  const texts = numbersOf(spelledFolds);
  code = 0;
  for (let index = 0; index < texts.length; ) {
    code += texts[index] ?? 0;
    const end = index + 2 + (texts[index + 1] ?? 0);
    folds.set(code, String.fromCodePoint(...texts.slice(index + 2, end)));
    index = end;
  }
  return folds;
}

function unpackPairs(): ReadonlyMap<string, string> {
  const numbers = numbersOf(composedPairs);
  const pairs = new Map<string, string>();
  for (let index = 0; index < numbers.length; index += 3) {
    const [letter = 0, mark = 0, together = 0] = numbers.slice(index, index + 3);
    pairs.set(String.fromCodePoint(letter, mark), String.fromCodePoint(together));
  }
  return pairs;
}
