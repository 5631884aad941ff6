import { partsAt } from "./plain-characters.ts";
import { letterSteps, unicode } from "./unicode.ts";
import { firstUnspaced, hardStep } from "./unicode-classes.ts";
import { asciiBase, hashOf, maxExact, mix } from "./word-hash.ts";
import type { WordList } from "./word-list.ts";

/**
 * Folds and reads a text in one pass, without a branch for each letter: where words end cannot be foretold, and a wrong
 * guess costs a processor as much as ten letters. False when there is a letter past `firstUnspaced`, or a character
 * that takes more than a step.
 */
export function readSpaced(text: string, words: WordList): boolean {
  const steps = letterSteps();
  const { length } = text;
  const { folded, ends, hashes } = words;
  const { units } = folded;
  let count = 0;
  let used = 0;
  let bits = 0;
  // Of the word so far, by the steps of `hashOf` for ASCII.
  let hash = 0;
  let before = 0;
  for (let index = 0; index < length; index++) {
    let letter = steps[text.charCodeAt(index)] ?? 0;
    if (letter >= firstUnspaced) {
      // Makes the table, at the first of them all.
      const data = unicode();
      letter = steps[text.charCodeAt(index)] ?? 0;
      const parts = partsAt(data, text, index);
      if (parts === undefined) return false;
      if (letter === hardStep) index++;
      if (parts.length === 0) continue;
      for (let at = 0; at < parts.length - 1; at++) {
        const part = parts[at] ?? 0;
        units[used++] = part;
        bits |= part;
        hash = (Math.imul(hash, asciiBase) + part) | 0;
        before = -1;
      }
      letter = parts[parts.length - 1] ?? 0;
    }
    // All bits for a letter, none for a separator.
    const mask = (0 - letter) >> 31;
    count += before & ~mask & 1;
    units[used] = letter;
    used -= mask;
    bits |= letter;
    hash = (Math.imul(hash, asciiBase) + letter) & mask;
    ends[count] = used;
    hashes[count] = hash;
    before = mask;
  }
  words.units = units;
  words.count = count + (before & 1);
  finish(words, bits > 127);
  return true;
}

function finish(words: WordList, isWide: boolean): void {
  const { count, starts, ends, hashes, compared, isUnspaced } = words;
  let start = 0;
  for (let index = 0; index < count; index++) {
    const end = ends[index] ?? 0;
    starts[index] = start;
    hashes[index] = mix(hashes[index] ?? 0);
    compared[index] = end - start <= maxExact ? 0 : end - start;
    isUnspaced[index] = 0;
    start = end;
  }
  if (isWide) hashWide(words);
}

/** The hashes of words that are not all ASCII. */
function hashWide({ units, count, starts, ends, hashes, compared }: WordList): void {
  for (let index = 0; index < count; index++) {
    const start = starts[index] ?? 0;
    const end = ends[index] ?? 0;
    let bits = 0;
    for (let at = start; at < end; at++) bits |= units[at] ?? 0;
    if (bits < 128) continue;
    hashes[index] = hashOf(units, start, end);
    compared[index] = end - start;
  }
}
