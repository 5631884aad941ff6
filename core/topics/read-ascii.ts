import { hashBytes } from "./word-hash.ts";
import type { WordList } from "./word-list.ts";

const encoder = new TextEncoder();
const sampled = 16;
/** The highest bit of each of four bytes. */
const highest = 0x8080_8080;

/**
 * Reads an ASCII text, four letters at a time and without a branch for each: word ends are unpredictable, and a mispredicted branch
 * costs as much as ten letters. Returns false, without reading, for any other text.
 */
export function readAscii(text: string, words: WordList): boolean {
  const { bytes } = words;
  const { length } = text;
  // A sample of the characters rejects most other texts.
  for (let index = 0; index < length; index += sampled) if (text.charCodeAt(index) > 127) return false;
  const { read, written } = encoder.encodeInto(text, bytes);
  // A character that is not ASCII takes more bytes than units.
  if (read !== length || written !== length) return false;
  // Separators, so that the last word ends.
  for (let index = length; index < length + 4; index++) bytes[index] = 0;
  const { view, bounds } = words;
  const count = findBounds(view, length, bounds) >> 1;
  for (let index = 0; index < count; index++) {
    hashBytes(words, index, view, bounds[2 * index] ?? 0, bounds[2 * index + 1] ?? 0);
  }
  words.letters = bytes;
  words.count = count;
  return true;
}

/**
 * Folds the letters of a text, writes the start and the end of each word, and returns the number of these bounds. Adding a
 * constant sets the highest bit of each byte from a certain letter on, so one addition compares four bytes.
 */
function findBounds(bytes: DataView, length: number, bounds: Int32Array): number {
  let count = 0;
  // The highest bit is set for a letter or digit.
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
