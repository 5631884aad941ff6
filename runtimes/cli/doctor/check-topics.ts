import type { Topic } from "../../../core/catalog/topic.ts";
import { hasExamples, phrasesOf } from "../../../core/topics/declaration.ts";
import { describeForecast } from "../../../core/topics/describe-forecast.ts";
import { count } from "../change-lines.ts";
import { type Finding, listed, warn } from "./finding.ts";

/** Whether a question can match the topic. */
export function canMatch(topic: Topic, topics: readonly Topic[]): boolean {
  return phrasesOf(topic).length > 0 || describeForecast(topic, topics).forecast !== null;
}

/** Topics that no question can match, and those whose model recognises none of their examples. */
export function checkTopics(topics: readonly Topic[]): readonly Finding[] {
  const found = topics.flatMap((topic): readonly Finding[] => {
    const { forecast, advice } = describeForecast(topic, topics);
    if (!canMatch(topic, topics)) {
      const fix = hasExamples(topic)
        ? advice.join(" ")
        : "Add phrases, or examples and out-of-scope questions; or remove the topic.";
      return [warn("topics", `Topic ${topic.id} teaches nothing: no question matches it.`, fix)];
    }
    const recognisesNone = forecast !== null && forecast.examples > 0 && forecast.recognised === 0;
    if (!recognisesNone || phrasesOf(topic).length > 0) return [];
    const fix = advice.join(" ") || "Add examples that resemble each other more.";
    return [warn("topics", `Topic ${topic.id} recognises none of its examples.`, fix)];
  });
  return listed("topics", found, `${count(topics.length, "topic")} can match questions.`);
}
