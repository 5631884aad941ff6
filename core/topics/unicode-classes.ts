/** What a code point is in a text. Unassigned ones (in the pinned Unicode) are `separator`. */
export const separator = 0;
/** Letter or digit of a script that puts spaces between words. */
export const spaced = 1;
/** Letter of a script that does not: a word of its own. */
export const unspaced = 2;
/** Mark: part of the letter before it. */
export const mark = 3;

/** Marks a place in `folds` as the index of a text: private use, which no letter becomes. */
export const spelledBase = 0xe000;

/** Added to the step to a letter of a script without spaces. */
export const unspacedStep = 0x1_0000;
/** Steps that are no letters; 0 is a separator. Becomes the letters of its text in `spelled`, or nothing. */
export const spelledStep = 0x2_0000;
/** Takes more than a step. */
export const slowPath = 0x3_0000;

/** UTF-16 units. */
export const planeSize = 0x1_0000;

/** The pinned Unicode data, unpacked. Runtimes differ in theirs: Deno 2.9 knows Unicode 16, Node 24 and Bun 1.4 know 17. */
export interface Unicode {
  /** By UTF-16 unit. */
  readonly classes: Uint8Array;
  /** By UTF-16 unit: 0 stays as it is, from {@link spelledBase} on becomes a text of `spelled`, else this unit. */
  readonly folds: Uint16Array;
  readonly spelled: readonly (readonly number[])[];
  /** By 256 code points past the first plane: 1 when all are separators and stay as they are. */
  readonly blankPages: Uint8Array;
  readonly classOf: (codePoint: number) => number;
  /** Of code points past the first plane; `undefined` stays as it is. */
  readonly foldOf: (codePoint: number) => readonly number[] | undefined;
  /** The character that a letter and a mark make, by `letter * 65536 + mark`. */
  readonly pairs: ReadonlyMap<number, number>;
}
