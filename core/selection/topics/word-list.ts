import { createFoldedText, type FoldedText } from "./fold.ts";
import { maxLettersOfOne } from "./plain-characters.ts";
import { hashOf, hashOfLetter, maxExact, mix } from "./word-hash.ts";

/**
 * The words of a text, folded, in order; single letters of scripts without spaces, so that a phrase of theirs is found
 * anywhere. In memory that the next text uses again.
 */
export interface Words {
  /** Folded letters of the words, one after the other. */
  readonly units: Uint16Array;
  readonly count: number;
  /** Place of each word in `units`. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** A number of its letters. */
  readonly hashes: Int32Array;
  /** How many first letters of words with the same hash tell whether they are the same word; 0 where the hash tells it. */
  readonly compared: Int32Array;
  /** 1 for a letter of a script without spaces. */
  readonly isUnspaced: Uint8Array;
}

/** What a reader writes into. */
export interface WordList extends Words {
  readonly folded: FoldedText;
  units: Uint16Array;
  count: number;
  starts: Int32Array;
  ends: Int32Array;
  hashes: Int32Array;
  compared: Int32Array;
  isUnspaced: Uint8Array;
  /** Letters of scripts without spaces lie before this one, of this text or one before it. */
  unspacedEnd: number;
  /** Room for the numbers of some words. */
  others: Int32Array;
  /** Room for a text of ASCII. */
  bytes: Uint8Array;
}

export function createWordList(): WordList {
  return {
    folded: createFoldedText(),
    units: new Uint16Array(),
    count: 0,
    starts: new Int32Array(),
    ends: new Int32Array(),
    hashes: new Int32Array(),
    compared: new Int32Array(),
    isUnspaced: new Uint8Array(),
    unspacedEnd: 0,
    others: new Int32Array(),
    bytes: new Uint8Array(),
  };
}

/** Makes room for the words of so many characters, which may become more letters. */
export function reserve(words: WordList, letters: number): void {
  const units = maxLettersOfOne * letters;
  if (units > words.folded.units.length) words.folded.units = new Uint16Array(2 * units);
  if (letters <= words.starts.length) return;
  const capacity = 2 * letters + 64;
  // A word begins where the one before it ends, so these are one array.
  const bounds = new Int32Array(capacity + 1);
  words.starts = bounds;
  words.ends = bounds.subarray(1);
  words.hashes = new Int32Array(capacity);
  words.compared = new Int32Array(capacity);
  words.isUnspaced = new Uint8Array(capacity);
  words.unspacedEnd = 0;
  words.others = new Int32Array(capacity);
  words.bytes = new Uint8Array(capacity);
}

/** Makes what stands from the end of the word before to `end` the word of this index. */
export function setWord(words: WordList, index: number, end: number, isUnspaced: boolean): void {
  const { units, starts, ends, hashes, compared } = words;
  const start = starts[index] ?? 0;
  const length = end - start;
  const isLetter = isUnspaced && length === 1;
  ends[index] = end;
  hashes[index] = isLetter ? hashOfLetter(units[start] ?? 0) : hashOf(units, start, end);
  compared[index] = isLetter ? 0 : isAscii(units, start, end) ? Math.max(0, length - maxExact) : length;
  words.isUnspaced[index] = isUnspaced ? 1 : 0;
  if (isUnspaced) words.unspacedEnd = Math.max(words.unspacedEnd, index + 1);
}

function isAscii(units: Uint16Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if ((units[at] ?? 0) > 127) return false;
  return true;
}

/** Of words whose hashes are made by the steps for ASCII: spreads these, and says what else is compared. */
export function finishWords(words: WordList): void {
  const { count, starts, ends, hashes, compared } = words;
  for (let index = 0; index < count; index++) {
    hashes[index] = mix(hashes[index] ?? 0);
    const more = (ends[index] ?? 0) - (starts[index] ?? 0) - maxExact;
    compared[index] = more & ~(more >> 31);
  }
  if (words.unspacedEnd > 0) words.isUnspaced.fill(0, 0, words.unspacedEnd);
  words.unspacedEnd = 0;
}
