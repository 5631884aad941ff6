import { nameBytes } from "./word-hash.ts";
import type { WordList } from "./word-list.ts";

const encoder = new TextEncoder();
const sampled = 16;
/** The highest bit of each of four bytes. */
const highest = 0x8080_8080;

/**
 * Reads a text that is all ASCII, four letters at a time, and without a branch for any of them: where words end cannot be
 * foretold, and a wrong guess costs a processor as much as ten letters. False, and nothing read, for any other text.
 */
export function readAscii(text: string, words: WordList): boolean {
  const { bytes } = words;
  const { length } = text;
  // Most other texts are known by few of their characters.
  for (let index = 0; index < length; index += sampled) if (text.charCodeAt(index) > 127) return false;
  const { read, written } = encoder.encodeInto(text, bytes);
  // Any other character takes more bytes than units.
  if (read !== length || written !== length) return false;
  // Separators, so that the last word ends.
  for (let index = length; index < length + 4; index++) bytes[index] = 0;
  const { view, bounds } = words;
  const count = findBounds(view, length, bounds) >> 1;
  for (let index = 0; index < count; index++) {
    nameBytes(words, index, view, bounds[2 * index] ?? 0, bounds[2 * index + 1] ?? 0);
  }
  words.letters = bytes;
  words.count = count;
  return true;
}

/**
 * Folds the letters of a text and finds where each word starts and ends. How many bounds there are. A byte of ASCII plus
 * a number is past 127 from a letter on: so one sum tells it of four.
 */
function findBounds(bytes: DataView, length: number, bounds: Int32Array): number {
  let count = 0;
  // The highest bit for a letter or digit.
  let before = 0;
  for (let at = 0; at <= length; at += 4) {
    const four = bytes.getInt32(at, true);
    const capital = (four + 0x3f3f3f3f) & ~(four + 0x25252525) & highest;
    const lower = four | (capital >>> 2);
    const letter = (lower + 0x1f1f1f1f) & ~(lower + 0x05050505);
    const digit = (four + 0x50505050) & ~(four + 0x46464646);
    const inWord = (letter | digit) & highest;
    const turn = inWord ^ ((inWord << 8) | before);
    before = inWord >>> 24;
    bytes.setInt32(at, lower, true);
    bounds[count] = at;
    count += (turn >>> 7) & 1;
    bounds[count] = at + 1;
    count += (turn >>> 15) & 1;
    bounds[count] = at + 2;
    count += (turn >>> 23) & 1;
    bounds[count] = at + 3;
    count += turn >>> 31;
  }
  return count;
}
