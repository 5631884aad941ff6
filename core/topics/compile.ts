import type { Topic } from "../catalog/topic.ts";
import { compile } from "./compiled-topics.ts";
import { explainTopics } from "./explain.ts";
import { createIntent } from "./intent.ts";
import type { TopicMatcher } from "./matcher.ts";

export type { TopicExplanation, TopicMatch, TopicMatcher } from "./matcher.ts";

const maxTopics = 8_192;

/**
 * Compiles the matcher of a catalogue's topics. Never trains: without a model of exactly these declarations, phrases alone
 * decide. Takes a few milliseconds for a hundred topics. At most 8,192 topics are used.
 */
export function compileTopics(topics: Iterable<Topic>): TopicMatcher {
  // The order breaks ties, so it is the same on every instance.
  const sorted = [...topics].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
  const compiled = compile(sorted.slice(0, maxTopics));
  const decide = createIntent(compiled);
  return {
    match: (question) => decide(question).matches,
    explain: (question) => explainTopics(compiled, decide(question), question),
  };
}
