import type { CompiledTopics } from "./compiled-topics.ts";
import type { TopicMatch } from "./matcher.ts";
import type { Model } from "./model.ts";
import { createScorer, type Score } from "./scorer.ts";
import { createWordReader } from "./words.ts";

const nothing: readonly TopicMatch[] = [];
/** Weights of phrases are hundredths, whose sums are not exact. */
const enough = 0.999;
/** Score from which on a topic is matched beside the one with the best score … */
const clear = 0;
/** … and beside one that a phrase has matched, for the phrase speaks for topics that often go with its own, too. */
const clearBesidePhrase = 0.1;

/**
 * The rule, whole: a topic is matched when the weights of its phrases in the question come to 1 (a phrase counts if
 * no question of another kind has it, or if it is the whole question). If there is none, the topic with the best score is
 * matched from its threshold on. Beside a topic that is matched, every other is, too, whose score is clearly its own.
 */
export function createDecision(compiled: CompiledTopics): (question: string) => readonly TopicMatch[] {
  const { ids, model, index } = compiled;
  const read = createWordReader();
  const score = createScorer(model, index);
  const findByPhrases = createPhraseSums(compiled);
  return (question) => {
    const words = read(question);
    if (words.count === 0) return nothing;
    const scored = score(words);
    const { scores } = scored;
    const found = findByPhrases(words.count, scored);
    const learned = findByScores(model, scored, found);
    if (found.length + learned.length === 0) return nothing;
    return [
      ...sortByScore(found, scores).map((topic) => ({ topicId: ids[topic] ?? "", confidence: 1 })),
      ...sortByScore(learned, scores).map((topic) => {
        const over = (scores[topic] ?? 0) - (model.thresholds[topic] ?? 0);
        return { topicId: ids[topic] ?? "", confidence: confidenceOf(over) };
      }),
    ];
  };
}

/** The topics that the model decides, beside those that phrases have. */
function findByScores({ thresholds }: Model, { scores, best }: Score, found: readonly number[]): number[] {
  const isMatched = (topic: number, least: number): boolean =>
    (scores[topic] ?? Number.NaN) > Math.max(thresholds[topic] ?? 0, least) && !found.includes(topic);
  const isFirst = found.length === 0 && isMatched(best, Number.NEGATIVE_INFINITY);
  const learned = isFirst ? [best] : [];
  const least = isFirst ? clear : clearBesidePhrase;
  if (!((scores[best] ?? Number.NaN) > least)) return learned;
  for (let topic = 0; topic < scores.length; topic++) {
    if (isMatched(topic, least) && !learned.includes(topic)) learned.push(topic);
  }
  return learned;
}

/** Finds the topics that phrases decide. */
function createPhraseSums({
  ids,
  phrases,
  index,
}: CompiledTopics): (count: number, score: Score) => number[] {
  const sums = new Float64Array(ids.length);
  const seen = new Int32Array(phrases.length);
  let turn = 0;
  let count = 0;
  let isFirst = true;
  let found: number[] = [];
  const add = (place: number): void => {
    const phrase = phrases[place];
    if (phrase === undefined || seen[place] === turn) return;
    seen[place] = turn;
    if (isFirst) sums.fill(0);
    isFirst = false;
    const isWhole = phrase.words.length === count;
    if (!phrase.decides && !isWhole) return;
    const before = sums[phrase.topic] ?? 0;
    const after = before + (isWhole ? 1 : phrase.weight);
    sums[phrase.topic] = after;
    if (before < enough && after >= enough) found.push(phrase.topic);
  };
  return (words, { phraseNumbers, phraseStarts, phraseStartCount }) => {
    turn = (turn + 1) | 0;
    count = words;
    isFirst = true;
    found = [];
    for (let at = 0; at < phraseStartCount; at++) {
      const start = phraseStarts[at] ?? 0;
      if (index.mayBegin(phraseNumbers, words, start)) index.findFrom(phraseNumbers, words, start, add);
    }
    return found;
  };
}

/** In place, the best first, then as they come in the catalogue. By insertion: there are few. */
function sortByScore(topics: number[], scores: Float64Array): readonly number[] {
  for (let end = 1; end < topics.length; end++) {
    const topic = topics[end] ?? 0;
    const score = scores[topic] ?? 0;
    let place = end;
    for (; place > 0; place--) {
      const other = topics[place - 1] ?? 0;
      const otherScore = scores[other] ?? 0;
      // Without a model all scores are NaN, and the place decides.
      if (otherScore > score || (!(otherScore < score) && other < topic)) break;
      topics[place] = other;
    }
    topics[place] = topic;
  }
  return topics;
}

/** From a half at the threshold toward 1. */
function confidenceOf(over: number): number {
  return 0.5 + (0.5 * over) / (over + 0.5);
}
