import type { CompiledTopics } from "./compiled-topics.ts";
import type { TopicMatch } from "./matcher.ts";
import { isContradicted, type Model } from "./model.ts";
import { createPassageScorer } from "./passages.ts";
import { findInside } from "./position.ts";
import type { Score } from "./scorer.ts";
import { foldedWords } from "./words.ts";

/** The topics of a text. */
export interface Decision {
  readonly matches: readonly TopicMatch[];
  /** Topics that would match if none of their phrases stood deep inside the text. */
  readonly tooDeep: readonly string[];
  /** The languages in which a clause may be negated, a bit for each. */
  readonly negatedIn: number;
}

const nothing: Decision = { matches: [], tooDeep: [], negatedIn: 0 };
/** The share of a phrase's weight that counts deep inside a long text. */
const weightInside = 0.5;
/** A sum of phrase weights from which on a topic matches: 1, less the rounding errors of hundredths. */
export const minPhraseSum = 0.999;
/** The least score of a topic that is matched in addition to the topic of the best score … */
const minScoreBesideBest = 0.1;
/** … and in addition to a topic that a phrase matched: the phrase also raises the scores of related topics. */
const minScoreBesidePhrase = 0.2;

/**
 * The complete matching rule. A topic matches when the weights of its phrases in the question add up to 1. A phrase counts when
 * neither a declared question nor the model contradicts it, or when it is the whole question. Deep inside a long text it counts
 * half. If no phrase matches, the topic of the best score matches from its threshold on. In addition to a matched topic, every
 * topic of a clearly positive score matches.
 */
export function createDecision(compiled: CompiledTopics): (text: string) => Decision {
  const { ids, model, spell } = compiled;
  const score = createPassageScorer(model, spell);
  return (text) => {
    const words = foldedWords(text);
    if (words.length === 0) return nothing;
    const scored = score(text, words);
    const { scores } = scored;
    const { found, tooDeep } = findByPhrases(compiled, text, words, scores);
    const learned = findByScores(model, scored, found);
    if (found.length + learned.length + tooDeep.length === 0) return nothing;
    const matches = [
      ...sortByScore(found, scores).map((topic) => ({ topicId: ids[topic] ?? "", confidence: 1 })),
      ...sortByScore(learned, scores).map((topic) => {
        const over = (scores[topic] ?? 0) - (model.thresholds[topic] ?? 0);
        return { topicId: ids[topic] ?? "", confidence: confidenceOf(over) };
      }),
    ];
    const isLearned = (topic: number): boolean => learned.includes(topic);
    return {
      matches,
      negatedIn: scored.negatedIn,
      tooDeep: tooDeep.filter((topic) => !isLearned(topic)).map((topic) => ids[topic] ?? ""),
    };
  };
}

/** The topics that match by the model, without those that match by phrases. */
function findByScores({ thresholds }: Model, { scores, best }: Score, found: readonly number[]): number[] {
  const isMatched = (topic: number, least: number): boolean =>
    (scores[topic] ?? Number.NaN) > Math.max(thresholds[topic] ?? 0, least) && !found.includes(topic);
  const isFirst = found.length === 0 && isMatched(best, Number.NEGATIVE_INFINITY);
  const learned = isFirst ? [best] : [];
  const least = isFirst ? minScoreBesideBest : minScoreBesidePhrase;
  if (!((scores[best] ?? Number.NaN) > least)) return learned;
  for (let topic = 0; topic < scores.length; topic++) {
    if (isMatched(topic, least) && !learned.includes(topic)) learned.push(topic);
  }
  return learned;
}

/** By phrase: the share of its weight that counts, the largest of its occurrences. */
export function sharesOfPhrases(
  { index }: CompiledTopics,
  text: string,
  words: readonly string[],
): ReadonlyMap<number, number> {
  let isInside: ((word: number) => boolean) | undefined;
  const shares = new Map<number, number>();
  index.find(words, (number, start) => {
    isInside ??= findInside(text, words.length);
    shares.set(number, Math.max(shares.get(number) ?? 0, isInside(start) ? weightInside : 1));
  });
  return shares;
}

/** The topics that match by phrases, and those that would if position had no effect. */
function findByPhrases(
  compiled: CompiledTopics,
  text: string,
  words: readonly string[],
  scores: Float64Array,
): { readonly found: readonly number[]; readonly tooDeep: readonly number[] } {
  const { phrases, model } = compiled;
  const sums = new Map<number, { counted: number; whole: number }>();
  for (const [number, share] of sharesOfPhrases(compiled, text, words)) {
    const phrase = phrases[number];
    const isWhole = phrase?.words.length === words.length;
    if (phrase === undefined) continue;
    if (!isWhole && (!phrase.decides || isContradicted(model, scores, phrase.topic))) continue;
    const sum = sums.get(phrase.topic) ?? { counted: 0, whole: 0 };
    sum.counted += share * (isWhole ? 1 : phrase.weight);
    sum.whole += isWhole ? 1 : phrase.weight;
    sums.set(phrase.topic, sum);
  }
  const found: number[] = [];
  const tooDeep: number[] = [];
  for (const [topic, { counted, whole }] of sums) {
    if (counted >= minPhraseSum) found.push(topic);
    else if (whole >= minPhraseSum) tooDeep.push(topic);
  }
  return { found, tooDeep };
}

/** Sorts by descending score, then by topic. Without a model all scores are NaN, and the topic decides. */
function sortByScore(topics: readonly number[], scores: Float64Array): readonly number[] {
  return topics.toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
}

/** 0.5 at the threshold, toward 1 above it. */
function confidenceOf(over: number): number {
  return 0.5 + (0.5 * over) / (over + 0.5);
}
