import { mix, type Words } from "./words.ts";

/**
 * What the model sees in a text: words, two words in a row, three letters in a row of a script without spaces, and
 * parts of words. A feature is a number of 24 bits made of its letters; names are made only to explain.
 */
export interface FeatureSink {
  /** A word, and how many features it and its parts are. */
  word(index: number, feature: number): void;
  part(index: number, feature: number, from: number, to: number): void;
  /** Words `index - 1` and `index`; `index` 0 is the first word and the start of the text. */
  pair(index: number, feature: number): void;
  triple(index: number, feature: number): void;
}

/** How much a feature of each kind counts. Measured on eight sets of questions in six languages. */
export const wordWeight = 1;
export const pairWeight = 0.7;
export const tripleWeight = 0.7;
export const partWeight = 0.5;

/** Length that every text is taken to have beside its own, so that two words do not speak as loud as a sentence. */
export const baseLength = 10;

/** Letters of a part. */
export const minPart = 3;
export const maxPart = 4;

export const featureBits = 24;
const featureMask: number = 2 ** featureBits - 1;

const edge = 0x20;
const fnvPrime = 0x01000193;
/** Stands for the hash of the word before the first. */
export const startOfText = 0x51ed270b;
const salts = { word: 0x2545f491, pair: 0x6c078965, triple: 0x5bd1e995, part: 0x1b873593 };

export function wordFeature(hash: number): number {
  return mix(hash ^ salts.word) & featureMask;
}

export function pairFeature(before: number, hash: number): number {
  return mix(Math.imul(before ^ salts.pair, 0x9e3779b1) + hash) & featureMask;
}

export function tripleFeature(first: number, second: number, third: number): number {
  return (
    mix(Math.imul(Math.imul(first ^ salts.triple, 0x9e3779b1) + second, 0x85ebca6b) + third) & featureMask
  );
}

/** The parts of a word between its edges: `hotel` has ` ho`, `hot` … `el `, ` hot` … `tel `. */
export function eachPart(
  units: Uint16Array,
  start: number,
  end: number,
  see: (feature: number, from: number, to: number) => void,
): void {
  for (let from = start - 1; from <= end; from++) {
    let hash = salts.part;
    const last = Math.min(from + maxPart, end + 1);
    for (let at = from; at < last; at++) {
      hash = Math.imul(hash ^ (at < start || at >= end ? edge : (units[at] ?? 0)), fnvPrime);
      if (at - from + 1 >= minPart) see(mix(hash) & featureMask, from, at + 1);
    }
  }
}

/** How many parts a word of this many units has. */
export function countParts(length: number): number {
  let count = 0;
  for (let size = minPart; size <= maxPart; size++) count += Math.max(0, length + 3 - size);
  return count;
}

/** What a word adds to the squared length of a text. */
export function lengthOfWord(units: number, isUnspaced: boolean): number {
  const own = wordWeight ** 2 + pairWeight ** 2;
  return isUnspaced ? own + tripleWeight ** 2 : own + countParts(units) * partWeight ** 2;
}

/** Every feature of a text. A matcher does the same word by word, from memory. */
export function eachFeature(words: Words, sink: FeatureSink): void {
  const { units, count, starts, ends, hashes, isUnspaced } = words;
  for (let index = 0; index < count; index++) {
    const hash = hashes[index] ?? 0;
    const before = hashes[index - 1] ?? startOfText;
    sink.word(index, wordFeature(hash));
    sink.pair(index, pairFeature(before, hash));
    if (isUnspaced[index] === 1) {
      if (index > 1 && isUnspaced[index - 1] === 1 && isUnspaced[index - 2] === 1) {
        sink.triple(index, tripleFeature(hashes[index - 2] ?? 0, before, hash));
      }
    } else {
      eachPart(units, starts[index] ?? 0, ends[index] ?? 0, (feature, from, to) =>
        sink.part(index, feature, from, to),
      );
    }
  }
}

/** The squared length of a text: its score is divided by the root of it. */
export function lengthOf({ count, starts, ends, isUnspaced }: Words): number {
  let length = baseLength;
  for (let index = 0; index < count; index++) {
    length += lengthOfWord((ends[index] ?? 0) - (starts[index] ?? 0), isUnspaced[index] === 1);
  }
  return length;
}
