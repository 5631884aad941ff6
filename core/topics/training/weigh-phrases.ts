import type { Topic } from "../../catalog/entities.ts";
import { phrasesOf } from "../declaration.ts";
import { indexPhrases } from "../phrase-index.ts";
import type { Example } from "./training-set.ts";

/** Phrases and the questions that contradict them. */
export interface PhraseWeights {
  /** By topic: the numbers of phrases that occur in an out-of-scope question, or in a question about other topics only. */
  readonly undecided: readonly (readonly number[])[];
  /**
   * Rows of out-of-scope questions that a phrase would match if this question were not declared. They estimate how many unseen
   * out-of-scope questions phrases still match.
   */
  readonly surprising: ReadonlySet<number>;
}

/** Finds the phrases that do not decide alone, because declared questions contradict them. */
export function weighPhrases(topics: readonly Topic[], examples: readonly Example[]): PhraseWeights {
  const phrases = topics.flatMap((topic, topicIndex) =>
    phrasesOf(topic).map((phrase, number) => ({ ...phrase, topicIndex, number, against: 0, lastRow: -1 })),
  );
  const index = indexPhrases(phrases.map(({ words }) => words));
  examples.forEach((example, row) => {
    if (!example.isQuestion) return;
    const numbers = Int32Array.from(example.words, index.wordNumber);
    index.find(numbers, numbers.length, (found) => {
      const phrase = phrases[found];
      if (phrase === undefined || example.topics.has(phrase.topicIndex) || phrase.lastRow === row) return;
      phrase.against++;
      phrase.lastRow = row;
    });
  });
  const surprising = new Set<number>();
  for (const { against, lastRow, weight } of phrases) {
    if (against === 1 && weight >= 1 && examples[lastRow]?.topics.size === 0) surprising.add(lastRow);
  }
  return {
    undecided: topics.map((_, topicIndex) =>
      phrases
        .filter((phrase) => phrase.topicIndex === topicIndex && phrase.against > 0)
        .map(({ number }) => number),
    ),
    surprising,
  };
}
