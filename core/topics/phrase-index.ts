import { createPhraseWords } from "./phrase-words.ts";
import type { Words } from "./word-list.ts";

/** Finds phrases in the words of a text. Phrases have the numbers of their order. */
export interface PhraseIndex {
  /** The number of a word, or -1 when no phrase has it. First words of phrases have the lowest numbers. */
  readonly wordNumber: (word: string) => number;
  /** The same for a word of a text. */
  readonly numberAt: (words: Words, index: number) => number;
  /** How many words are first words of phrases. */
  readonly firstWords: number;
  /** Calls `found` for each occurrence of a phrase. */
  readonly find: (wordNumbers: Int32Array, count: number, found: (phrase: number) => void) => void;
  /** Whether a phrase may begin at `start`, which is a first word. A fast check that rejects most. */
  readonly mayBegin: (wordNumbers: Int32Array, count: number, start: number) => boolean;
  /** Like `find`, for phrases that begin at `start`. */
  readonly findFrom: (
    wordNumbers: Int32Array,
    count: number,
    start: number,
    found: (phrase: number) => void,
  ) => void;
}

const filterBits = 2 ** 16;
/** Flags of a node. */
const ends = 1;
const continues = 2;

/** Builds the index: a trie of words. */
export function indexPhrases(phrases: readonly (readonly string[])[]): PhraseIndex {
  const { numbers, firstWords, numberAt } = createPhraseWords(phrases);
  const edges = createEdges(numbers.size);
  /** By node: the phrases that end there, and whether longer ones continue. The node of a first word is its number. */
  const endings: number[][] = Array.from({ length: firstWords }, () => []);
  const hasChildren: boolean[] = endings.map(() => false);
  phrases.forEach(([first, ...others], phrase) => {
    if (first === undefined) return;
    let node = numbers.get(first) ?? 0;
    for (const word of others) {
      const number = numbers.get(word) ?? 0;
      const known = edges.follow(node, number);
      hasChildren[node] = true;
      if (known < 0) {
        const added = endings.push([]) - 1;
        hasChildren.push(false);
        edges.add(node, number, added);
        node = added;
      } else node = known;
    }
    endings[node]?.push(phrase);
  });
  const { follow } = edges;
  // Read for every first word in a text. Most neither end a phrase nor continue one there.
  const flags = Uint8Array.from(
    endings,
    (own, node) => (own.length > 0 ? ends : 0) | (hasChildren[node] ? continues : 0),
  );
  const findFrom = (
    words: Int32Array,
    count: number,
    start: number,
    found: (phrase: number) => void,
  ): void => {
    let node = words[start] ?? -1;
    for (let next = start + 1; node >= 0; next++) {
      const flag = flags[node] ?? 0;
      if ((flag & ends) !== 0) endings[node]?.forEach(found);
      if ((flag & continues) === 0 || next >= count) return;
      const number = words[next] ?? -1;
      node = number < 0 ? -1 : follow(node, number);
    }
  };
  const mayBegin = (words: Int32Array, count: number, start: number): boolean => {
    const node = words[start] ?? -1;
    const flag = flags[node] ?? 0;
    if ((flag & ends) !== 0) return true;
    if ((flag & continues) === 0 || start + 1 >= count) return false;
    const number = words[start + 1] ?? -1;
    return number >= 0 && edges.mayFollow(node, number);
  };
  return {
    mayBegin,
    findFrom,
    wordNumber: (word) => numbers.get(word) ?? -1,
    numberAt,
    firstWords,
    find: (wordNumbers, count, found) => {
      for (let start = 0; start < count; start++) {
        const first = wordNumbers[start] ?? -1;
        if (first >= 0 && first < firstWords) findFrom(wordNumbers, count, start, found);
      }
    },
  };
}

interface Edges {
  /** False for most words that do not follow a node. */
  readonly mayFollow: (node: number, word: number) => boolean;
  /** The node after a node and a word, or -1. */
  readonly follow: (node: number, word: number) => number;
  readonly add: (node: number, word: number, to: number) => void;
}

function createEdges(wordCount: number): Edges {
  const edges = new Map<number, number>();
  // A filter of few bytes: most pairs of words are in no phrase.
  const filter = new Uint8Array(filterBits / 8);
  const hash = (node: number, word: number): number => {
    const mixed = Math.imul(Math.imul(node, 0x9e3779b1) ^ word, 0x85ebca6b);
    return (mixed ^ (mixed >>> 15)) & (filterBits - 1);
  };
  const mayFollow = (node: number, word: number): boolean => {
    const bit = hash(node, word);
    return ((filter[bit >>> 3] ?? 0) & (1 << (bit & 7))) !== 0;
  };
  return {
    mayFollow,
    follow: (node, word) => {
      if (!mayFollow(node, word)) return -1;
      return edges.get(node * wordCount + word) ?? -1;
    },
    add: (node, word, to) => {
      const bit = hash(node, word);
      filter[bit >>> 3] = (filter[bit >>> 3] ?? 0) | (1 << (bit & 7));
      edges.set(node * wordCount + word, to);
    },
  };
}
