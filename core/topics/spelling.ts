import { isUnspaced } from "./words.ts";

/** The declared word that a word is one typo away from, or the word itself. */
export type Spelling = (word: string) => string;

/** Shorter words have too many neighbours. */
const minLetters = 5;
/** Each known word takes as many entries of memory as it has letters. */
const maxWords = 20_000;

/**
 * Corrects a word that no declaration has: a letter too many, missing, wrong, or swapped with the next. Words that have a letter
 * less are the keys (SymSpell), so a word costs as many lookups as it has letters.
 */
export function createSpelling(words: Iterable<string>): Spelling {
  const known = new Set<string>();
  const byShorter = new Map<string, string>();
  for (const word of words) {
    if (known.has(word)) continue;
    known.add(word);
    if (!isCorrectable(word, minLetters) || known.size > maxWords) continue;
    for (const key of keysOf(word)) if (!byShorter.has(key)) byShorter.set(key, word);
  }
  return (word) => {
    if (known.has(word) || !isCorrectable(word, minLetters - 1)) return word;
    for (const key of keysOf(word)) {
      const found = byShorter.get(key);
      if (found !== undefined && isOneTypo(word, found)) return found;
    }
    return word;
  };
}

function isCorrectable(word: string, least: number): boolean {
  return word.length >= least && !/\d/.test(word) && !isUnspaced(word);
}

/** The word, and the word without each of its letters. */
function keysOf(word: string): readonly string[] {
  return Array.from({ length: word.length + 1 }, (_, at) => word.slice(0, at) + word.slice(at + 1));
}

/**
 * Whether two different words differ in one letter, or in the order of two. The last letter is the same: otherwise it is another
 * form of the word, which its parts recognise.
 */
function isOneTypo(one: string, other: string): boolean {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start++;
  let end = 0;
  const shared = Math.min(one.length, other.length) - start;
  while (end < shared && one.at(-1 - end) === other.at(-1 - end)) end++;
  if (end === 0) return false;
  const mine = one.slice(start, one.length - end);
  const theirs = other.slice(start, other.length - end);
  if (mine.length <= 1 && theirs.length <= 1) return true;
  return mine.length === 2 && theirs === `${mine[1]}${mine[0]}`;
}
