import { foldedWords, isUnspaced } from "./words.ts";

/** The share of words in phrases above which a text is a list of keywords. */
const maxCovered = 2 / 3;
const minItems = 4;
const maxWordsPerItem = 2;
/** The length of a letter that is a word, in words. */
const letterLength = 1 / 3;

/** Words between keywords. They are of no topic. */
const connectors: ReadonlySet<string> = new Set(
  foldedWords("and or und oder et ou y o e ed en of ve veya и или і та або و أو और या と や 和 与 或 및"),
);

const separators = /[,;|/\n\t•·、，；،]+/;

/**
 * Whether a text is nothing but a list of keywords: four or more items of two words, or more than two words of three in phrases.
 * `covered` are the indexes of the words in phrases.
 */
export function isKeywordList(text: string, words: readonly string[], covered: ReadonlySet<number>): boolean {
  const items = text.split(separators).filter((item) => foldedWords(item).length > 0).length;
  const length = words.reduce((sum, word) => sum + (isUnspaced(word) ? letterLength : 1), 0);
  if (items >= minItems && length <= maxWordsPerItem * items) return true;
  const others = words.filter((word, index) => !covered.has(index) && !connectors.has(word)).length;
  return covered.size > maxCovered * (covered.size + others);
}
