import { hasMixedScripts } from "./scripts.ts";
import { isUnspaced } from "./words.ts";

/**
 * Receives a feature of a text: a word, a bigram of words, a trigram of letters of a script without spaces, or a part of a word.
 * A feature is a hash of 24 bits. `kind` is the weight of its kind. `name` of a part is its word.
 */
export type FeatureVisitor = (feature: number, kind: number, name: () => string) => void;

/** Weights of the kinds of features. Measured on eight sets of questions in six languages. */
const wordWeight = 1;
export const pairWeight = 0.7;
export const tripleWeight = 0.7;
const partWeight = 0.5;

/** Added to the squared length of every text, so that a text of two words does not weigh as much as a sentence. */
export const baseLength = 10;

/** Fewest and most letters of a part. */
const minPart = 4;
const maxPart = 5;

/** Bits of a feature. */
export const featureBits = 24;
const featureMask: number = 2 ** featureBits - 1;

const fnvPrime = 0x01000193;
const wordSeed = 0x2545f491;
const partSeed = 0x1b873593;
/** Stands before the first word. */
const startOfText = "^";

/** The hash of a word (FNV-1a). */
export function hashWord(word: string): number {
  let hash = wordSeed;
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), fnvPrime);
  return hash;
}

/** The hash of the start of a text, as of a word. */
export const startHash: number = hashWord(startOfText);

/** The hash of adjacent words, by the hash of the last word and that of those before it. */
export function hashAfter(before: number, hash: number): number {
  return Math.imul(before ^ (before >>> 15), 0x9e3779b1) ^ hash;
}

/** The feature of a hash. Mixes every bit into all bits (the finaliser of MurmurHash3). */
export function featureOf(hash: number): number {
  let mixed = hash;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) & featureMask;
}

/** Reports a word and its parts with their edges: `hotel` has `hot~`, `hote~`, `~hote~`, `~hotel`, … `~tel`. */
export function eachFeatureOfWord(word: string, visit: FeatureVisitor): void {
  visit(featureOf(hashWord(word)), wordWeight, () => word);
  if (isUnspaced(word)) return;
  const edged = ` ${word} `;
  for (let from = 0; from + minPart <= edged.length; from++) {
    let hash = partSeed;
    for (let to = from + 1; to <= Math.min(from + maxPart, edged.length); to++) {
      hash = Math.imul(hash ^ edged.charCodeAt(to - 1), fnvPrime);
      if (to >= from + minPart) visit(featureOf(hash), partWeight, () => word);
    }
  }
}

/**
 * Reports every feature of a text. A word of mixed scripts has none, and the word behind it begins as a text does. A matcher
 * computes the same from its dictionary.
 */
export function eachFeature(words: readonly string[], visit: FeatureVisitor): void {
  words.forEach((word, index) => {
    if (hasMixedScripts(word)) return;
    const last = words[index - 1] ?? startOfText;
    const before = hasMixedScripts(last) ? startOfText : last;
    const hash = hashWord(word);
    eachFeatureOfWord(word, visit);
    visit(featureOf(hashAfter(hashWord(before), hash)), pairWeight, () => `${before} ${word}`);
    const first = words[index - 2];
    if (first === undefined || ![first, before, word].every(isUnspaced)) return;
    const triple = hashAfter(hashAfter(hashWord(first), hashWord(before)), hash);
    visit(featureOf(triple), tripleWeight, () => first + before + word);
  });
}

/** The share of a word in the squared length of its text. */
export function lengthOfWord(word: string): number {
  const own = wordWeight ** 2 + pairWeight ** 2;
  if (isUnspaced(word)) return own + tripleWeight ** 2;
  let parts = 0;
  for (let size = minPart; size <= maxPart; size++) parts += Math.max(0, word.length + 3 - size);
  return own + parts * partWeight ** 2;
}

/** The squared length of a text. Its score is divided by the root of it. */
export function lengthOf(words: readonly string[]): number {
  return words.reduce(
    (length, word) => length + (hasMixedScripts(word) ? 0 : lengthOfWord(word)),
    baseLength,
  );
}
