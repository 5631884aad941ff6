import type { Topic } from "../../catalog/entities.ts";
import { phrasesOf } from "../declaration.ts";
import { indexPhrases } from "../phrase-index.ts";
import type { Example } from "./training-set.ts";

export interface PhraseWeights {
  /** By topic: the numbers of phrases that stand in a question about nothing, or about other topics only. */
  readonly undecided: readonly (readonly number[])[];
  /**
   * Lessons about nothing that a phrase would match if just this one were unknown: so many questions of this kind are
   * still matched by phrases.
   */
  readonly surprising: ReadonlySet<number>;
}

/** Which phrases decide by themselves, by what the questions say that they stand in. */
export function weighPhrases(topics: readonly Topic[], lessons: readonly Example[]): PhraseWeights {
  const phrases = topics.flatMap((topic, place) =>
    phrasesOf(topic).map((phrase, number) => ({ ...phrase, place, number, against: 0, lastRow: -1 })),
  );
  const index = indexPhrases(phrases.map(({ words }) => words));
  lessons.forEach((lesson, row) => {
    if (!lesson.isQuestion) return;
    const numbers = Int32Array.from(lesson.words, index.wordNumber);
    index.find(numbers, numbers.length, (found) => {
      const phrase = phrases[found];
      if (phrase === undefined || lesson.topics.has(phrase.place) || phrase.lastRow === row) return;
      phrase.against++;
      phrase.lastRow = row;
    });
  });
  const surprising = new Set<number>();
  for (const { against, lastRow, weight } of phrases) {
    if (against === 1 && weight >= 1 && lessons[lastRow]?.topics.size === 0) surprising.add(lastRow);
  }
  return {
    undecided: topics.map((_, place) =>
      phrases.filter((phrase) => phrase.place === place && phrase.against > 0).map(({ number }) => number),
    ),
    surprising,
  };
}
