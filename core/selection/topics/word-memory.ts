import { addFeature, packEntry, weightOf } from "./feature-table.ts";
import { countParts, lengthOfWord, wordFeature, writeParts } from "./features.ts";
import type { Model } from "./model.ts";
import type { PhraseIndex } from "./phrase-index.ts";
import type { Words } from "./word-list.ts";

/**
 * What is known of words that were seen lately: looking up a word's parts costs thirty times what remembering their sum
 * does. Bounded; a new word takes the place of one that was not seen for long. What it says depends on the word alone.
 */
export interface WordMemory {
  readonly model: Model;
  readonly phrases: PhraseIndex;
  /** By place: hash of the word, and whether it was seen since a place was last sought near it. */
  readonly hashes: Int32Array;
  readonly wasSeen: Uint8Array;
  /** Fields of a record are at the distances below from where it begins. */
  readonly records: Int32Array;
  readonly letters: Uint16Array;
  /** All 0 between calls. */
  readonly sums: Int32Array;
  readonly parts: Int32Array;
  readonly found: Int32Array;
}

/** Field: where the word's entries end. They are of the word and its parts, added up; the strongest ones. */
export const entriesTo = 0;
/** Field: the number of the word in the phrases, or -1. */
export const phraseNumber = 1;
/** Field: what the word adds to the squared length of a text, in hundredths. */
export const wordLength = 2;
/** Field: how many letters are compared; -1 in a free place. */
const compared = 3;
/** Field: the first of the entries. */
export const firstEntry = 8;
/** Most topics that one word speaks for or against. */
const maxTopicsOfWord = 8;
/** One record is a line of a processor's cache. */
const recordSize: number = firstEntry + maxTopicsOfWord;

const maxWords = 16_384;
const placeMask: number = maxWords - 1;
/** A word may lie in so many places beside each other. */
const ways = 4;
/** Longer words are looked up each time, and written behind all others. */
const maxLetters = 32;
const unremembered: number = maxWords * recordSize;

/** Sums below this, in units of the model, change no decision and are most of all: they are left out. */
const least = 60;

export const maxWordMemoryBytes: number = maxWords * (4 + 1 + 4 * recordSize + 2 * maxLetters);

export function createWordMemory(model: Model, phrases: PhraseIndex): WordMemory {
  const records = new Int32Array((maxWords + 1) * recordSize);
  for (let place = 0; place < maxWords; place++) records[place * recordSize + compared] = -1;
  return {
    model,
    phrases,
    hashes: new Int32Array(maxWords),
    wasSeen: new Uint8Array(maxWords),
    records,
    letters: new Uint16Array(maxWords * maxLetters),
    sums: new Int32Array(model.units.length),
    parts: new Int32Array(countParts(maxLetters)),
    // One is always written past those that are found.
    found: new Int32Array(model.units.length + 1),
  };
}

/** The record of a word that was seen; -1 for any other. It stays until the next call of {@link learn}. */
export function recall(memory: WordMemory, words: Words, index: number): number {
  const { hashes, records, wasSeen } = memory;
  const hash = words.hashes[index] ?? 0;
  const place = hash & placeMask;
  const record = place * recordSize;
  // Nearly always it lies where it is looked for first, and its hash says it all.
  if (hashes[place] === hash && records[record + compared] === 0 && words.compared[index] === 0) {
    wasSeen[place] = 1;
    return record;
  }
  return search(memory, words, index);
}

function search({ hashes, records, wasSeen, letters }: WordMemory, words: Words, index: number): number {
  const hash = words.hashes[index] ?? 0;
  const length = words.compared[index] ?? 0;
  const start = words.starts[index] ?? 0;
  for (let way = 0; way < ways; way++) {
    const place = (hash & placeMask) ^ way;
    const record = place * recordSize;
    if (hashes[place] !== hash || records[record + compared] !== length) continue;
    let at = 0;
    while (at < length && words.units[start + at] === letters[place * maxLetters + at]) at++;
    if (at < length) continue;
    wasSeen[place] = 1;
    return record;
  }
  return -1;
}

/** The record of any word. */
export function learn(memory: WordMemory, words: Words, index: number): number {
  // It may have been learned from the same text.
  const known = search(memory, words, index);
  if (known >= 0) return known;
  const { hashes, wasSeen, letters } = memory;
  const start = words.starts[index] ?? 0;
  const length = (words.ends[index] ?? 0) - start;
  if (length > maxLetters) {
    write(memory, words, index, unremembered);
    return unremembered;
  }
  const hash = words.hashes[index] ?? 0;
  const place = makePlace(memory, hash & placeMask);
  hashes[place] = hash;
  wasSeen[place] = 0;
  for (let at = 0; at < length; at++) letters[place * maxLetters + at] = words.units[start + at] ?? 0;
  write(memory, words, index, place * recordSize);
  return place * recordSize;
}

/** A free place, or that of a word that was not seen since the last one was sought here. */
function makePlace({ records, wasSeen }: WordMemory, preferred: number): number {
  for (let way = 0; way < ways; way++) {
    const place = preferred ^ way;
    if (records[place * recordSize + compared] === -1) return place;
  }
  for (let way = 0; way < ways; way++) {
    const place = preferred ^ way;
    if (wasSeen[place] === 0) return place;
    wasSeen[place] = 0;
  }
  return preferred;
}

/** Writes what is known of a word. */
function write(memory: WordMemory, words: Words, index: number, record: number): void {
  const { model, phrases, records, sums } = memory;
  const isUnspaced = words.isUnspaced[index] === 1;
  const start = words.starts[index] ?? 0;
  const end = words.ends[index] ?? 0;
  addFeature(model.words, wordFeature(words.hashes[index] ?? 0), sums);
  if (!isUnspaced) addParts(memory, words.units, start, end);
  records[record + entriesTo] = takeStrongest(memory, record + firstEntry);
  records[record + phraseNumber] = phrases.numberAt(words, index);
  records[record + wordLength] = Math.round(100 * lengthOfWord(end - start, isUnspaced));
  records[record + compared] = words.compared[index] ?? 0;
}

function addParts({ model, parts, sums }: WordMemory, units: Uint16Array, start: number, end: number): void {
  const room = countParts(end - start) <= parts.length ? parts : new Int32Array(countParts(end - start));
  const count = writeParts(units, start, end, room);
  for (let at = 0; at < count; at++) addFeature(model.words, room[at] ?? 0, sums);
}

/** Writes the sums that say most, packed, and leaves all sums 0. Where what was written ends. */
function takeStrongest({ sums, found, records }: WordMemory, from: number): number {
  const end = from + maxTopicsOfWord;
  const count = collect(sums, found);
  let to = from;
  for (let index = 0; index < count; index++) {
    const topic = found[index] ?? 0;
    const entry = packEntry(topic, sums[topic] ?? 0);
    if (to === end && !isStronger(entry, records[end - 1] ?? 0)) continue;
    let at = to < end ? to++ : end - 1;
    for (; at > from && isStronger(entry, records[at - 1] ?? 0); at--) records[at] = records[at - 1] ?? 0;
    records[at] = entry;
  }
  sums.fill(0);
  return to;
}

/** Topics whose sums say anything. No branch for each, for a processor cannot foretell it. How many they are. */
function collect(sums: Int32Array, found: Int32Array): number {
  let count = 0;
  for (let topic = 0; topic < sums.length; topic++) {
    const sum = sums[topic] ?? 0;
    found[count] = topic;
    // 1 for a sum from `least` on, of either sign.
    count += ((least - 1 - sum) >>> 31) | ((least - 1 + sum) >>> 31);
  }
  return count;
}

function isStronger(entry: number, other: number): boolean {
  const difference = Math.abs(weightOf(entry)) - Math.abs(weightOf(other));
  return difference > 0 || (difference === 0 && entry < other);
}
