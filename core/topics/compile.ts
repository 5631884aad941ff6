import type { Topic } from "../catalog/entities.ts";
import { compile } from "./compiled-topics.ts";
import { createDecision } from "./decide.ts";
import { explainTopics } from "./explain.ts";
import { maxEntryTopics } from "./feature-table.ts";
import type { TopicMatcher } from "./matcher.ts";

export type { TopicExplanation, TopicMatch, TopicMatcher } from "./matcher.ts";

/**
 * The matcher of a catalogue's topics. It never learns: without a model of exactly these declarations, phrases alone
 * decide. A few milliseconds for a hundred topics, and at most 8,192 of them.
 */
export function compileTopics(topics: Iterable<Topic>): TopicMatcher {
  // In one order on every instance, however its catalogue came: it decides between equals.
  const sorted = [...topics].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
  const compiled = compile(sorted.slice(0, maxEntryTopics));
  const decide = createDecision(compiled);
  return {
    match: decide,
    explain: (question) => explainTopics(compiled, decide(question), question),
  };
}
