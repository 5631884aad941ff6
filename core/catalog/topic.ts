/** A subject that questions are about and that campaigns can target. */
export interface Topic {
  /** Unique among topics: 1 to 128 characters of A–Z a–z 0–9 `_` `.` `:` `-`, other than `.` and `..` alone. */
  readonly id: string;
  /** The name of the subject, 1 to 200 characters. Training uses its words as a weak example. */
  readonly name: string;
  /**
   * Words and phrases per BCP 47 language: at most 100 languages of 1 to 1,000 phrases, each of 1 to 100 characters. A question
   * with one of them is about the topic. Case and accents do not matter; word boundaries do where the script has them. May be
   * empty for a topic with examples. Default in a document: empty.
   */
  readonly phrases: Readonly<Record<string, readonly (string | WeightedPhrase)[]>>;
  /** Questions about the topic. At most 10,000 in all languages together. */
  readonly examples?: TopicTexts | undefined;
  /**
   * Questions about no topic. The questions of every topic count for all topics. At most 10,000 in all languages together.
   * Documents may still use the former name `noneExamples`.
   */
  readonly outOfScopeExamples?: TopicTexts | undefined;
  /** The share of out-of-scope questions that may match a topic at the threshold of this topic, 0.001 to 0.5. Default: 0.03. */
  readonly falseMatches?: number | undefined;
  /**
   * The trained model of the topic. Planning a catalogue makes it from the declarations of all topics; a document never has it.
   * Without a model, or with a model of other declarations, phrases alone decide.
   */
  readonly trained?: string | undefined;
}

/** A phrase that matches only together with others. */
export interface WeightedPhrase {
  /** 1 to 100 characters, with at least one letter or digit. */
  readonly phrase: string;
  /** 0.01 to 1. The weights of different phrases in a question are added, and a sum of 1 matches. Plain text has weight 1. */
  readonly weight: number;
}

/** Questions of 1 to 4,096 characters, in one list or per BCP 47 language. The language has no effect on matching. */
export type TopicTexts = readonly string[] | Readonly<Record<string, readonly string[]>>;
