import type { Topic, TopicTexts } from "./topic.ts";

/** A topic as earlier releases stored it and as documents may still spell it. */
export interface FormerTopic extends Topic {
  /** The former name of `outOfScopeExamples`. */
  readonly noneExamples?: TopicTexts | undefined;
}

/** The topic with the current names of its fields; the same object when nothing is renamed. */
export function withFormerFieldsRenamed(topic: FormerTopic): Topic {
  if (!("noneExamples" in topic)) return topic;
  const { noneExamples, ...rest } = topic;
  if (noneExamples === undefined || rest.outOfScopeExamples !== undefined) return rest;
  return { ...rest, outOfScopeExamples: noneExamples };
}
