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
  insert,
  lookUp,
  phraseNumber,
  placeMask,
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

/** The result for one text. The next text overwrites it. */
export interface Score {
  /** By topic; `NaN` without a model. */
  readonly scores: Float64Array;
  /** The topic of the best score; -1 without a model. */
  readonly best: number;
  /** By word of the text: its number in the phrase index, or -1. */
  readonly phraseNumbers: Int32Array;
  /** Ascending indexes of the words with which a phrase can begin. */
  readonly phraseStarts: Int32Array;
  /** Number of used entries of `phraseStarts`. */
  readonly phraseStartCount: number;
}

/** Scores the words of a text for all topics. */
export type Scorer = (words: Words) => Score;

/** Sums over the words of a text, and scratch cache. */
interface ScoreState {
  readonly cache: WordCache;
  readonly firstWords: number;
  /** By topic, in units of its weights. */
  readonly sums: Int32Array;
  phraseNumbers: Int32Array;
  phraseStarts: Int32Array;
  phraseStartCount: number;
  /** Distinct records with at most four weights, and with more weights or found by the slow lookup. */
  few: Int32Array;
  fewCount: number;
  many: Int32Array;
  manyCount: number;
  /** Features of bigrams and trigrams. */
  ngrams: Int32Array;
  /** Words that the fast lookup does not find. */
  others: Int32Array;
  otherCount: number;
  /** Squared length of the text, in hundredths. */
  hundredths: number;
}

/** A scorer with a word cache of its own. */
export function createScorer(model: Model, phrases: PhraseIndex): Scorer {
  const scores = new Float64Array(model.units.length).fill(Number.NaN);
  const state: ScoreState = {
    cache: createWordCache(model, phrases),
    firstWords: phrases.firstWords,
    sums: new Int32Array(model.units.length),
    phraseNumbers: new Int32Array(),
    phraseStarts: new Int32Array(),
    phraseStartCount: 0,
    few: new Int32Array(),
    fewCount: 0,
    many: new Int32Array(),
    manyCount: 0,
    ngrams: new Int32Array(),
    others: new Int32Array(),
    otherCount: 0,
    hundredths: 0,
  };
  return (words) => {
    reserve(state, words.count);
    state.sums.fill(0);
    state.hundredths = 100 * baseLength;
    state.phraseStartCount = 0;
    addWords(state, words, model.isTrained);
    if (model.isTrained) addNgrams(model, words, state);
    const best = model.isTrained ? writeScores(model, state, scores) : -1;
    const { phraseNumbers, phraseStarts, phraseStartCount } = state;
    return { scores, best, phraseNumbers, phraseStarts, phraseStartCount };
  };
}

function reserve(state: ScoreState, count: number): void {
  if (state.others.length > count) return;
  const capacity = 2 * count + 512;
  state.phraseNumbers = new Int32Array(capacity);
  state.phraseStarts = new Int32Array(capacity);
  state.others = new Int32Array(capacity);
  state.few = new Int32Array(capacity);
  state.many = new Int32Array(capacity);
  // Two per word, and one that is always written behind them.
  state.ngrams = new Int32Array(2 * capacity + 1);
}

/**
 * Adds the weights of all words. Cached words come first, because inserting a word may evict another. A repeated word is added once,
 * times its occurrences. Sums are integers, so the order has no effect.
 */
function addWords(state: ScoreState, words: Words, isTrained: boolean): void {
  const { cache, others } = state;
  const { records } = cache;
  lookUpAll(state, words);
  let unknown = 0;
  for (let at = 0; at < state.otherCount; at++) {
    const index = others[at] ?? 0;
    const record = lookUp(cache, words, index);
    if (record < 0) others[unknown++] = index;
    else {
      addWord(state, record, index);
      const uses = records[record + timesInText] ?? 0;
      records[record + timesInText] = (uses | wasSeen) + 1;
      if ((uses & ~wasSeen) === 0) state.many[state.manyCount++] = record;
    }
  }
  addListed(state, isTrained);
  for (let at = 0; at < unknown; at++) {
    const index = others[at] ?? 0;
    // An earlier word of this text may have inserted it.
    const known = lookUp(cache, words, index);
    const record = known < 0 ? insert(cache, words, index) : known;
    if (known >= 0) records[record + timesInText] = wasSeen;
    addWord(state, record, index);
    if (isTrained) add8(records, record + firstEntry, 1, state.sums);
  }
}

function addListed({ cache, few, fewCount, many, manyCount, sums }: ScoreState, isTrained: boolean): void {
  const { records } = cache;
  for (let at = 0; at < fewCount; at++) {
    const record = few[at] ?? 0;
    if (isTrained) add4(records, record + firstEntry, timesOf(records, record), sums);
    records[record + timesInText] = wasSeen;
  }
  for (let at = 0; at < manyCount; at++) {
    const record = many[at] ?? 0;
    if (isTrained) add8(records, record + firstEntry, timesOf(records, record), sums);
    records[record + timesInText] = wasSeen;
  }
}

function timesOf(records: Int32Array, record: number): number {
  return (records[record + timesInText] ?? 0) & ~wasSeen;
}

/**
 * The fast lookup: finds words in the first record of their set when hash and shape determine them, which is true of most words. The
 * rest become `others`. No branch, because the outcome is unpredictable.
 */
function lookUpAll(state: ScoreState, { count, hashes, shapes }: Words): void {
  const { few, many, others, firstWords, phraseNumbers, phraseStarts } = state;
  const { records } = state.cache;
  let fewCount = 0;
  let manyCount = 0;
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
    // All bits set for another word.
    const isOther = (difference | -difference) >> 31;
    others[otherCount] = index;
    otherCount -= isOther;
    const weights = (records[record + strength] ?? 0) & ~isOther;
    const isLittle = weights & hasFourWeights;
    const isMuch = (weights & hasEightWeights) >> 1;
    const uses = records[record + timesInText] ?? 0;
    const isFirst = ((uses & ~wasSeen) - 1) >>> 31;
    records[record + timesInText] = (uses | (wasSeen & ~isOther)) + isLittle + isMuch;
    few[fewCount] = record;
    fewCount += isFirst & isLittle;
    many[manyCount] = record;
    manyCount += isFirst & isMuch;
    const number = (records[record + phraseNumber] ?? 0) | isOther;
    phraseNumbers[index] = number;
    phraseStarts[starts] = index;
    starts += startsPhrase(number, firstWords);
    hundredths += (records[record + wordLength] ?? 0) & ~isOther;
  }
  state.fewCount = fewCount;
  state.manyCount = manyCount;
  state.otherCount = otherCount;
  state.phraseStartCount = starts;
  state.hundredths += hundredths;
}

/** 1 for a number from 0 to below `firstWords`, else 0. */
function startsPhrase(number: number, firstWords: number): number {
  return ((number - firstWords) & ~number) >>> 31;
}

function addWord(state: ScoreState, record: number, index: number): void {
  const { records } = state.cache;
  const number = records[record + phraseNumber] ?? 0;
  state.phraseNumbers[index] = number;
  state.hundredths += records[record + wordLength] ?? 0;
  if (startsPhrase(number, state.firstWords) === 0) return;
  state.phraseStarts[state.phraseStartCount++] = index;
  keepOrder(state);
}

/** Moves the last phrase start to its place in the order of the text, because phrase weights are added in that order. */
function keepOrder({ phraseStarts, phraseStartCount }: ScoreState): void {
  for (let at = phraseStartCount - 1; at > 0; at--) {
    const before = phraseStarts[at - 1] ?? 0;
    const start = phraseStarts[at] ?? 0;
    if (before < start) return;
    phraseStarts[at] = before;
    phraseStarts[at - 1] = start;
  }
}

function addNgrams({ ngrams, ngramFilter }: Model, words: Words, state: ScoreState): void {
  const count = findBigrams(words, ngramFilter, state.ngrams);
  for (let at = 0; at < count; at++) addFeature(ngrams, state.ngrams[at] ?? 0, state.sums);
}

/** Writes all scores and returns the best topic. */
function writeScores(
  { units, biases }: Model,
  { sums, hundredths }: ScoreState,
  scores: Float64Array,
): number {
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
