import { addEntries, addFeature } from "./feature-table.ts";
import { baseLength, longerRow, rowFeature, rowOf, startOfText } from "./features.ts";
import type { Model } from "./model.ts";
import type { PhraseIndex } from "./phrase-index.ts";
import type { Words } from "./word-list.ts";
import {
  createWordMemory,
  entriesTo,
  firstEntry,
  learn,
  phraseNumber,
  recall,
  type WordMemory,
  wordLength,
} from "./word-memory.ts";

/** What one text says: overwritten by the next. */
export interface Score {
  /** By topic; `NaN` without a model. */
  readonly scores: Float64Array;
  /** The topic with the best score; -1 without a model. */
  readonly best: number;
  /** By word of the text: its number in the phrases, or -1. */
  readonly phraseNumbers: Int32Array;
  /** Whether a phrase begins with any word of the text. */
  readonly mayHavePhrase: boolean;
}

export type Scorer = (words: Words) => Score;

/** What is summed up over the words of a text. */
interface Tally {
  readonly memory: WordMemory;
  readonly firstWords: number;
  /** By topic, in its units. */
  readonly sums: Int32Array;
  phraseNumbers: Int32Array;
  /** Words that were not seen lately. */
  unknown: Int32Array;
  hundredths: number;
  mayHavePhrase: boolean;
}

export function createScorer(model: Model, phrases: PhraseIndex): Scorer {
  const scores = new Float64Array(model.units.length).fill(Number.NaN);
  const tally: Tally = {
    memory: createWordMemory(model, phrases),
    firstWords: phrases.firstWords,
    sums: new Int32Array(model.units.length),
    phraseNumbers: new Int32Array(512),
    unknown: new Int32Array(512),
    hundredths: 0,
    mayHavePhrase: false,
  };
  return (words) => {
    if (tally.phraseNumbers.length < words.count) {
      tally.phraseNumbers = new Int32Array(2 * words.count);
      tally.unknown = new Int32Array(2 * words.count);
    }
    tally.sums.fill(0);
    tally.hundredths = 100 * baseLength;
    tally.mayHavePhrase = false;
    addWords(tally, words);
    if (model.isTrained) addRows(model, words, tally.sums);
    const best = model.isTrained ? weigh(model, tally, scores) : -1;
    return { scores, best, phraseNumbers: tally.phraseNumbers, mayHavePhrase: tally.mayHavePhrase };
  };
}

/** Words that are known first: learning one may take the place of another. */
function addWords(tally: Tally, words: Words): void {
  const { memory, unknown } = tally;
  const { count } = words;
  let unknownCount = 0;
  for (let index = 0; index < count; index++) {
    const record = recall(memory, words, index);
    if (record >= 0) addWord(tally, record, index);
    else unknown[unknownCount++] = index;
  }
  for (let at = 0; at < unknownCount; at++) {
    const index = unknown[at] ?? 0;
    addWord(tally, learn(memory, words, index), index);
  }
}

function addWord(tally: Tally, record: number, index: number): void {
  const { records } = tally.memory;
  const number = records[record + phraseNumber] ?? 0;
  tally.phraseNumbers[index] = number;
  // Unsigned, so that -1 is past all of them.
  if (number >>> 0 < tally.firstWords) tally.mayHavePhrase = true;
  tally.hundredths += records[record + wordLength] ?? 0;
  addEntries(records, record + firstEntry, records[record + entriesTo] ?? 0, tally.sums);
}

function addRows({ rows }: Model, { count, hashes, isUnspaced }: Words, sums: Int32Array): void {
  let before = startOfText;
  let rowBefore = 0;
  let letters = 0;
  for (let index = 0; index < count; index++) {
    const hash = hashes[index] ?? 0;
    const row = rowOf(before, hash);
    addFeature(rows, rowFeature(row), sums);
    letters = isUnspaced[index] === 1 ? letters + 1 : 0;
    if (letters > 2) {
      addFeature(rows, rowFeature(longerRow(rowBefore, hash)), sums);
    }
    before = hash;
    rowBefore = row;
  }
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
