/** A topic that a question is about. */
export interface TopicMatch {
  readonly topicId: string;
  /** How sure the match is: more than 0, at most 1. 1 for a phrase of the topic. */
  readonly confidence: number;
}

/** Decides what questions are about. Synchronous, without side effects, the same on every runtime. */
export interface TopicMatcher {
  /** The topics of a question, the surest first; empty for an out-of-scope question. */
  match(question: string): readonly TopicMatch[];
  /** Every topic that anything in the question speaks for, matched or not, the best first. */
  explain(question: string): readonly TopicExplanation[];
}

/** Why a topic was matched, or was not. */
export interface TopicExplanation {
  readonly topicId: string;
  readonly matched: boolean;
  /** What `match` says, 0 when not matched. */
  readonly confidence: number;
  /** What the trained model gives, and what it takes to match by it alone. Absent without a model. */
  readonly score?: number | undefined;
  readonly threshold?: number | undefined;
  /** The topic's phrases that stand in the question. */
  readonly phrases: readonly PhraseEvidence[];
  /** What decided the score, the strongest first. */
  readonly features: readonly FeatureEvidence[];
}

export interface PhraseEvidence {
  /** As declared. */
  readonly phrase: string;
  /** Whether it matches by itself. */
  readonly decides: boolean;
}

export interface FeatureEvidence {
  /** A folded word, two words in a row, or a part of a word (`~light`). */
  readonly feature: string;
  /** What it adds to the score; less than 0 speaks against the topic. */
  readonly weight: number;
}
