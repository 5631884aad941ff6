import type { CompiledTopics } from "./compiled-topics.ts";
import type { TopicMatch } from "./matcher.ts";
import type { Model } from "./model.ts";
import { createScorer, type Score } from "./scorer.ts";
import { createWordReader } from "./words.ts";

const noMatches: readonly TopicMatch[] = [];
/** A sum of phrase weights from which on a topic matches: 1, less the rounding errors of hundredths. */
const minPhraseSum = 0.999;
/** The least score of a topic that is matched in addition to the topic of the best score … */
const minScoreBesideBest = 0;
/** … and in addition to a topic that a phrase matched: the phrase also raises the scores of related topics. */
const minScoreBesidePhrase = 0.1;

/**
 * The complete matching rule. A topic matches when the weights of its phrases in the question add up to 1. A phrase counts when
 * no declared question contradicts it, or when it is the whole question. If no phrase matches, the topic of the best score
 * matches from its threshold on. In addition to a matched topic, every topic of a clearly positive score matches.
 */
export function createDecision(compiled: CompiledTopics): (question: string) => readonly TopicMatch[] {
  const { ids, model, index } = compiled;
  const read = createWordReader();
  const score = createScorer(model, index);
  const findByPhrases = createPhraseMatcher(compiled);
  return (question) => {
    const words = read(question);
    if (words.count === 0) return noMatches;
    const scored = score(words);
    const { scores } = scored;
    const found = findByPhrases(words.count, scored);
    const learned = findByScores(model, scored, found);
    if (found.length + learned.length === 0) return noMatches;
    return [
      ...sortByScore(found, scores).map((topic) => ({ topicId: ids[topic] ?? "", confidence: 1 })),
      ...sortByScore(learned, scores).map((topic) => {
        const over = (scores[topic] ?? 0) - (model.thresholds[topic] ?? 0);
        return { topicId: ids[topic] ?? "", confidence: confidenceOf(over) };
      }),
    ];
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

/** Finds the topics that match by phrases. */
function createPhraseMatcher({
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
    if (before < minPhraseSum && after >= minPhraseSum) found.push(phrase.topic);
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

/** Sorts in place by descending score, then by topic. Insertion sort, because there are few. */
function sortByScore(topics: number[], scores: Float64Array): readonly number[] {
  for (let end = 1; end < topics.length; end++) {
    const topic = topics[end] ?? 0;
    const score = scores[topic] ?? 0;
    let place = end;
    for (; place > 0; place--) {
      const other = topics[place - 1] ?? 0;
      const otherScore = scores[other] ?? 0;
      // Without a model all scores are NaN, and the topic decides.
      if (otherScore > score || (!(otherScore < score) && other < topic)) break;
      topics[place] = other;
    }
    topics[place] = topic;
  }
  return topics;
}

/** 0.5 at the threshold, toward 1 above it. */
function confidenceOf(over: number): number {
  return 0.5 + (0.5 * over) / (over + 0.5);
}
