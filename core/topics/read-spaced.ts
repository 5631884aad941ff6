import { partsAt } from "./plain-characters.ts";
import { foldTable, unicode } from "./unicode.ts";
import { slowPath, unspacedStep } from "./unicode-classes.ts";
import { hashWord, nameAscii } from "./word-hash.ts";
import type { WordList } from "./word-list.ts";

/**
 * Folds and reads a text in one pass, without a branch for each letter: where words end cannot be foretold, and a wrong
 * guess costs a processor as much as ten letters. False when there is a letter of a script without spaces, or a
 * character that takes more than a step.
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
    // Calls nothing, which makes it half as fast again.
    for (; index < length; index++) {
      const letter = steps[text.charCodeAt(index)] ?? 0;
      if (letter >= unspacedStep) break;
      // All bits for a letter, none for a separator.
      const mask = -letter >> 31;
      bounds[count] = used;
      count += (mask ^ before) & 1;
      units[used++] = letter;
      bits |= letter;
      before = mask;
    }
    if (index >= length) break;
    // Makes the table at the first character that is not ASCII, and all steps with it.
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
  nameWords(words, bits < 128);
  return true;
}

function nameWords(words: WordList, isAscii: boolean): void {
  const { letters, bounds, count } = words;
  for (let index = 0; index < count; index++) {
    const start = bounds[2 * index] ?? 0;
    const end = bounds[2 * index + 1] ?? 0;
    if (isAscii) nameAscii(words, index, letters, start, end);
    else hashWord(words, index, letters, start, end, false);
  }
}
