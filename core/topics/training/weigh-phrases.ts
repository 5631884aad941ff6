import type { Topic } from "../../catalog/topic.ts";
import type { CooperativeTask } from "../../timing/cooperative-task.ts";
import { phrasesOf } from "../declaration.ts";
import { indexPhrases } from "../phrase-index.ts";
import type { Example } from "./training-set.ts";

/** Phrases in the declared questions. */
export interface PhraseWeights {
  /** By topic: the numbers of phrases that occur in an out-of-scope question, or in a question about other topics only. */
  readonly undecided: readonly (readonly number[])[];
  /** By row: the topics of which the question has a phrase that would decide if the question were not declared. */
  readonly hits: ReadonlyMap<number, ReadonlySet<number>>;
}

/** Questions that are searched without a pause. */
const rowsPerStep = 256;

/** Finds the phrases that do not decide alone, because declared questions contradict them. */
export function* weighPhrases(
  topics: readonly Topic[],
  examples: readonly Example[],
): CooperativeTask<PhraseWeights> {
  const phrases = topics.flatMap((topic, topicIndex) =>
    phrasesOf(topic).map((phrase, number) => ({ ...phrase, topicIndex, number, rows: new Set<number>() })),
  );
  const index = indexPhrases(phrases.map(({ words }) => words));
  for (const [row, example] of examples.entries()) {
    if (row % rowsPerStep === 0) yield;
    if (example.isQuestion) index.find(example.words, (found) => phrases[found]?.rows.add(row));
  }
  const hits = new Map<number, Set<number>>();
  const undecided = topics.map((): number[] => []);
  for (const { topicIndex, number, weight, rows } of phrases) {
    const against = [...rows].filter((row) => examples[row]?.topics.has(topicIndex) !== true);
    if (against.length > 0) undecided[topicIndex]?.push(number);
    if (weight < 1 || against.length > 1) continue;
    for (const row of against.length === 1 ? against : rows) {
      const own = hits.get(row) ?? new Set();
      hits.set(row, own.add(topicIndex));
    }
  }
  return { undecided, hits };
}
