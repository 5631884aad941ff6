import { findBigrams } from "./bigrams.ts";
import { addFeature } from "./feature-table.ts";
import { baseLength } from "./features.ts";
import type { Model } from "./model.ts";
import type { PhraseIndex } from "./phrase-index.ts";
import { add4, add8 } from "./top-weights.ts";
import {
  createWordCache,
  firstEntry,
  hasEightWeights,
  hasFourWeights,
  learn,
  phraseNumber,
  placeMask,
  recall,
  recordSize,
  strength,
  timesInText,
  type WordCache,
  wasSeen,
  wordHash,
  wordLength,
  wordShape,
} from "./word-cache.ts";
import { comparedShape } from "./word-hash.ts";
import type { Words } from "./word-list.ts";

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
  readonly memory: WordCache;
  readonly firstWords: number;
  /** By topic, in its units. */
  readonly sums: Int32Array;
  phraseNumbers: Int32Array;
  phraseStarts: Int32Array;
  phraseStartCount: number;
  /** The records of the words that say little, and of those that say much or are not found at once, each once. */
  little: Int32Array;
  littleCount: number;
  much: Int32Array;
  muchCount: number;
  /** Features of words in a row. */
  rows: Int32Array;
  /** Words that are not found at once. */
  others: Int32Array;
  otherCount: number;
  hundredths: number;
}

export function createScorer(model: Model, phrases: PhraseIndex): Scorer {
  const scores = new Float64Array(model.units.length).fill(Number.NaN);
  const tally: Tally = {
    memory: createWordCache(model, phrases),
    firstWords: phrases.firstWords,
    sums: new Int32Array(model.units.length),
    phraseNumbers: new Int32Array(),
    phraseStarts: new Int32Array(),
    phraseStartCount: 0,
    little: new Int32Array(),
    littleCount: 0,
    much: new Int32Array(),
    muchCount: 0,
    rows: new Int32Array(),
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
  tally.little = new Int32Array(capacity);
  tally.much = new Int32Array(capacity);
  // Two for each word, and one that is always written past them.
  tally.rows = new Int32Array(2 * capacity + 1);
}

/**
 * Words that are known first: learning one may take the place of another. A word that stands several times in the text
 * is added once, times that. Sums are integers, so their order changes nothing.
 */
function addWords(tally: Tally, words: Words, isTrained: boolean): void {
  const { memory, others } = tally;
  const { records } = memory;
  findHeld(tally, words);
  let unknown = 0;
  for (let at = 0; at < tally.otherCount; at++) {
    const index = others[at] ?? 0;
    const record = recall(memory, words, index);
    if (record < 0) others[unknown++] = index;
    else {
      note(tally, record, index);
      const uses = records[record + timesInText] ?? 0;
      records[record + timesInText] = (uses | wasSeen) + 1;
      if ((uses & ~wasSeen) === 0) tally.much[tally.muchCount++] = record;
    }
  }
  addListed(tally, isTrained);
  for (let at = 0; at < unknown; at++) {
    const index = others[at] ?? 0;
    // It may have been learned from this text.
    const known = recall(memory, words, index);
    const record = known < 0 ? learn(memory, words, index) : known;
    if (known >= 0) records[record + timesInText] = wasSeen;
    note(tally, record, index);
    if (isTrained) add8(records, record + firstEntry, 1, tally.sums);
  }
}

function addListed({ memory, little, littleCount, much, muchCount, sums }: Tally, isTrained: boolean): void {
  const { records } = memory;
  for (let at = 0; at < littleCount; at++) {
    const record = little[at] ?? 0;
    if (isTrained) add4(records, record + firstEntry, timesOf(records, record), sums);
    records[record + timesInText] = wasSeen;
  }
  for (let at = 0; at < muchCount; at++) {
    const record = much[at] ?? 0;
    if (isTrained) add8(records, record + firstEntry, timesOf(records, record), sums);
    records[record + timesInText] = wasSeen;
  }
}

function timesOf(records: Int32Array, record: number): number {
  return (records[record + timesInText] ?? 0) & ~wasSeen;
}

/**
 * Words that lie where they are looked for first and whose hash and shape hold them, most words; the rest become
 * `others`. Without a branch, for a processor cannot foretell which are.
 */
function findHeld(tally: Tally, { count, hashes, shapes }: Words): void {
  const { little, much, others, firstWords, phraseNumbers, phraseStarts } = tally;
  const { records } = tally.memory;
  let littleCount = 0;
  let muchCount = 0;
  let otherCount = 0;
  let starts = 0;
  let hundredths = 0;
  for (let index = 0; index < count; index++) {
    const hash = hashes[index] ?? 0;
    const shape = shapes[index] ?? 0;
    const record = (hash & placeMask) * recordSize;
    const difference =
      ((records[record + wordHash] ?? 0) ^ hash) |
      ((records[record + wordShape] ?? 0) ^ shape) |
      (shape & comparedShape);
    // All bits for a word that is another.
    const isOther = (difference | -difference) >> 31;
    others[otherCount] = index;
    otherCount -= isOther;
    const says = (records[record + strength] ?? 0) & ~isOther;
    const isLittle = says & hasFourWeights;
    const isMuch = (says & hasEightWeights) >> 1;
    const uses = records[record + timesInText] ?? 0;
    const isFirst = ((uses & ~wasSeen) - 1) >>> 31;
    records[record + timesInText] = (uses | (wasSeen & ~isOther)) + isLittle + isMuch;
    little[littleCount] = record;
    littleCount += isFirst & isLittle;
    much[muchCount] = record;
    muchCount += isFirst & isMuch;
    const number = (records[record + phraseNumber] ?? 0) | isOther;
    phraseNumbers[index] = number;
    phraseStarts[starts] = index;
    starts += startsPhrase(number, firstWords);
    hundredths += (records[record + wordLength] ?? 0) & ~isOther;
  }
  tally.littleCount = littleCount;
  tally.muchCount = muchCount;
  tally.otherCount = otherCount;
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

function addRows({ rows, rowFilter }: Model, words: Words, tally: Tally): void {
  const count = findBigrams(words, rowFilter, tally.rows);
  for (let at = 0; at < count; at++) addFeature(rows, tally.rows[at] ?? 0, tally.sums);
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
