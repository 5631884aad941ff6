/** Class of a code point: separates words. Includes code points that the pinned Unicode does not assign. */
export const separator = 0;
/** Class: letter or digit of a script with spaces between words. */
export const spaced = 1;
/** Class: letter of a script without spaces; a word of its own. */
export const unspaced = 2;
/** Class: mark, which is part of the letter before it. */
export const mark = 3;

/** From this value on, an entry of `folds` is an index of `spelled`. Private use, which no letter folds to. */
export const spelledBase = 0xe000;

/** Flag of an entry of the fold table: letter of a script without spaces. */
export const unspacedStep = 0x1_0000;
/** From this value on, an entry of the fold table is no letter. This one: the letters are in `spelled`, possibly none. */
export const spelledStep = 0x2_0000;
/** Entry of the fold table: needs the slow path. */
export const slowPath = 0x3_0000;

/** Number of UTF-16 units. */
export const planeSize = 0x1_0000;

/** The pinned Unicode data, unpacked. Runtimes differ in theirs: Deno 2.9 knows Unicode 16, Node 24 and Bun 1.4 know 17. */
export interface Unicode {
  /** The class by UTF-16 unit. */
  readonly classes: Uint8Array;
  /** By UTF-16 unit: 0 for no change, from {@link spelledBase} on an index of `spelled`, else the folded unit. */
  readonly folds: Uint16Array;
  /** Folds of several units, or of none. */
  readonly spelled: readonly (readonly number[])[];
  /** By page of 256 code points: 1 when all are separators beyond the first plane that do not fold. */
  readonly blankPages: Uint8Array;
  /** The class of any code point. */
  readonly classOf: (codePoint: number) => number;
  /** The fold of a code point beyond the first plane; `undefined` for no change. */
  readonly foldOf: (codePoint: number) => readonly number[] | undefined;
  /** The composition of a letter and a mark, by `letter * 65536 + mark`. */
  readonly pairs: ReadonlyMap<number, number>;
}
