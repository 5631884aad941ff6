import { eachFeatureOfWord, hashWord, lengthOfWord, startHash } from "./features.ts";
import { eachWeight, type Model } from "./model.ts";
import { languagesNegatedBy } from "./negation/triggers.ts";
import { hasMixedScripts } from "./scripts.ts";
import type { Spelling } from "./spelling.ts";
import { rememberWords } from "./word-memory.ts";
import { isUnspaced } from "./words.ts";

/** A word with its weights; a word with a typo has those of the declared word. */
export interface Entry {
  /** Of a word of mixed scripts, the hash of the start of a text. */
  readonly hash: number;
  readonly isMixed: boolean;
  readonly isUnspaced: boolean;
  /** The languages in which it may be part of a negation, a bit for each. */
  readonly negatedIn: number;
  /** Its share of the squared length of a text. */
  readonly length: number;
  /** Each topic and the summed weight of the word and its parts. */
  readonly weights: Int32Array;
}

/** Smaller sums, in units of the model, are dropped: they are the majority and change no decision. */
const minSum = 60;
const noWeights = new Int32Array();

/** Looks up words and remembers them. */
export function createDictionary(model: Model, spell: Spelling): (word: string) => Entry {
  const sums = new Float64Array(model.units.length);
  return rememberWords((word) => weigh(word, spell, model, sums));
}

/** `sums` is scratch memory, by topic. All 0 between calls. */
function weigh(word: string, spell: Spelling, model: Model, sums: Float64Array): Entry {
  let isKnown = false;
  const add = (topic: number, weight: number): void => {
    sums[topic] = (sums[topic] ?? 0) + weight;
    isKnown = true;
  };
  const isMixed = hasMixedScripts(word);
  const negatedIn = languagesNegatedBy(word);
  const meant = isMixed || negatedIn !== 0 ? word : spell(word);
  if (!isMixed) eachFeatureOfWord(meant, (feature) => eachWeight(model, feature, add));
  return {
    hash: isMixed ? startHash : hashWord(meant),
    isMixed,
    isUnspaced: isUnspaced(meant),
    negatedIn,
    length: isMixed ? 0 : lengthOfWord(meant),
    weights: isKnown ? takeWeights(sums) : noWeights,
  };
}

/** The sums that matter. Resets all sums. */
function takeWeights(sums: Float64Array): Int32Array {
  const weights: number[] = [];
  for (let topic = 0; topic < sums.length; topic++) {
    const sum = sums[topic] ?? 0;
    if (Math.abs(sum) >= minSum) weights.push(topic, sum);
    sums[topic] = 0;
  }
  return new Int32Array(weights);
}
