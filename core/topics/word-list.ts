import { createFoldedText, type FoldedText } from "./fold.ts";
import { maxLettersPerCharacter } from "./plain-characters.ts";
import { hashWord, type Letters, type WordHashes } from "./word-hash.ts";

/**
 * The folded words of a text in order. In scripts without spaces each letter is a word, so that phrases are found anywhere. The
 * next text reuses the memory.
 */
export interface Words extends WordHashes {
  /** The folded letters, and separators between the words. */
  readonly letters: Letters;
  /** Number of words. */
  readonly count: number;
  /** Start and end of each word in `letters`, alternating. */
  readonly bounds: Int32Array;
}

/** The words that a reader writes. */
export interface WordList extends Words {
  readonly folded: FoldedText;
  letters: Letters;
  count: number;
  bounds: Int32Array;
  hashes: Int32Array;
  shapes: Int32Array;
  /** Scratch memory for indexes of words. */
  others: Int32Array;
  /** Scratch memory for ASCII text. */
  bytes: Uint8Array;
  view: DataView;
}

/** Units that a reader may write past the end of a text. */
const spare = 8;

/** An empty list. */
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

/** Makes room for the words of a text of this many UTF-16 units. Folding may make it longer. */
export function reserve(words: WordList, letters: number): void {
  const units = maxLettersPerCharacter * letters + spare;
  if (units > words.folded.units.length) words.folded.units = new Uint16Array(2 * units);
  if (letters + spare <= words.hashes.length) return;
  const capacity = 2 * letters + 64;
  words.hashes = new Int32Array(capacity);
  words.shapes = new Int32Array(capacity);
  words.bounds = new Int32Array(maxLettersPerCharacter * capacity);
  words.others = new Int32Array(capacity);
  words.bytes = new Uint8Array(capacity);
  words.view = new DataView(words.bytes.buffer);
}

/** Where a word starts in `letters`. */
export function startOf({ bounds }: Words, index: number): number {
  return bounds[2 * index] ?? 0;
}

/** Where a word ends in `letters`. */
export function endOf({ bounds }: Words, index: number): number {
  return bounds[2 * index + 1] ?? 0;
}

/** Makes letters `start` to `end` the word of this index. */
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
