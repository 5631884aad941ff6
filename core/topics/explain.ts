import type { CompiledTopics } from "./compiled-topics.ts";
import { minPhraseSum, sharesOfPhrases } from "./decide.ts";
import { eachFeature, lengthOf } from "./features.ts";
import type { Intent } from "./intent.ts";
import type { FeatureEvidence, HeldBack, PhraseEvidence, TopicExplanation } from "./matcher.ts";
import { eachWeight, isContradicted, type Model } from "./model.ts";
import { createPassageScorer } from "./passages.ts";
import { hasMixedScripts, looksLike } from "./scripts.ts";
import { foldedWords } from "./words.ts";

/** The most features that are listed for a topic. */
const maxFeatures = 8;

/** Explains the matches of a question with the names of the features. Slow: for operators, not for serving. */
export function explainTopics(
  compiled: CompiledTopics,
  { matches, heldBack }: Intent,
  question: string,
): readonly TopicExplanation[] {
  const { ids, model, spell, phrases } = compiled;
  const words = foldedWords(question);
  const { scores } = createPassageScorer(model, spell)(question, words);
  const phrasesFound = new Map<number, PhraseEvidence[]>();
  for (const [place, share] of sharesOfPhrases(compiled, question, words)) {
    const found = phrases[place];
    if (found === undefined) continue;
    const isWhole = found.words.length === words.length;
    const decides = isWhole || (found.decides && !isContradicted(model, scores, found.topic));
    const weight = share * (isWhole ? 1 : found.weight);
    const evidence = { phrase: found.phrase, decides: decides && weight >= minPhraseSum };
    phrasesFound.set(found.topic, [...(phrasesFound.get(found.topic) ?? []), evidence]);
  }
  const featuresFound = weighFeatures(words, model);
  const share = 1 / Math.sqrt(lengthOf(words));
  const lookalikes = findLookalikes(phrases, words);
  const confidences = new Map(matches.map(({ topicId, confidence }) => [topicId, confidence]));
  return ids
    .map((topicId, topic): TopicExplanation => {
      const own = featuresFound.get(topic) ?? new Map<string, number>();
      const unit = (model.units[topic] ?? 0) * share;
      const features = [...own].map(([feature, weight]) => ({ feature, weight: weight * unit }));
      const matched = confidences.has(topicId);
      const held = [...(heldBack.get(topicId) ?? []), ...(lookalikes.get(topic) ?? [])];
      return {
        topicId,
        matched,
        confidence: confidences.get(topicId) ?? 0,
        ...(model.isTrained && { score: scores[topic], threshold: model.thresholds[topic] }),
        phrases: phrasesFound.get(topic) ?? [],
        heldBack: matched ? [] : held,
        features: strongest(features),
      };
    })
    .filter(
      ({ matched, phrases: own, features, heldBack: held }) =>
        matched || own.length + features.length + held.length > 0,
    )
    .sort((a, b) => b.confidence - a.confidence || (b.score ?? 0) - (a.score ?? 0));
}

/** By topic: the words of mixed scripts that look like a word of its phrases. */
function findLookalikes(
  phrases: CompiledTopics["phrases"],
  words: readonly string[],
): ReadonlyMap<number, readonly HeldBack[]> {
  const mixed = words.filter(hasMixedScripts);
  const found = new Map<number, readonly HeldBack[]>();
  for (const { topic, words: own } of mixed.length === 0 ? [] : phrases) {
    const texts = mixed.filter((word) => own.some((other) => looksLike(word, other)));
    if (texts.length > 0) found.set(topic, [{ reason: "mixed_scripts", texts }]);
  }
  return found;
}

function strongest(features: readonly FeatureEvidence[]): readonly FeatureEvidence[] {
  return features.toSorted((a, b) => Math.abs(b.weight) - Math.abs(a.weight)).slice(0, maxFeatures);
}

/** The weights in units of the model, by topic and by name of the feature. */
function weighFeatures(words: readonly string[], model: Model): Map<number, Map<string, number>> {
  const byTopic = new Map<number, Map<string, number>>();
  eachFeature(words, (feature, _kind, name) => {
    eachWeight(model, feature, (topic, weight) => {
      const own = byTopic.get(topic) ?? new Map<string, number>();
      own.set(name(), (own.get(name()) ?? 0) + weight);
      byTopic.set(topic, own);
    });
  });
  return byTopic;
}
