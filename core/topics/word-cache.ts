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
 * What a matcher found out about words, so that it does so once: texts consist of few words again and again. Bounded,
 * and forgets what was not seen for long. What it says depends on the word alone.
 */
export interface WordCache {
  readonly model: Model;
  readonly phrases: PhraseIndex;
  /** Fields of a record are at the distances below from where it begins. */
  readonly records: Int32Array;
  /** The letters of words that are compared. */
  readonly letters: Uint16Array;
  readonly strongest: TopWeights;
  readonly parts: Int32Array;
}

/** Field: the hash of the word, and its shape. */
export const wordHash = 0;
export const wordShape = 1;
/** Field: how often it stands in a text; 0 between texts. With {@link wasSeen} once a text had it. */
export const timesInText = 2;
/** Set until a place is sought near it. */
export const wasSeen: number = 1 << 30;
/** Field: the number of the word in the phrases, or -1. */
export const phraseNumber = 3;
/** Field: what the word adds to the squared length of a text, in hundredths. */
export const wordLength = 4;
/** Field: how many letters it has; 0 in a free place. */
const letterCount = 5;
/** Field: how many of its entries say anything: {@link hasFourWeights}, {@link hasEightWeights}, or 0 for none. */
export const strength = 6;
/** Not more than {@link fewEntries}. */
export const hasFourWeights = 1;
export const hasEightWeights = 2;
/** Field: the first of {@link entriesOfWord} entries, of the word and its parts, added up; the strongest ones. */
export const firstEntry = 8;
/** One record is a line of a processor's cache. */
export const recordSize: number = firstEntry + entriesOfWord;

const maxWords = 16_384;
/** Of a hash, the place where its word is looked for first. */
export const placeMask: number = maxWords - 1;
/** A word may lie in so many places beside each other. */
const ways = 4;
/** Longer words are looked up each time, and written behind all others. */
const maxLetters = 32;
const unremembered: number = maxWords * recordSize;

export const maxWordCacheBytes: number = maxWords * (4 * recordSize + 2 * maxLetters);

export function createWordCache(model: Model, phrases: PhraseIndex): WordCache {
  return {
    model,
    phrases,
    // Written once, so that its pages are there before a question comes.
    records: new Int32Array((maxWords + 1) * recordSize).fill(0),
    letters: new Uint16Array(maxWords * maxLetters),
    strongest: createTopWeights(model.units.length),
    parts: new Int32Array(countParts(maxLetters) + 1),
  };
}

/** The record of a word that was seen; -1 for any other. It stays until the next call of {@link learn}. */
export function recall({ records, letters }: WordCache, words: Words, index: number): number {
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

/** The record of a word that {@link recall} does not know. */
export function learn(memory: WordCache, words: Words, index: number): number {
  const { records, letters } = memory;
  const start = startOf(words, index);
  const length = endOf(words, index) - start;
  if (length > maxLetters) {
    write(memory, words, index, unremembered);
    return unremembered;
  }
  const hash = words.hashes[index] ?? 0;
  const shape = words.shapes[index] ?? 0;
  const place = makePlace(records, hash & placeMask);
  const record = place * recordSize;
  if ((shape & comparedShape) !== 0) {
    for (let at = 0; at < length; at++) letters[place * maxLetters + at] = words.letters[start + at] ?? 0;
  }
  records[record + wordHash] = hash;
  records[record + wordShape] = shape;
  records[record + letterCount] = length;
  records[record + timesInText] = 0;
  write(memory, words, index, record);
  return record;
}

/** A free place, or that of a word that was not seen since the last one was sought here. */
function makePlace(records: Int32Array, preferred: number): number {
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

/** Writes what is known of a word. */
function write(memory: WordCache, words: Words, index: number, record: number): void {
  const { model, phrases, records } = memory;
  const isUnspaced = ((words.shapes[index] ?? 0) & unspacedShape) !== 0;
  const start = startOf(words, index);
  const length = endOf(words, index) - start;
  const room = countParts(length) + 1;
  const features = room <= memory.parts.length ? memory.parts : new Int32Array(room);
  const parts = isUnspaced ? 0 : writeParts(words.letters, start, start + length, features);
  features[parts] = wordFeature(words.hashes[index] ?? 0);
  const count = takeTopWeights(
    model.words,
    features,
    parts + 1,
    memory.strongest,
    records,
    record + firstEntry,
  );
  records[record + strength] = count === 0 ? 0 : count <= fewEntries ? hasFourWeights : hasEightWeights;
  records[record + phraseNumber] = phrases.numberAt(words, index);
  records[record + wordLength] = Math.round(100 * lengthOfWord(length, isUnspaced));
}
