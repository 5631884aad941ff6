import type { Topic } from "../../catalog/entities.ts";
import { textsOf } from "../../catalog/topic-texts.ts";
import { phrasesOf } from "../declaration.ts";
import { eachFeature, lengthOf, pairWeight, partWeight, tripleWeight, wordWeight } from "../features.ts";
import { createWordReader, wordAt } from "../words.ts";
import { logarithm } from "./logarithm.ts";

/** A text to learn from. */
export interface Example {
  /** Folded words: texts that are the same in them are one lesson. */
  readonly words: readonly string[];
  /** Places of the topics that it is about; empty for a question about nothing. */
  readonly topics: Set<number>;
  /** Whether it was declared as a question, not only as a phrase; the text without words was not. */
  isQuestion: boolean;
  /** How much it counts. */
  weight: number;
}

/** Lessons as rows of a sparse matrix. */
export interface TrainingSet {
  readonly lessons: readonly Example[];
  /** Features of lesson i: places `rows[i]` to `rows[i + 1]` of `columns` and `values`. */
  readonly rows: Int32Array;
  readonly columns: Int32Array;
  readonly values: Float64Array;
  /** By column: the feature, and what a weight of the matrix is worth on the feature itself. */
  readonly features: readonly number[];
  readonly scales: Float64Array;
  /** By column: 1 for words or letters in a row. */
  readonly isInRow: Uint8Array;
}

/**
 * How much a text without words counts, which is about nothing. Where no questions about nothing are declared, it is all
 * that keeps words of every question (`how do I`) from speaking for a topic; measured with 2 to 22 topics.
 */
const emptyWeight = 2;

/**
 * How much a topic's name counts. Beside three examples it tells a lot; measured with names of one or two words, in the
 * language of the questions and in another.
 */
const nameWeight = 0.4;

/** All declarations, in an order that only they decide, and a text without words. */
export function gatherLessons(topics: readonly Topic[]): readonly Example[] {
  const lessons = new Map<string, Example>();
  const read = createWordReader();
  const add = (text: string, topic: number | undefined, isQuestion: boolean, weight: number): void => {
    const found = read(text);
    const words = Array.from({ length: found.count }, (_, index) => wordAt(found, index));
    if (words.length === 0) return;
    const key = words.join(" ");
    const lesson = lessons.get(key) ?? { words, topics: new Set<number>(), isQuestion, weight };
    lessons.set(key, lesson);
    if (topic !== undefined) lesson.topics.add(topic);
    lesson.isQuestion ||= isQuestion;
    lesson.weight = Math.max(lesson.weight, weight);
  };
  topics.forEach((topic, place) => {
    add(topic.name, place, false, nameWeight);
    for (const { phrase, weight } of phrasesOf(topic)) add(phrase, place, false, weight);
    for (const text of textsOf(topic.examples)) add(text, place, true, 1);
  });
  for (const topic of topics) {
    // A text that is also an example stays an example.
    for (const text of textsOf(topic.noneExamples)) add(text, undefined, true, 1);
  }
  const empty: Example = { words: [], topics: new Set(), isQuestion: false, weight: emptyWeight };
  return [...lessons.values(), empty];
}

/** Whether it was declared as a question about nothing. */
export function isAboutNothing({ topics, isQuestion }: Example): boolean {
  return isQuestion && topics.size === 0;
}

export function createTrainingSet(lessons: readonly Example[]): TrainingSet {
  const read = createWordReader();
  const columnOf = new Map<number, number>();
  const kinds: number[] = [];
  const documents: number[] = [];
  const rows = new Int32Array(lessons.length + 1);
  const columns: number[] = [];
  const counts: number[] = [];
  const shares = new Float64Array(lessons.length);
  lessons.forEach((lesson, row) => {
    const words = read(lesson.words.join(" "));
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
    eachFeature(words, {
      word: (_, feature) => add(feature, wordWeight),
      pair: (_, feature) => add(feature, pairWeight),
      triple: (_, feature) => add(feature, tripleWeight),
      part: (_, feature) => add(feature, partWeight),
    });
    shares[row] = 1 / Math.sqrt(lengthOf(words));
    for (const [column, count] of own) {
      columns.push(column);
      counts.push(count);
      documents[column] = (documents[column] ?? 0) + 1;
    }
    rows[row + 1] = columns.length;
  });
  const scales = weighRareness(kinds, documents, lessons.length);
  const isInRow = Uint8Array.from(kinds, (kind) => (kind === pairWeight || kind === tripleWeight ? 1 : 0));
  const values = new Float64Array(columns.length);
  for (let row = 0; row < lessons.length; row++) {
    for (let at = rows[row] ?? 0; at < (rows[row + 1] ?? 0); at++) {
      values[at] = (counts[at] ?? 0) * (scales[columns[at] ?? 0] ?? 0) * (shares[row] ?? 0);
    }
  }
  return {
    lessons,
    rows,
    columns: Int32Array.from(columns),
    values,
    features: [...columnOf.keys()],
    scales,
    isInRow,
  };
}

/** The weight of its kind, times how rare a feature is: 1 for one in a single lesson, near 0 for one in all. */
function weighRareness(kinds: readonly number[], documents: readonly number[], total: number): Float64Array {
  const whole = logarithm(total + 1);
  return Float64Array.from(kinds, (kind, column) => {
    const rareness = logarithm(Math.max(1, (total + 1) / ((documents[column] ?? 0) + 0.5))) / whole;
    return kind * rareness;
  });
}
