import { partsAt } from "./plain-characters.ts";
import { foldTable, unicode } from "./unicode.ts";
import { slowPath, unspacedStep } from "./unicode-classes.ts";
import { hashAscii, hashWord } from "./word-hash.ts";
import type { WordList } from "./word-list.ts";

/**
 * Folds and reads a text in one pass, without a branch for each letter: word ends are unpredictable, and a mispredicted branch costs
 * as much as ten letters. Returns false when there is a letter of a script without spaces or a character that needs the slow path.
 */
export function readSpaced(text: string, words: WordList): boolean {
  const steps = foldTable();
  const { length } = text;
  const { bounds } = words;
  const { units } = words.folded;
  let count = 0;
  let used = 0;
  let bits = 0;
  let before = 0;
  for (let index = 0; ; index++) {
    // Calls no function: that makes the loop half as fast again.
    for (; index < length; index++) {
      const letter = steps[text.charCodeAt(index)] ?? 0;
      if (letter >= unspacedStep) break;
      // All bits set for a letter, none for a separator.
      const mask = -letter >> 31;
      bounds[count] = used;
      count += (mask ^ before) & 1;
      units[used++] = letter;
      bits |= letter;
      before = mask;
    }
    if (index >= length) break;
    // The first character that is not ASCII fills the fold table.
    const data = unicode();
    const step = steps[text.charCodeAt(index)] ?? 0;
    const parts = step < unspacedStep ? [step] : partsAt(data, text, index);
    if (parts === undefined) return false;
    if (step === slowPath) index++;
    for (const letter of parts) {
      const mask = -letter >> 31;
      bounds[count] = used;
      count += (mask ^ before) & 1;
      units[used++] = letter;
      bits |= letter;
      before = mask;
    }
  }
  bounds[count] = used;
  words.letters = units;
  words.count = (count + (before & 1)) >> 1;
  hashWords(words, bits < 128);
  return true;
}

function hashWords(words: WordList, isAscii: boolean): void {
  const { letters, bounds, count } = words;
  for (let index = 0; index < count; index++) {
    const start = bounds[2 * index] ?? 0;
    const end = bounds[2 * index + 1] ?? 0;
    if (isAscii) hashAscii(words, index, letters, start, end);
    else hashWord(words, index, letters, start, end, false);
  }
}
