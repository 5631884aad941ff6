import { createFoldedText, type FoldedText } from "./fold.ts";
import { maxLettersOfOne } from "./plain-characters.ts";
import { hashWord, type Letters, type WordNames } from "./word-hash.ts";

/**
 * The words of a text, folded, in order; single letters of scripts without spaces, so that a phrase of theirs is found
 * anywhere. In memory that the next text uses again.
 */
export interface Words extends WordNames {
  /** Folded, and what stands between the words. */
  readonly letters: Letters;
  readonly count: number;
  /** Where the words start and end in `letters`, in turns. */
  readonly bounds: Int32Array;
}

/** What a reader writes into. */
export interface WordList extends Words {
  readonly folded: FoldedText;
  letters: Letters;
  count: number;
  bounds: Int32Array;
  hashes: Int32Array;
  shapes: Int32Array;
  /** Room for the numbers of some words. */
  others: Int32Array;
  /** Room for a text of ASCII. */
  bytes: Uint8Array;
  view: DataView;
}

/** A reader may write so many past the end of a text. */
const spare = 8;

export function createWordList(): WordList {
  return {
    folded: createFoldedText(),
    letters: new Uint16Array(),
    count: 0,
    bounds: new Int32Array(),
    hashes: new Int32Array(),
    shapes: new Int32Array(),
    others: new Int32Array(),
    bytes: new Uint8Array(),
    view: new DataView(new ArrayBuffer()),
  };
}

/** Makes room for the words of so many characters, which may become more letters. */
export function reserve(words: WordList, letters: number): void {
  const units = maxLettersOfOne * letters + spare;
  if (units > words.folded.units.length) words.folded.units = new Uint16Array(2 * units);
  if (letters + spare <= words.hashes.length) return;
  const capacity = 2 * letters + 64;
  words.hashes = new Int32Array(capacity);
  words.shapes = new Int32Array(capacity);
  words.bounds = new Int32Array(maxLettersOfOne * capacity);
  words.others = new Int32Array(capacity);
  words.bytes = new Uint8Array(capacity);
  words.view = new DataView(words.bytes.buffer);
}

export function startOf({ bounds }: Words, index: number): number {
  return bounds[2 * index] ?? 0;
}

export function endOf({ bounds }: Words, index: number): number {
  return bounds[2 * index + 1] ?? 0;
}

/** Makes a piece of `letters` the word of this index. */
export function setWord(
  words: WordList,
  index: number,
  start: number,
  end: number,
  isUnspaced: boolean,
): void {
  words.bounds[2 * index] = start;
  words.bounds[2 * index + 1] = end;
  hashWord(words, index, words.letters, start, end, isUnspaced);
}
