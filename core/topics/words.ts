import { textOf } from "./fold.ts";
import { readAscii } from "./read-ascii.ts";
import { readFolded } from "./read-folded.ts";
import { readMixed } from "./read-mixed.ts";
import { readSpaced } from "./read-spaced.ts";
import { createWordList, endOf, reserve, startOf, type Words } from "./word-list.ts";

/** Reads the words of a text. The next call overwrites the result. */
export type WordReader = (text: string) => Words;

/** A reader with memory of its own. */
export function createWordReader(): WordReader {
  const words = createWordList();
  return (text) => {
    reserve(words, text.length);
    if (readAscii(text, words)) return words;
    if (!readSpaced(text, words) && !readMixed(text, words)) readFolded(text, words);
    return words;
  };
}

/** A word as a string. */
export function wordAt(words: Words, index: number): string {
  return textOf(words.letters, startOf(words, index), endOf(words, index));
}

const read: WordReader = createWordReader();

/** The folded words of a text as strings. */
export function foldedWords(text: string): readonly string[] {
  const words = read(text);
  return Array.from({ length: words.count }, (_, index) => wordAt(words, index));
}
