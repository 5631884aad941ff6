/** What a topic's model will do, estimated by cross-validation. */
export interface TopicForecast {
  /** How many of the topic's examples were scored by models that were trained without them. */
  readonly examples: number;
  /** How many of these examples the topic would match. */
  readonly recognised: number;
  /** The share of other questions that would match the topic, 0 to 1. */
  readonly falseMatches: number;
  /** On how many out-of-scope questions `falseMatches` was measured. */
  readonly outOfScope: number;
  /** Other topics that match examples of this topic instead: their share of the examples, 0 to 1, the largest first. */
  readonly overlaps: readonly TopicOverlap[];
}

/** A topic that is mistaken for another. */
export interface TopicOverlap {
  /** The id of the other topic. */
  readonly topicId: string;
  /** The share of the examples that the other topic would match, 0 to 1. */
  readonly share: number;
}
