import { partsAt } from "./plain-characters.ts";
import { foldTable, unicode } from "./unicode.ts";
import { separator, slowPath, spelledStep, unspacedStep } from "./unicode-classes.ts";
import { hashOfLetter, unspacedShape } from "./word-hash.ts";
import { endOf, setWord, startOf, type WordList } from "./word-list.ts";

/** The state of reading. */
interface Cursor {
  /** Index in the text. */
  index: number;
  /** Number of words, and of letters including those of the open word. */
  count: number;
  used: number;
  /** Start of the open word. */
  start: number;
  /** Number of words that are no single letters. They are hashed at the end. */
  otherCount: number;
}

/**
 * Folds and reads a text in one pass, including letters of scripts without spaces. Returns false when a character needs the slow
 * path.
 */
export function readMixed(text: string, words: WordList): boolean {
  const data = unicode();
  const cursor: Cursor = { index: 0, count: 0, used: 0, start: 0, otherCount: 0 };
  const { units } = words.folded;
  words.letters = units;
  for (;;) {
    readSteps(text, words, cursor);
    if (cursor.index >= text.length) break;
    const parts = partsAt(data, text, cursor.index);
    if (parts === undefined) return false;
    cursor.index += foldTable()[text.charCodeAt(cursor.index)] === slowPath ? 2 : 1;
    for (const part of parts) {
      if (part === separator) endWord(words, cursor);
      else units[cursor.used++] = part;
    }
  }
  endWord(words, cursor);
  words.count = cursor.count;
  for (let at = 0; at < cursor.otherCount; at++) {
    const index = words.others[at] ?? 0;
    setWord(words, index, startOf(words, index), endOf(words, index), false);
  }
  return true;
}

/** Reads up to a character without a single letter in the fold table. Calls no function: a call halves the speed of the loop. */
function readSteps(text: string, words: WordList, cursor: Cursor): void {
  const steps = foldTable();
  const { length } = text;
  const { bounds, hashes, shapes, others } = words;
  const { units } = words.folded;
  let { index, count, used, start, otherCount } = cursor;
  for (; index < length; index++) {
    const step = steps[text.charCodeAt(index)] ?? 0;
    if (step >= unspacedStep) {
      if (step >= spelledStep) break;
      if (used > start) {
        others[otherCount++] = count;
        bounds[2 * count] = start;
        bounds[2 * count++ + 1] = used;
      }
      units[used] = step;
      bounds[2 * count] = used++;
      bounds[2 * count + 1] = used;
      hashes[count] = hashOfLetter(step - unspacedStep);
      shapes[count++] = unspacedShape;
      start = used;
    } else if (step !== separator) units[used++] = step;
    else if (used > start) {
      others[otherCount++] = count;
      bounds[2 * count] = start;
      bounds[2 * count++ + 1] = used;
      start = used;
    }
  }
  cursor.index = index;
  cursor.count = count;
  cursor.used = used;
  cursor.start = start;
  cursor.otherCount = otherCount;
}

/** Ends the open word, if it has letters. */
function endWord({ bounds, others }: WordList, cursor: Cursor): void {
  if (cursor.used === cursor.start) return;
  others[cursor.otherCount++] = cursor.count;
  bounds[2 * cursor.count] = cursor.start;
  bounds[2 * cursor.count++ + 1] = cursor.used;
  cursor.start = cursor.used;
}
