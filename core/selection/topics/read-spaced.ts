import { partsAt } from "./plain-characters.ts";
import { letterSteps, unicode } from "./unicode.ts";
import { firstUnspaced, hardStep } from "./unicode-classes.ts";
import { asciiBase, hashOf } from "./word-hash.ts";
import { finishWords, type WordList } from "./word-list.ts";

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
  for (let index = 0; ; index++) {
    // Calls nothing, which makes it half as fast again.
    for (; index < length; index++) {
      const letter = steps[text.charCodeAt(index)] ?? 0;
      if (letter >= firstUnspaced) break;
      // All bits for a letter, none for a separator.
      const mask = -letter >> 31;
      count += before & ~mask & 1;
      units[used] = letter;
      used -= mask;
      bits |= letter;
      hash = (Math.imul(hash, asciiBase) + letter) & mask;
      ends[count] = used;
      hashes[count] = hash;
      before = mask;
    }
    if (index >= length) break;
    // Makes the table at the first character that is not ASCII, and all steps with it.
    const data = unicode();
    const step = steps[text.charCodeAt(index)] ?? 0;
    const parts = step < firstUnspaced ? [step] : partsAt(data, text, index);
    if (parts === undefined) return false;
    if (step === hardStep) index++;
    for (const letter of parts) {
      const mask = -letter >> 31;
      count += before & ~mask & 1;
      units[used] = letter;
      used -= mask;
      bits |= letter;
      hash = (Math.imul(hash, asciiBase) + letter) & mask;
      ends[count] = used;
      hashes[count] = hash;
      before = mask;
    }
  }
  words.units = units;
  words.count = count + (before & 1);
  finishWords(words);
  if (bits > 127) hashWide(words);
  return true;
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
