import { type Letters, mix, unspacedShape } from "./word-hash.ts";
import { endOf, startOf, type Words } from "./word-list.ts";

/**
 * Receives the features of a text: words, bigrams of words, trigrams of letters of scripts without spaces, and parts of words.
 * A feature is a hash of 24 bits. Only the explanation makes names of features.
 */
export interface FeatureSink {
  /** A word. */
  word(index: number, feature: number): void;
  /** A part of a word: letters `from` to `to`, where one letter before and behind the word is its edge. */
  part(index: number, feature: number, from: number, to: number): void;
  /** Words `index - 1` and `index`; `index` 0 is the first word and the start of the text. */
  pair(index: number, feature: number): void;
  /** Letters `index - 2` to `index` of a script without spaces. */
  triple(index: number, feature: number): void;
}

/** Weights of the kinds of features. Measured on eight sets of questions in six languages. */
export const wordWeight = 1;
export const pairWeight = 0.7;
export const tripleWeight = 0.7;
export const partWeight = 0.5;

/** Added to the squared length of every text, so that a text of two words does not weigh as much as a sentence. */
export const baseLength = 10;

/** Fewest and most letters of a part. */
export const minPart = 4;
export const maxPart = 5;

/** Bits of a feature. */
export const featureBits = 24;
const featureMask: number = 2 ** featureBits - 1;

const edge = 0x20;
const fnvPrime = 0x01000193;
/** The hash of the position before the first word. */
export const startOfText = 0x51ed270b;
const partSalt = 0x1b873593;
const wordSalt = 0x2545f491;
const tripleSalt = 0x6c078965;

/** The feature of a word. */
export function wordFeature(hash: number): number {
  return mix(hash ^ wordSalt) & featureMask;
}

/** The hash of two adjacent words. Word hashes are mixed, so their sum is, too. */
export function bigramOf(before: number, hash: number): number {
  return (Math.imul(before, 0x9e3779b1) + hash) | 0;
}

/** The hash of a bigram and the letter behind it. */
export function trigramOf(bigram: number, hash: number): number {
  return (Math.imul(bigram ^ tripleSalt, 0x85ebca6b) + hash) | 0;
}

/** The feature of a bigram or a trigram. */
export function ngramFeature(bigram: number): number {
  return bigram >>> (32 - featureBits);
}

/**
 * Writes the parts of a word with its edges and returns their number: `hotel` has ` hot`, ` hote`, `hote`, `hotel` … `tel `.
 * `into` needs room for {@link countParts}.
 */
export function writeParts(letters: Letters, start: number, end: number, into: Int32Array): number {
  let count = 0;
  let first = edge;
  let second = letters[start] ?? 0;
  let third = start + 1 < end ? (letters[start + 1] ?? 0) : edge;
  for (let from = start - 1; from + minPart <= end + 1; from++) {
    const fourth = from + 3 < end ? (letters[from + 3] ?? 0) : edge;
    let hash = Math.imul(partSalt ^ first, fnvPrime);
    hash = Math.imul(hash ^ second, fnvPrime);
    hash = Math.imul(hash ^ third, fnvPrime);
    hash = Math.imul(hash ^ fourth, fnvPrime);
    into[count++] = mix(hash) & featureMask;
    if (from + maxPart <= end + 1) {
      const fifth = from + 4 < end ? (letters[from + 4] ?? 0) : edge;
      into[count++] = mix(Math.imul(hash ^ fifth, fnvPrime)) & featureMask;
    }
    first = second;
    second = third;
    third = fourth;
  }
  return count;
}

/** Number of parts of a word of this many UTF-16 units. */
export function countParts(length: number): number {
  let count = 0;
  for (let size = minPart; size <= maxPart; size++) count += Math.max(0, length + 3 - size);
  return count;
}

/** The share of a word in the squared length of its text. */
export function lengthOfWord(units: number, isOneOfUnspaced: boolean): number {
  const own = wordWeight ** 2 + pairWeight ** 2;
  return isOneOfUnspaced ? own + tripleWeight ** 2 : own + countParts(units) * partWeight ** 2;
}

/** Reports every feature of a text. A matcher computes the same from its word cache. */
export function eachFeature(words: Words, sink: FeatureSink): void {
  const { count, hashes, shapes } = words;
  let bigramBefore = 0;
  for (let index = 0; index < count; index++) {
    const hash = hashes[index] ?? 0;
    const bigram = bigramOf(hashes[index - 1] ?? startOfText, hash);
    sink.word(index, wordFeature(hash));
    sink.pair(index, ngramFeature(bigram));
    if (!isUnspaced(shapes, index)) eachPart(words, index, sink);
    else if (isThird(shapes, index)) sink.triple(index, ngramFeature(trigramOf(bigramBefore, hash)));
    bigramBefore = bigram;
  }
}

/** Whether the two words before are letters of scripts without spaces. */
function isThird(shapes: Int32Array, index: number): boolean {
  return index > 1 && isUnspaced(shapes, index - 1) && isUnspaced(shapes, index - 2);
}

function isUnspaced(shapes: Int32Array, index: number): boolean {
  return ((shapes[index] ?? 0) & unspacedShape) !== 0;
}

function eachPart(words: Words, index: number, sink: FeatureSink): void {
  const start = startOf(words, index);
  const end = endOf(words, index);
  const parts = new Int32Array(countParts(end - start));
  writeParts(words.letters, start, end, parts);
  let at = 0;
  for (let from = start - 1; from + minPart <= end + 1; from++) {
    for (let to = from + minPart; to <= Math.min(from + maxPart, end + 1); to++) {
      sink.part(index, parts[at++] ?? 0, from, to);
    }
  }
}

/** The squared length of a text. Its score is divided by the root of it. */
export function lengthOf(words: Words): number {
  const { count, shapes } = words;
  let length = baseLength;
  for (let index = 0; index < count; index++) {
    length += lengthOfWord(endOf(words, index) - startOf(words, index), isUnspaced(shapes, index));
  }
  return length;
}
