import { addFeature } from "./feature-table.ts";
import { baseLength } from "./features.ts";
import type { Model } from "./model.ts";
import type { PhraseIndex } from "./phrase-index.ts";
import { findRows } from "./rows.ts";
import { addWord } from "./strongest.ts";
import type { Words } from "./word-list.ts";
import {
  createWordMemory,
  exact,
  firstEntry,
  learn,
  phraseNumber,
  placeMask,
  recall,
  recordSize,
  timesInText,
  type WordMemory,
  wasSeen,
  wordHash,
  wordLength,
  wordShape,
} from "./word-memory.ts";

/** What one text says: overwritten by the next. */
export interface Score {
  /** By topic; `NaN` without a model. */
  readonly scores: Float64Array;
  /** The topic with the best score; -1 without a model. */
  readonly best: number;
  /** By word of the text: its number in the phrases, or -1. */
  readonly phraseNumbers: Int32Array;
  /** The words of the text that a phrase begins with, in order, and how many they are. */
  readonly phraseStarts: Int32Array;
  readonly phraseStartCount: number;
}

export type Scorer = (words: Words) => Score;

/** What is summed up over the words of a text. */
interface Tally {
  readonly memory: WordMemory;
  readonly firstWords: number;
  /** By topic, in its units. */
  readonly sums: Int32Array;
  phraseNumbers: Int32Array;
  phraseStarts: Int32Array;
  phraseStartCount: number;
  /** The records of the words, each once; later features. */
  list: Int32Array;
  listed: number;
  /** Words that are not found at once. */
  others: Int32Array;
  otherCount: number;
  hundredths: number;
}

export function createScorer(model: Model, phrases: PhraseIndex): Scorer {
  const scores = new Float64Array(model.units.length).fill(Number.NaN);
  const tally: Tally = {
    memory: createWordMemory(model, phrases),
    firstWords: phrases.firstWords,
    sums: new Int32Array(model.units.length),
    phraseNumbers: new Int32Array(),
    phraseStarts: new Int32Array(),
    phraseStartCount: 0,
    list: new Int32Array(),
    listed: 0,
    others: new Int32Array(),
    otherCount: 0,
    hundredths: 0,
  };
  return (words) => {
    reserve(tally, words.count);
    tally.sums.fill(0);
    tally.hundredths = 100 * baseLength;
    tally.phraseStartCount = 0;
    addWords(tally, words, model.isTrained);
    if (model.isTrained) addRows(model, words, tally);
    const best = model.isTrained ? weigh(model, tally, scores) : -1;
    const { phraseNumbers, phraseStarts, phraseStartCount } = tally;
    return { scores, best, phraseNumbers, phraseStarts, phraseStartCount };
  };
}

function reserve(tally: Tally, count: number): void {
  if (tally.others.length > count) return;
  const capacity = 2 * count + 512;
  tally.phraseNumbers = new Int32Array(capacity);
  tally.phraseStarts = new Int32Array(capacity);
  tally.others = new Int32Array(capacity);
  // Two features for each word, and one that is always written past them.
  tally.list = new Int32Array(2 * capacity + 1);
}

/**
 * Words that are known first: learning one may take the place of another. A word that stands several times in the text
 * is added once, times that. Sums are integers, so their order changes nothing.
 */
function addWords(tally: Tally, words: Words, isTrained: boolean): void {
  const { memory, others } = tally;
  const { records } = memory;
  findExact(tally, words);
  let unknown = 0;
  for (let at = 0; at < tally.otherCount; at++) {
    const index = others[at] ?? 0;
    const record = recall(memory, words, index);
    if (record < 0) others[unknown++] = index;
    else {
      note(tally, record, index);
      const times = records[record + timesInText] ?? 0;
      records[record + timesInText] = times + 1;
      if (times === 0) tally.list[tally.listed++] = record;
    }
  }
  addListed(tally, isTrained);
  for (let at = 0; at < unknown; at++) {
    const index = others[at] ?? 0;
    // It may have been learned from this text.
    const known = recall(memory, words, index);
    const record = known < 0 ? learn(memory, words, index) : known;
    if (known >= 0) records[record + wasSeen] = 1;
    note(tally, record, index);
    if (isTrained) addWord(records, record + firstEntry, 1, tally.sums);
  }
}

function addListed({ memory, list, listed, sums }: Tally, isTrained: boolean): void {
  const { records } = memory;
  for (let at = 0; at < listed; at++) {
    const record = list[at] ?? 0;
    if (isTrained) addWord(records, record + firstEntry, records[record + timesInText] ?? 0, sums);
    records[record + timesInText] = 0;
    records[record + wasSeen] = 1;
  }
}

/**
 * Words that lie where they are looked for first and whose hash says it all, most words; the rest become `others`.
 * Without a branch, for a processor cannot foretell which are.
 */
function findExact(tally: Tally, { count, hashes, compared }: Words): void {
  const { list, others, firstWords, phraseNumbers, phraseStarts } = tally;
  const { records } = tally.memory;
  let distinct = 0;
  let otherCount = 0;
  let starts = 0;
  let hundredths = 0;
  for (let index = 0; index < count; index++) {
    const hash = hashes[index] ?? 0;
    const record = (hash & placeMask) * recordSize;
    const difference =
      ((records[record + wordHash] ?? 0) ^ hash) |
      ((records[record + wordShape] ?? 0) ^ exact) |
      (compared[index] ?? 0);
    // All bits for a word that is another.
    const isOther = (difference | -difference) >> 31;
    others[otherCount] = index;
    otherCount -= isOther;
    const times = records[record + timesInText] ?? 0;
    records[record + timesInText] = times + 1 + isOther;
    list[distinct] = record;
    distinct += ((times - 1) & ~isOther) >>> 31;
    const number = (records[record + phraseNumber] ?? 0) | isOther;
    phraseNumbers[index] = number;
    phraseStarts[starts] = index;
    starts += startsPhrase(number, firstWords);
    hundredths += (records[record + wordLength] ?? 0) & ~isOther;
  }
  tally.otherCount = otherCount;
  tally.listed = distinct;
  tally.phraseStartCount = starts;
  tally.hundredths += hundredths;
}

/** 1 from 0 to below `firstWords`, else 0. */
function startsPhrase(number: number, firstWords: number): number {
  return ((number - firstWords) & ~number) >>> 31;
}

function note(tally: Tally, record: number, index: number): void {
  const { records } = tally.memory;
  const number = records[record + phraseNumber] ?? 0;
  tally.phraseNumbers[index] = number;
  tally.hundredths += records[record + wordLength] ?? 0;
  if (startsPhrase(number, tally.firstWords) === 0) return;
  tally.phraseStarts[tally.phraseStartCount++] = index;
  keepOrder(tally);
}

/** Puts the last of the words that a phrase begins with where it stands in the text: weights are added up in order. */
function keepOrder({ phraseStarts, phraseStartCount }: Tally): void {
  for (let at = phraseStartCount - 1; at > 0; at--) {
    const before = phraseStarts[at - 1] ?? 0;
    const start = phraseStarts[at] ?? 0;
    if (before < start) return;
    phraseStarts[at] = before;
    phraseStarts[at - 1] = start;
  }
}

function addRows({ rows, rowFilter }: Model, words: Words, { list, sums }: Tally): void {
  const count = findRows(words, rowFilter, list);
  for (let at = 0; at < count; at++) addFeature(rows, list[at] ?? 0, sums);
}

/** The best topic, all scores written. */
function weigh({ units, biases }: Model, { sums, hundredths }: Tally, scores: Float64Array): number {
  const share = 1 / Math.sqrt(hundredths / 100);
  let best = 0;
  let highest = Number.NEGATIVE_INFINITY;
  for (let topic = 0; topic < scores.length; topic++) {
    const score = (sums[topic] ?? 0) * (units[topic] ?? 0) * share + (biases[topic] ?? 0);
    scores[topic] = score;
    if (score > highest) {
      highest = score;
      best = topic;
    }
  }
  return best;
}
