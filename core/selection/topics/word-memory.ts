import { packEntry, weightOf } from "./feature-table.ts";
import { eachPart, lengthOfWord, wordFeature } from "./features.ts";
import { textOf } from "./fold.ts";
import type { Model } from "./model.ts";
import type { PhraseIndex } from "./phrase-index.ts";
import type { Words } from "./words.ts";

/**
 * What is known of words that were seen lately: looking up a word's parts costs fifty times what remembering their sum
 * does. Bounded; full, it forgets everything. What it says depends on the word alone.
 */
export interface WordMemory {
  /** Where in `records` a word's is. It may be another word's after the next call. */
  readonly recall: (words: Words, index: number) => number;
  /** Fields of a record are at these distances from its place. */
  readonly records: Int32Array;
  /** The entries of a record: of the word and its parts, added up; the strongest ones. */
  readonly known: { entries: Int32Array };
}

/** Field: where the word's entries begin and end. */
export const entriesFrom = 0;
export const entriesTo = 1;
/** Field: the number of the word in the phrases, or -1. */
export const phraseNumber = 2;
/** Field: what the word adds to the squared length of a text, in hundredths. */
export const wordLength = 3;
const hashField = 4;
const lettersFrom = 5;
const lettersTo = 6;
/** One record is half a line of a processor's cache. */
const recordSize = 8;

const maxWords = 8_192;
const maxLetters = 8 * maxWords;
const slotMask: number = 2 * maxWords - 1;
/** Longer words are looked up each time. */
const maxWordLength = 64;
const unremembered = 0;

/** Sums below this, in units of the model, change no decision and are most of all: they are left out. */
const least = 60;
/** Most topics that one word speaks for or against. */
const maxTopicsOfWord = 8;

/** All of it, when it is full. */
export const maxWordMemoryBytes: number =
  4 * (slotMask + 1) + (4 * recordSize + 8) * maxWords + 2 * maxLetters + 4 * maxTopicsOfWord * maxWords;

export function createWordMemory(model: Model, phrases: PhraseIndex): WordMemory {
  const slots = new Int32Array(slotMask + 1);
  const records = new Int32Array(maxWords * recordSize);
  const letters = new Uint16Array(maxLetters);
  const spelled = new Float64Array(maxWords);
  const known = { entries: new Int32Array(1_024) };
  const sums = new Int32Array(model.units.length);
  let count = 1;
  let lettersUsed = 0;
  let entriesUsed = 0;

  const addFeature = (feature: number): void => model.words.add(feature, sums);
  const isSame = (
    record: number,
    { units, spellings }: Words,
    index: number,
    start: number,
    end: number,
  ): boolean => {
    const spelling = spellings[index] ?? 0;
    const known = spelling === 0 ? 0 : (spelled[record / recordSize] ?? 0);
    // One comparison instead of one for each letter.
    if (known !== 0) return known === spelling;
    const from = records[record + lettersFrom] ?? 0;
    if ((records[record + lettersTo] ?? 0) - from !== end - start) return false;
    for (let at = start; at < end; at++) if (units[at] !== letters[from + at - start]) return false;
    return true;
  };
  /** Writes what is known of a word into a record, its entries behind all that are used. */
  const learn = (words: Words, index: number, record: number): void => {
    const { units } = words;
    const isUnspaced = words.isUnspaced[index] === 1;
    const start = words.starts[index] ?? 0;
    const end = words.ends[index] ?? 0;
    sums.fill(0);
    addFeature(wordFeature(words.hashes[index] ?? 0));
    if (!isUnspaced) eachPart(units, start, end, addFeature);
    const own = strongest(sums);
    if (entriesUsed + own.length > known.entries.length) {
      const larger = new Int32Array(2 * known.entries.length);
      larger.set(known.entries);
      known.entries = larger;
    }
    known.entries.set(own, entriesUsed);
    records[record + entriesFrom] = entriesUsed;
    records[record + entriesTo] = entriesUsed + own.length;
    records[record + phraseNumber] = phrases.wordNumber(textOf(units, start, end));
    records[record + wordLength] = Math.round(100 * lengthOfWord(end - start, isUnspaced));
  };

  return {
    records,
    known,
    recall: (words, index) => {
      const hash = words.hashes[index] ?? 0;
      const start = words.starts[index] ?? 0;
      const end = words.ends[index] ?? 0;
      let slot = hash & slotMask;
      for (let record = slots[slot] ?? 0; record !== 0; record = slots[slot] ?? 0) {
        if (records[record + hashField] === hash && isSame(record, words, index, start, end)) return record;
        slot = (slot + 1) & slotMask;
      }
      if (end - start > maxWordLength) {
        learn(words, index, unremembered);
        return unremembered;
      }
      if (count === maxWords || lettersUsed + end - start > maxLetters) {
        slots.fill(0);
        count = 1;
        lettersUsed = 0;
        entriesUsed = 0;
        slot = hash & slotMask;
      }
      const record = recordSize * count++;
      learn(words, index, record);
      entriesUsed = records[record + entriesTo] ?? 0;
      letters.set(words.units.subarray(start, end), lettersUsed);
      records[record + hashField] = hash;
      spelled[record / recordSize] = words.spellings[index] ?? 0;
      records[record + lettersFrom] = lettersUsed;
      lettersUsed += end - start;
      records[record + lettersTo] = lettersUsed;
      slots[slot] = record;
      return record;
    },
  };
}

/** The sums that say most, packed. */
function strongest(sums: Int32Array): readonly number[] {
  const entries: number[] = [];
  for (let topic = 0; topic < sums.length; topic++) {
    const sum = sums[topic] ?? 0;
    if (sum >= least || sum <= -least) entries.push(packEntry(topic, sum));
  }
  if (entries.length <= maxTopicsOfWord) return entries;
  return entries
    .sort((a, b) => Math.abs(weightOf(b)) - Math.abs(weightOf(a)) || a - b)
    .slice(0, maxTopicsOfWord);
}
