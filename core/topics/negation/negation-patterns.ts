/**
 * How people say that they do not want to hear of a subject, by language. Folded words with one space between them; `*` stands for
 * the rest of a word and `..` for up to three words. Everything else is a regular expression. Letters of scripts without spaces
 * stand side by side.
 */
export interface NegationPatterns {
  /**
   * Words of which every cue has one, so that most questions need no closer look: with a space between them, `*` at the end of a
   * beginning and before an end.
   */
  readonly triggers: string;
  /** Negates the interest in the whole clause. */
  readonly cues: readonly string[];
  /** A clause that refuses what the clause before it names: “Yoga? Not interested.” */
  readonly refusals?: readonly string[];
  /** A part of a clause that is not wanted, while the rest is: “I'd rather have tea | than coffee”. */
  readonly spans?: readonly string[];
  /** What is denied before its alternative is named, with its punctuation: “not a hotel, | but a hostel”. */
  readonly contrasts?: string;
  /** The clause is a wish after all: it asks why, or wants the subject to be otherwise (“no expensive hotel”). */
  readonly exceptions: string;
  /** Words with which a new clause begins. */
  readonly beginnings: string;
  /** Words with which a clause ends. */
  readonly ends?: string;
}
