import { letterSteps } from "./unicode.ts";
import { asciiBase } from "./word-hash.ts";
import { finishWords, type WordList } from "./word-list.ts";

const encoder = new TextEncoder();
const sampled = 16;

/**
 * Reads a text that is all ASCII, in one pass over its bytes: to look at a text's characters one after the other takes longer
 * than to copy them all. Without a branch for each letter: where words end cannot be foretold, and a wrong guess costs a processor as
 * much as ten letters. False, and nothing read, for any other text.
 */
export function readAscii(text: string, words: WordList): boolean {
  const { bytes } = words;
  const { length } = text;
  // Most other texts are known by few of their characters.
  for (let index = 0; index < length; index += sampled) if (text.charCodeAt(index) > 127) return false;
  const { read, written } = encoder.encodeInto(text, bytes);
  // Any other character takes more bytes than units.
  if (read !== length || written !== length) return false;
  const { ends, hashes } = words;
  const { units } = words.folded;
  let count = 0;
  let used = 0;
  // Of the word so far, by the steps of `hashOf` for ASCII.
  let hash = 0;
  let before = 0;
  for (let index = 0; index < length; index++) {
    const letter = asciiSteps[bytes[index] ?? 0] ?? 0;
    // All bits for a letter, none for a separator.
    const mask = -letter >> 31;
    count += before & ~mask & 1;
    units[used] = letter;
    used -= mask;
    hash = (Math.imul(hash, asciiBase) + letter) & mask;
    ends[count] = used;
    hashes[count] = hash;
    before = mask;
  }
  words.units = units;
  words.count = count + (before & 1);
  finishWords(words);
  return true;
}

const asciiSteps: Uint8Array = Uint8Array.from(letterSteps().subarray(0, 128));
