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
  /** What held a match back; empty when nothing did. */
  readonly heldBack: readonly HeldBack[];
  /** The features with the largest effect on the score; at most 8. */
  readonly features: readonly FeatureEvidence[];
}

/** Reasons that hold a match back. */
export const heldBackReasons = ["negation", "mixed_scripts", "keyword_list", "position"] as const;

/** Why a topic does not match although the question has evidence for it. */
export interface HeldBack {
  /**
   * `negation`: the user refuses it. `mixed_scripts`: a word that looks like one of its phrases has letters of two
   * scripts. `keyword_list`: the question lists keywords and has two better topics. `position`: its phrase stands deep inside a
   * long text.
   */
  readonly reason: (typeof heldBackReasons)[number];
  /** The folded clauses or words; empty for the other reasons. */
  readonly texts: readonly string[];
}

/** A phrase that was found in the question. */
export interface PhraseEvidence {
  /** As declared. */
  readonly phrase: string;
  /** Whether it matches alone. */
  readonly decides: boolean;
}

/** Features of the model that were found in the question. */
export interface FeatureEvidence {
  /** A folded word, with its parts, or a bigram. */
  readonly feature: string;
  /** Its share of the score. Negative: evidence against the topic. */
  readonly weight: number;
}
