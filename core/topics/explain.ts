import type { CompiledTopics } from "./compiled-topics.ts";
import { entriesOf, type FeatureTable, topicOf, weightOf } from "./feature-table.ts";
import { eachFeature, lengthOf } from "./features.ts";
import { textOf } from "./fold.ts";
import type { FeatureEvidence, PhraseEvidence, TopicExplanation, TopicMatch } from "./matcher.ts";
import { endOf, startOf, type Words } from "./word-list.ts";
import { createWordReader, wordAt } from "./words.ts";

/** The most features that are listed for a topic. */
const maxFeatures = 8;

const read = createWordReader();

/** Explains the matches of a question with the names of the features. Slow: for operators, not for serving. */
export function explainTopics(
  { ids, model, phrases, index }: CompiledTopics,
  matches: readonly TopicMatch[],
  question: string,
): readonly TopicExplanation[] {
  const words = read(question);
  const phrasesFound = new Map<number, PhraseEvidence[]>();
  const numbers = Int32Array.from({ length: words.count }, (_, at) => index.numberAt(words, at));
  const places = new Set<number>();
  index.find(numbers, words.count, (place) => places.add(place));
  for (const place of places) {
    const found = phrases[place];
    if (found === undefined) continue;
    const decides = found.decides || found.words.length === words.count;
    const evidence = { phrase: found.phrase, decides: decides && found.weight >= 1 };
    phrasesFound.set(found.topic, [...(phrasesFound.get(found.topic) ?? []), evidence]);
  }
  const featuresFound = weighFeatures(words, model);
  const share = 1 / Math.sqrt(lengthOf(words));
  const confidences = new Map(matches.map(({ topicId, confidence }) => [topicId, confidence]));
  return ids
    .map((topicId, topic): TopicExplanation => {
      const own = featuresFound.get(topic) ?? new Map<string, number>();
      const unit = (model.units[topic] ?? 0) * share;
      const features = [...own].map(([feature, weight]) => ({ feature, weight: weight * unit }));
      const { isTrained } = model;
      const sum = features.reduce((total, { weight }) => total + weight, 0);
      return {
        topicId,
        matched: confidences.has(topicId),
        confidence: confidences.get(topicId) ?? 0,
        ...(isTrained && { score: sum + (model.biases[topic] ?? 0), threshold: model.thresholds[topic] }),
        phrases: phrasesFound.get(topic) ?? [],
        features: strongest(features),
      };
    })
    .filter(({ matched, phrases: own, features }) => matched || own.length > 0 || features.length > 0)
    .sort((a, b) => b.confidence - a.confidence || (b.score ?? 0) - (a.score ?? 0));
}

function strongest(features: readonly FeatureEvidence[]): readonly FeatureEvidence[] {
  return features.toSorted((a, b) => Math.abs(b.weight) - Math.abs(a.weight)).slice(0, maxFeatures);
}

/** The weights in units of the model, by topic and by name of the feature. */
function weighFeatures(words: Words, model: CompiledTopics["model"]): Map<number, Map<string, number>> {
  const byTopic = new Map<number, Map<string, number>>();
  const add = (table: FeatureTable, feature: number, name: () => string): void => {
    for (const entry of entriesOf(table, feature)) {
      const topic = topicOf(entry);
      const own = byTopic.get(topic) ?? new Map<string, number>();
      own.set(name(), (own.get(name()) ?? 0) + weightOf(entry));
      byTopic.set(topic, own);
    }
  };
  const wordsFrom = (from: number, to: number, between: string): string =>
    Array.from({ length: to - from + 1 }, (_, at) => wordAt(words, from + at)).join(between);
  eachFeature(words, {
    word: (index, feature) => add(model.words, feature, () => wordAt(words, index)),
    pair: (index, feature) =>
      add(model.ngrams, feature, () =>
        index === 0 ? `^ ${wordAt(words, 0)}` : wordsFrom(index - 1, index, " "),
      ),
    triple: (index, feature) => add(model.ngrams, feature, () => wordsFrom(index - 2, index, "")),
    part: (index, feature, from, to) =>
      add(model.words, feature, () => {
        const start = startOf(words, index);
        const end = endOf(words, index);
        const inner = textOf(words.letters, Math.max(from, start), Math.min(to, end));
        return `${from < start ? "" : "~"}${inner}${to > end ? "" : "~"}`;
      }),
  });
  return byTopic;
}
