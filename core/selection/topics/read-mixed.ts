import { partsAt } from "./plain-characters.ts";
import { letterSteps, unicode } from "./unicode.ts";
import { firstUnspaced, hardStep, spaced, spelledStep } from "./unicode-classes.ts";
import { hashOfLetter } from "./word-hash.ts";
import { setWord, type WordList } from "./word-list.ts";

/**
 * Folds and reads a text in one pass, also of letters of scripts without spaces. False when there is a character that
 * takes more than a step.
 */
export function readMixed(text: string, words: WordList): boolean {
  const data = unicode();
  const { classes } = data;
  const steps = letterSteps();
  const { length } = text;
  const { folded, starts, ends, hashes, compared, isUnspaced } = words;
  const { units } = folded;
  words.units = units;
  let count = 0;
  let used = 0;
  let start = 0;
  for (let index = 0; index < length; index++) {
    const letter = steps[text.charCodeAt(index)] ?? 0;
    if (isUnspacedLetter(classes, letter)) {
      count = endWord(words, count, start, used);
      starts[count] = used;
      units[used++] = letter;
      start = used;
      ends[count] = used;
      hashes[count] = hashOfLetter(letter);
      compared[count] = 0;
      isUnspaced[count++] = 1;
    } else if (letter > 0 && letter < spelledStep) units[used++] = letter;
    else {
      const parts = partsAt(data, text, index);
      if (parts === undefined) return false;
      index += Number(letter === hardStep);
      for (const part of parts) {
        units[used] = part;
        if (part !== 0) used++;
        else {
          count = endWord(words, count, start, used);
          start = used;
        }
      }
    }
  }
  words.count = endWord(words, count, start, used);
  return true;
}

function isUnspacedLetter(classes: Uint8Array, letter: number): boolean {
  return letter >= firstUnspaced && letter < spelledStep && classes[letter] !== spaced;
}

/** Makes the letters since `start` a word, if there are any. How many words there are. */
function endWord(words: WordList, count: number, start: number, end: number): number {
  if (end === start) return count;
  setWord(words, count, start, end, false);
  return count + 1;
}
