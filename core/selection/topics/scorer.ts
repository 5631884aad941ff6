import { addEntries } from "./feature-table.ts";
import { baseLength, pairFeature, startOfText, tripleFeature } from "./features.ts";
import type { Model } from "./model.ts";
import type { PhraseIndex } from "./phrase-index.ts";
import { createWordMemory, entriesFrom, entriesTo, phraseNumber, wordLength } from "./word-memory.ts";
import type { Words } from "./words.ts";

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

export function createScorer(model: Model, phrases: PhraseIndex): Scorer {
  const { isTrained, rows, units, biases } = model;
  const { records, known, recall } = createWordMemory(model, phrases);
  const { firstWords } = phrases;
  const sums = new Int32Array(units.length);
  const scores = new Float64Array(units.length).fill(Number.NaN);
  let phraseNumbers = new Int32Array(512);

  const addTriple = ({ hashes, isUnspaced }: Words, index: number): void => {
    if (isUnspaced[index - 1] !== 1 || isUnspaced[index - 2] !== 1) return;
    rows.add(tripleFeature(hashes[index - 2] ?? 0, hashes[index - 1] ?? 0, hashes[index] ?? 0), sums);
  };
  /** The best topic, all scores written. */
  const weigh = (hundredths: number): number => {
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
  };

  return (words) => {
    const { count, hashes, isUnspaced } = words;
    if (phraseNumbers.length < count) phraseNumbers = new Int32Array(2 * count);
    let mayHavePhrase = false;
    let hundredths = 100 * baseLength;
    let before = startOfText;
    sums.fill(0);
    for (let index = 0; index < count; index++) {
      const record = recall(words, index);
      const number = records[record + phraseNumber] ?? 0;
      phraseNumbers[index] = number;
      // Unsigned, so that -1 is past all of them.
      if (number >>> 0 < firstWords) mayHavePhrase = true;
      hundredths += records[record + wordLength] ?? 0;
      addEntries(known.entries, records[record + entriesFrom] ?? 0, records[record + entriesTo] ?? 0, sums);
      const hash = hashes[index] ?? 0;
      rows.add(pairFeature(before, hash), sums);
      if (isUnspaced[index] === 1) addTriple(words, index);
      before = hash;
    }
    return { scores, best: isTrained ? weigh(hundredths) : -1, phraseNumbers, mayHavePhrase };
  };
}
