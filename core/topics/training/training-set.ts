import type { Topic } from "../../catalog/topic.ts";
import { textsOf } from "../../catalog/topic-texts.ts";
import type { CooperativeTask } from "../../timing/cooperative-task.ts";
import { phrasesOf } from "../declaration.ts";
import { eachFeature, lengthOf, pairWeight, tripleWeight } from "../features.ts";
import { foldedWords } from "../words.ts";
import { logarithm } from "./logarithm.ts";

/** A text to learn from. */
export interface Example {
  /** Folded words. Texts with equal words are one example. */
  readonly words: readonly string[];
  /** Indexes of the topics that it is about; empty for an out-of-scope question. */
  readonly topics: Set<number>;
  /** Whether it was declared as a question: false for phrases, names and the empty text. */
  isQuestion: boolean;
  /** How much a mistake on it costs, relative to an example. */
  weight: number;
}

/** Examples as rows of a sparse matrix. */
export interface TrainingSet {
  readonly examples: readonly Example[];
  /** Features of example i: indexes `rows[i]` to `rows[i + 1]` of `columns` and `values`. */
  readonly rows: Int32Array;
  readonly columns: Int32Array;
  readonly values: Float64Array;
  /** By column: the feature, and the factor from a weight of the matrix to a weight of the feature. */
  readonly features: readonly number[];
  readonly scales: Float64Array;
  /** By column: 1 for bigrams, and for trigrams of scripts without spaces. */
  readonly isNgram: Uint8Array;
}

/**
 * Weight of the empty text, which is out of scope. Without out-of-scope questions it alone keeps words of every question
 * (`how do I`) from counting for a topic. Measured with 2 to 22 topics.
 */
const emptyWeight = 2;

/**
 * Weight of a topic's name. It helps most with few examples. Measured with names of one or two words, in the language of the
 * questions and in another.
 */
const nameWeight = 0.4;

/** Examples whose features are computed without a pause. */
const rowsPerStep = 32;

/** The texts of all declarations and the empty text. The order depends on the declarations only. */
export function* gatherExamples(topics: readonly Topic[]): CooperativeTask<readonly Example[]> {
  const examples = new Map<string, Example>();
  const add = (text: string, topic: number | undefined, isQuestion: boolean, weight: number): void => {
    const words = foldedWords(text);
    if (words.length === 0) return;
    const key = words.join(" ");
    const example = examples.get(key) ?? { words, topics: new Set<number>(), isQuestion, weight };
    examples.set(key, example);
    if (topic !== undefined) example.topics.add(topic);
    example.isQuestion ||= isQuestion;
    example.weight = Math.max(example.weight, weight);
  };
  for (const [index, topic] of topics.entries()) {
    yield;
    add(topic.name, index, false, nameWeight);
    for (const { phrase, weight } of phrasesOf(topic)) add(phrase, index, false, weight);
    for (const text of textsOf(topic.examples)) add(text, index, true, 1);
  }
  for (const topic of topics) {
    yield;
    // A text that is also an example stays an example.
    for (const text of textsOf(topic.outOfScopeExamples)) add(text, undefined, true, 1);
  }
  const empty: Example = { words: [], topics: new Set(), isQuestion: false, weight: emptyWeight };
  return [...examples.values(), empty];
}

/** Whether the example was declared as an out-of-scope question. */
export function isOutOfScope({ topics, isQuestion }: Example): boolean {
  return isQuestion && topics.size === 0;
}

/** Computes the features of all examples. */
export function* createTrainingSet(examples: readonly Example[]): CooperativeTask<TrainingSet> {
  const columnOf = new Map<number, number>();
  const kinds: number[] = [];
  const documents: number[] = [];
  const rows = new Int32Array(examples.length + 1);
  const columns: number[] = [];
  const counts: number[] = [];
  const norms = new Float64Array(examples.length);
  for (const [row, { words }] of examples.entries()) {
    if (row % rowsPerStep === 0) yield;
    const own = new Map<number, number>();
    const add = (feature: number, kind: number): void => {
      let column = columnOf.get(feature);
      if (column === undefined) {
        column = kinds.push(kind) - 1;
        columnOf.set(feature, column);
        documents.push(0);
      }
      own.set(column, (own.get(column) ?? 0) + 1);
    };
    eachFeature(words, add);
    norms[row] = 1 / Math.sqrt(lengthOf(words));
    for (const [column, count] of own) {
      columns.push(column);
      counts.push(count);
      documents[column] = (documents[column] ?? 0) + 1;
    }
    rows[row + 1] = columns.length;
  }
  const scales = scaleFeatures(kinds, documents, examples.length);
  const isNgram = Uint8Array.from(kinds, (kind) => (kind === pairWeight || kind === tripleWeight ? 1 : 0));
  const values = new Float64Array(columns.length);
  for (let row = 0; row < examples.length; row++) {
    if (row % rowsPerStep === 0) yield;
    for (let at = rows[row] ?? 0; at < (rows[row + 1] ?? 0); at++) {
      values[at] = (counts[at] ?? 0) * (scales[columns[at] ?? 0] ?? 0) * (norms[row] ?? 0);
    }
  }
  return {
    examples,
    rows,
    columns: Int32Array.from(columns),
    values,
    features: [...columnOf.keys()],
    scales,
    isNgram,
  };
}

/** The scale of each feature: the weight of its kind times its inverse document frequency, from near 0 (in all) to 1 (in one example). */
function scaleFeatures(kinds: readonly number[], documents: readonly number[], total: number): Float64Array {
  const whole = logarithm(total + 1);
  return Float64Array.from(kinds, (kind, column) => {
    const inverseFrequency = logarithm(Math.max(1, (total + 1) / ((documents[column] ?? 0) + 0.5))) / whole;
    return kind * inverseFrequency;
  });
}
