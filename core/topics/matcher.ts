/** A topic that a question is about. */
export interface TopicMatch {
  /** The id of the topic. */
  readonly topicId: string;
  /** Above 0, at most 1. 1 for a match by phrases. */
  readonly confidence: number;
}

/** Matches questions with topics. Synchronous, without side effects, equal on every runtime. */
export interface TopicMatcher {
  /** The topics of a question by descending confidence; empty for an out-of-scope question. */
  match(question: string): readonly TopicMatch[];
  /** Every topic with any evidence in the question, matched or not, the best first. */
  explain(question: string): readonly TopicExplanation[];
}

/** Why a topic matched or did not match. */
export interface TopicExplanation {
  /** The id of the topic. */
  readonly topicId: string;
  /** Whether `match` returns the topic. */
  readonly matched: boolean;
  /** The confidence of the match; 0 when not matched. */
  readonly confidence: number;
  /** The score of the model. Absent without a model. */
  readonly score?: number | undefined;
  /** The score from which on the model alone matches. Absent without a model. */
  readonly threshold?: number | undefined;
  /** The topic's phrases in the question. */
  readonly phrases: readonly PhraseEvidence[];
  /** The features with the largest effect on the score; at most 8. */
  readonly features: readonly FeatureEvidence[];
}

/** A phrase that was found in the question. */
export interface PhraseEvidence {
  /** As declared. */
  readonly phrase: string;
  /** Whether it matches alone. */
  readonly decides: boolean;
}

/** A feature of the model that was found in the question. */
export interface FeatureEvidence {
  /** A folded word, a bigram, or a part of a word (`~light`). */
  readonly feature: string;
  /** Its share of the score. Negative: evidence against the topic. */
  readonly weight: number;
}
