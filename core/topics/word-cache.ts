import { countParts, lengthOfWord, wordFeature, writeParts } from "./features.ts";
import type { Model } from "./model.ts";
import type { PhraseIndex } from "./phrase-index.ts";
import {
  createTopWeights,
  entriesOfWord,
  fewEntries,
  type TopWeights,
  takeTopWeights,
} from "./top-weights.ts";
import { comparedShape, unspacedShape } from "./word-hash.ts";
import { endOf, startOf, type Words } from "./word-list.ts";

/**
 * Cache of the weights of words, because texts repeat few words. Bounded: a word that was not seen recently is evicted. A record
 * depends on its word only.
 */
export interface WordCache {
  readonly model: Model;
  readonly phrases: PhraseIndex;
  /** The records. The constants below are the offsets of the fields of a record. */
  readonly records: Int32Array;
  /** The letters of words with {@link comparedShape}. */
  readonly letters: Uint16Array;
  /** Scratch cache. */
  readonly topWeights: TopWeights;
  /** Scratch cache for the features of a word. */
  readonly parts: Int32Array;
}

/** Fields: hash and shape of the word. */
export const wordHash = 0;
export const wordShape = 1;
/** Field: number of occurrences in the current text (0 between texts), with the flag {@link wasSeen}. */
export const timesInText = 2;
/** Flag: used since the last search for a free record in its set. */
export const wasSeen: number = 1 << 30;
/** Field: the number of the word in the phrases, or -1. */
export const phraseNumber = 3;
/** Field: share of the word in the squared length of a text, in hundredths. */
export const wordLength = 4;
/** Field: number of letters; 0 in a free record. */
const letterCount = 5;
/** Field: number of weights: {@link hasFourWeights}, {@link hasEightWeights}, or 0 for none. */
export const strength = 6;
/** At most {@link fewEntries} weights. */
export const hasFourWeights = 1;
/** More than {@link fewEntries} weights. */
export const hasEightWeights = 2;
/** Field: the first of {@link entriesOfWord} entries: the top weights of the word and its parts together. */
export const firstEntry = 8;
/** Size of a record: one cache line. */
export const recordSize: number = firstEntry + entriesOfWord;

const maxWords = 16_384;
/** Mask of a hash: the first record of its set. */
export const placeMask: number = maxWords - 1;
/** The cache is set-associative with this many ways. */
const ways = 4;
/** Longer words are not cached. */
const maxLetters = 32;
/** The record of a word that is not cached. */
const uncached: number = maxWords * recordSize;

/** The cache of a cache in bytes. */
export const maxWordCacheBytes: number = maxWords * (4 * recordSize + 2 * maxLetters);

/** An empty cache for a model and phrases. */
export function createWordCache(model: Model, phrases: PhraseIndex): WordCache {
  return {
    model,
    phrases,
    // Written once, so that the pages are mapped before the first question.
    records: new Int32Array((maxWords + 1) * recordSize).fill(0),
    letters: new Uint16Array(maxWords * maxLetters),
    topWeights: createTopWeights(model.units.length),
    parts: new Int32Array(countParts(maxLetters) + 1),
  };
}

/** The record of a cached word, or -1. Valid until the next call of {@link insert}. */
export function lookUp({ records, letters }: WordCache, words: Words, index: number): number {
  const hash = words.hashes[index] ?? 0;
  const shape = words.shapes[index] ?? 0;
  const start = startOf(words, index);
  const length = endOf(words, index) - start;
  for (let way = 0; way < ways; way++) {
    const place = (hash & placeMask) ^ way;
    const record = place * recordSize;
    if (records[record + wordHash] !== hash || records[record + wordShape] !== shape) continue;
    if (records[record + letterCount] !== length) continue;
    if ((shape & comparedShape) === 0) return record;
    const letter = place * maxLetters;
    let at = 0;
    while (at < length && words.letters[start + at] === letters[letter + at]) at++;
    if (at === length) return record;
  }
  return -1;
}

/** Caches a word for which {@link lookUp} returns -1, and returns its record. */
export function insert(cache: WordCache, words: Words, index: number): number {
  const { records, letters } = cache;
  const start = startOf(words, index);
  const length = endOf(words, index) - start;
  if (length > maxLetters) {
    write(cache, words, index, uncached);
    return uncached;
  }
  const hash = words.hashes[index] ?? 0;
  const shape = words.shapes[index] ?? 0;
  const place = findFree(records, hash & placeMask);
  const record = place * recordSize;
  if ((shape & comparedShape) !== 0) {
    for (let at = 0; at < length; at++) letters[place * maxLetters + at] = words.letters[start + at] ?? 0;
  }
  records[record + wordHash] = hash;
  records[record + wordShape] = shape;
  records[record + letterCount] = length;
  records[record + timesInText] = 0;
  write(cache, words, index, record);
  return record;
}

/** A free record of the set, or one that was not used recently. */
function findFree(records: Int32Array, preferred: number): number {
  for (let way = 0; way < ways; way++) {
    if (records[(preferred ^ way) * recordSize + letterCount] === 0) return preferred ^ way;
  }
  for (let way = 0; way < ways; way++) {
    const uses = (preferred ^ way) * recordSize + timesInText;
    if (((records[uses] ?? 0) & wasSeen) === 0) return preferred ^ way;
    records[uses] = (records[uses] ?? 0) & ~wasSeen;
  }
  return preferred;
}

/** Computes the record of a word. */
function write(cache: WordCache, words: Words, index: number, record: number): void {
  const { model, phrases, records } = cache;
  const isUnspaced = ((words.shapes[index] ?? 0) & unspacedShape) !== 0;
  const start = startOf(words, index);
  const length = endOf(words, index) - start;
  const room = countParts(length) + 1;
  const features = room <= cache.parts.length ? cache.parts : new Int32Array(room);
  const parts = isUnspaced ? 0 : writeParts(words.letters, start, start + length, features);
  features[parts] = wordFeature(words.hashes[index] ?? 0);
  const count = takeTopWeights(
    model.words,
    features,
    parts + 1,
    cache.topWeights,
    records,
    record + firstEntry,
  );
  records[record + strength] = count === 0 ? 0 : count <= fewEntries ? hasFourWeights : hasEightWeights;
  records[record + phraseNumber] = phrases.numberAt(words, index);
  records[record + wordLength] = Math.round(100 * lengthOfWord(length, isUnspaced));
}
