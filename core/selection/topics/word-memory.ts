import { addFeatures } from "./feature-table.ts";
import { countParts, lengthOfWord, wordFeature, writeParts } from "./features.ts";
import type { Model } from "./model.ts";
import type { PhraseIndex } from "./phrase-index.ts";
import { entriesOfWord, takeStrongest } from "./strongest.ts";
import { exactHash, maxExact } from "./word-hash.ts";
import type { Words } from "./word-list.ts";

/**
 * What is known of words that were seen lately: looking up a word's parts costs thirty times what remembering their sum
 * does. Bounded; a new word takes the place of one that was not seen for long. What it says depends on the word alone.
 */
export interface WordMemory {
  readonly model: Model;
  readonly phrases: PhraseIndex;
  /** Fields of a record are at the distances below from where it begins. */
  readonly records: Int32Array;
  /** Those letters of the word that are compared. */
  readonly letters: Uint16Array;
  /** All 0 between calls. */
  readonly sums: Int32Array;
  readonly parts: Int32Array;
  readonly found: Int32Array;
}

/** Field: the hash of the word. */
export const wordHash = 0;
/** Field: how many of its letters are compared, and 1; {@link exact} for none, 0 in a free place. */
export const wordShape = 1;
export const exact = 1;
const free = 0;
/** Field: 1 when the word was seen since a place was last sought near it. */
export const wasSeen = 2;
/** Field: how often it stands in a text; 0 between texts. */
export const timesInText = 3;
/** Field: the number of the word in the phrases, or -1. */
export const phraseNumber = 4;
/** Field: what the word adds to the squared length of a text, in hundredths. */
export const wordLength = 5;
/** Field: the first letters of the word as a number, or 0. */
const beginning = 6;
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

export const maxWordMemoryBytes: number = maxWords * (4 * recordSize + 2 * maxLetters);

export function createWordMemory(model: Model, phrases: PhraseIndex): WordMemory {
  return {
    model,
    phrases,
    records: new Int32Array((maxWords + 1) * recordSize),
    letters: new Uint16Array(maxWords * maxLetters),
    sums: new Int32Array(model.units.length),
    parts: new Int32Array(countParts(maxLetters) + 1),
    // One is always written past those that are found.
    found: new Int32Array(model.units.length + 1),
  };
}

/** The record of a word that was seen; -1 for any other. It stays until the next call of {@link learn}. */
export function recall({ records, letters }: WordMemory, words: Words, index: number): number {
  const hash = words.hashes[index] ?? 0;
  const count = words.compared[index] ?? 0;
  const first = beginningOf(words, index);
  for (let way = 0; way < ways; way++) {
    const place = (hash & placeMask) ^ way;
    const record = place * recordSize;
    if (records[record + wordHash] !== hash || records[record + wordShape] !== count + exact) continue;
    if (records[record + beginning] !== first) continue;
    const start = words.starts[index] ?? 0;
    const letter = place * maxLetters;
    // The beginning of a word of ASCII tells its letters.
    let at = first === 0 ? 0 : maxExact;
    while (at < count && words.units[start + at] === letters[letter + at]) at++;
    if (at >= count) return record;
  }
  return -1;
}

/** The letters of an ASCII word before those that its hash tells, as far as a number tells them; 0 for other words. */
function beginningOf({ units, starts, ends, compared }: Words, index: number): number {
  const start = starts[index] ?? 0;
  const count = compared[index] ?? 0;
  if (count === 0 || count === (ends[index] ?? 0) - start) return 0;
  return exactHash(units, start);
}

/** The record of a word that {@link recall} does not know. */
export function learn(memory: WordMemory, words: Words, index: number): number {
  const { records, letters } = memory;
  const start = words.starts[index] ?? 0;
  const length = (words.ends[index] ?? 0) - start;
  if (length > maxLetters) {
    write(memory, words, index, unremembered);
    return unremembered;
  }
  const hash = words.hashes[index] ?? 0;
  const place = makePlace(records, hash & placeMask);
  const record = place * recordSize;
  const letter = place * maxLetters;
  const count = words.compared[index] ?? 0;
  for (let at = 0; at < count; at++) letters[letter + at] = words.units[start + at] ?? 0;
  records[record + wordHash] = hash;
  records[record + wordShape] = count + exact;
  records[record + wasSeen] = 0;
  records[record + timesInText] = 0;
  records[record + beginning] = beginningOf(words, index);
  write(memory, words, index, record);
  return record;
}

/** A free place, or that of a word that was not seen since the last one was sought here. */
function makePlace(records: Int32Array, preferred: number): number {
  for (let way = 0; way < ways; way++) {
    if (records[(preferred ^ way) * recordSize + wordShape] === free) return preferred ^ way;
  }
  for (let way = 0; way < ways; way++) {
    const record = (preferred ^ way) * recordSize;
    if (records[record + wasSeen] === 0) return preferred ^ way;
    records[record + wasSeen] = 0;
  }
  return preferred;
}

/** Writes what is known of a word. */
function write(memory: WordMemory, words: Words, index: number, record: number): void {
  const { model, phrases, records, sums, found } = memory;
  const isUnspaced = words.isUnspaced[index] === 1;
  const start = words.starts[index] ?? 0;
  const length = (words.ends[index] ?? 0) - start;
  const room = countParts(length) + 1;
  const features = room <= memory.parts.length ? memory.parts : new Int32Array(room);
  const parts = isUnspaced ? 0 : writeParts(words.units, start, start + length, features);
  features[parts] = wordFeature(words.hashes[index] ?? 0);
  addFeatures(model.words, features, parts + 1, sums);
  takeStrongest(sums, found, records, record + firstEntry);
  records[record + phraseNumber] = phrases.numberAt(words, index);
  records[record + wordLength] = Math.round(100 * lengthOfWord(length, isUnspaced));
}
