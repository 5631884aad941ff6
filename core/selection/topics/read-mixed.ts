import { partsAt } from "./plain-characters.ts";
import { letterSteps, unicode } from "./unicode.ts";
import { firstUnspaced, hardStep, separator, spaced, spelledStep } from "./unicode-classes.ts";
import { hashOfLetter } from "./word-hash.ts";
import { setWord, type WordList } from "./word-list.ts";

/** How far a text has been read. */
interface Cursor {
  /** In the text. */
  index: number;
  /** Words, and letters of them and of the word that is not at its end. */
  count: number;
  used: number;
  /** Words that are no single letters: they are hashed at the end. */
  otherCount: number;
}

/**
 * Folds and reads a text in one pass, also of letters of scripts without spaces. False when there is a character that
 * takes more than a step.
 */
export function readMixed(text: string, words: WordList): boolean {
  const data = unicode();
  const cursor: Cursor = { index: 0, count: 0, used: 0, otherCount: 0 };
  words.units = words.folded.units;
  for (;;) {
    readSteps(text, words, cursor, data.classes);
    words.unspacedEnd = Math.max(words.unspacedEnd, cursor.count);
    if (cursor.index >= text.length) break;
    const parts = partsAt(data, text, cursor.index);
    if (parts === undefined) return false;
    cursor.index += letterSteps()[text.charCodeAt(cursor.index)] === hardStep ? 2 : 1;
    for (const part of parts) {
      if (part === separator) endWord(words, cursor);
      else words.units[cursor.used++] = part;
    }
  }
  endWord(words, cursor);
  words.count = cursor.count;
  for (let at = 0; at < cursor.otherCount; at++) {
    const index = words.others[at] ?? 0;
    setWord(words, index, words.ends[index] ?? 0, false);
  }
  return true;
}

/** Reads up to a character that no step makes one letter. Calls nothing: with a call in it the loop is half as fast. */
function readSteps(text: string, words: WordList, cursor: Cursor, classes: Uint8Array): void {
  const steps = letterSteps();
  const { length } = text;
  const { units, starts, ends, hashes, compared, isUnspaced, others } = words;
  let { index, count, used, otherCount } = cursor;
  let start = starts[count] ?? 0;
  for (; index < length; index++) {
    const letter = steps[text.charCodeAt(index)] ?? 0;
    if (letter >= spelledStep) break;
    const isLetter = letter >= firstUnspaced && classes[letter] !== spaced;
    if (used > start && (isLetter || letter === separator)) {
      others[otherCount++] = count;
      ends[count++] = used;
      start = used;
    }
    if (isLetter) {
      units[used++] = letter;
      start = used;
      hashes[count] = hashOfLetter(letter);
      compared[count] = 0;
      isUnspaced[count] = 1;
      ends[count++] = used;
    } else if (letter !== separator) units[used++] = letter;
  }
  cursor.index = index;
  cursor.count = count;
  cursor.used = used;
  cursor.otherCount = otherCount;
}

/** Makes the letters since the last word a word, if there are any. */
function endWord({ starts, ends, others }: WordList, cursor: Cursor): void {
  if (cursor.used === starts[cursor.count]) return;
  others[cursor.otherCount++] = cursor.count;
  ends[cursor.count++] = cursor.used;
}
