import { createDictionary } from "./dictionary.ts";
import { baseLength, featureOf, hashAfter, startHash } from "./features.ts";
import { eachWeight, type Model } from "./model.ts";
import { languagesOf } from "./negation/triggers.ts";
import type { Spelling } from "./spelling.ts";

/** The result for one text. The next text overwrites it. */
export interface Score {
  /** By topic; `NaN` without a model. */
  readonly scores: Float64Array;
  /** The topic of the best score; -1 without a model. */
  readonly best: number;
  /** The languages in which a word may be part of a negation, a bit for each. */
  readonly negatedIn: number;
}

/** Scores the words of a text for all topics. */
export type Scorer = (words: readonly string[]) => Score;

/** A scorer with a dictionary of its own. */
export function createScorer(model: Model, spell: Spelling): Scorer {
  const scores = new Float64Array(model.units.length).fill(Number.NaN);
  if (!model.isTrained) return (words) => ({ scores, best: -1, negatedIn: languagesOf(words) });
  const lookUp = createDictionary(model, spell);
  const sums = new Float64Array(model.units.length);
  const add = (topic: number, weight: number): void => {
    sums[topic] = (sums[topic] ?? 0) + weight;
  };
  return (words) => {
    sums.fill(0);
    let length = baseLength;
    let before = startHash;
    let pair = 0;
    let letters = 0;
    let negatedIn = 0;
    for (const word of words) {
      const entry = lookUp(word);
      const { hash, isMixed, isUnspaced, weights } = entry;
      for (let at = 0; at < weights.length; at += 2) add(weights[at] ?? 0, weights[at + 1] ?? 0);
      letters = isUnspaced ? letters + 1 : 0;
      if (letters > 2) eachWeight(model, featureOf(hashAfter(pair, hash)), add);
      pair = hashAfter(before, hash);
      if (!isMixed) eachWeight(model, featureOf(pair), add);
      length += entry.length;
      negatedIn |= entry.negatedIn;
      before = hash;
    }
    return { scores, best: writeScores(model, sums, length, scores), negatedIn };
  };
}

/** Writes all scores and returns the best topic. */
function writeScores(
  { units, biases }: Model,
  sums: Float64Array,
  length: number,
  scores: Float64Array,
): number {
  const share = 1 / Math.sqrt(length);
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
