import type { CatalogIssue } from "../catalog/messages.ts";
import type { Topic } from "../catalog/topic.ts";
import { textsOf } from "../catalog/topic-texts.ts";
import { phrasesOf } from "../topics/declaration.ts";

/** Checks rules across the fields of a topic. */
export function checkTopic(topic: Topic): CatalogIssue[] {
  if (phrasesOf(topic).length + textsOf(topic.examples).length > 0) return [];
  const message = 'Add at least one language with phrases, like {"en": ["running shoes"]}, or examples.';
  return [{ path: "phrases", message }];
}
