import type { CooperativeTask } from "../../timing/cooperative-task.ts";
import { logarithm } from "./logarithm.ts";
import { prune } from "./prune.ts";
import { type BinaryProblem, decisionValue, type LinearModel, solve } from "./solver.ts";
import { type Example, isOutOfScope, type TrainingSet } from "./training-set.ts";

/** Scores of questions by models that were trained without them. */
export interface HeldOutScores {
  /** Rows of the training set. */
  readonly rows: Int32Array;
  /** By topic: the score of each row, in the same order. Negative infinity for a topic that was held out as well. */
  readonly byTopic: readonly Float32Array[];
  /**
   * By row: the share by which its topic would score the question higher, above other topics, if all other examples of the topic
   * had been known.
   */
  readonly gains: Float32Array;
}

/** The two kinds of held-out scores. */
export interface CrossValidation {
  /** Of examples and out-of-scope questions, by models that know other examples of the same topics. */
  readonly questions: HeldOutScores;
  /** Of examples, by models that know nothing of their topics. Empty when there are enough out-of-scope questions. */
  readonly otherTopic: HeldOutScores;
}

/** A problem whose rows follow from the fold. */
type UnfoldedProblem = Omit<BinaryProblem, "rows">;

/** Examples that are held out together. */
interface Fold {
  /** Rows that the models are trained without. */
  readonly heldOut: ReadonlySet<number>;
  /** Rows that the models score, all of them held out. */
  readonly scored: readonly number[];
  /** Whether the examples of a topic are held out, so that it has no model. */
  readonly isUnknown: (topic: number) => boolean;
}

const foldCount = 5;
/** After so many doublings of one example, a doubling gains half. Measured from 2 to 100 examples, in four languages. */
const halfGain = 3;
/** A topic whose only example is held out counts as half an example: its name and phrases. */
const minLeft = 0.5;
/** An example with a greater margin does not become a support vector when others are held out. */
const maxNear = 1.1;
/** From this number of out-of-scope questions on, they alone estimate the false matches. */
const enoughOutOfScope = 400;
/** At least this many examples of unknown topics are scored, if there are as many. */
const enoughOtherTopic = 400;
/** The most scores of all topics, which take four bytes each. */
const maxScores = 2 ** 24;

/** Scores questions by models that are trained without them. `problems` and `models` are by topic. */
export function* crossValidate(
  set: TrainingSet,
  problems: readonly UnfoldedProblem[],
  models: readonly LinearModel[],
  strongest: number,
): CooperativeTask<CrossValidation> {
  const { examples } = set;
  const known = foldQuestions(examples, Math.ceil(maxScores / problems.length));
  const isFew = examples.filter(isOutOfScope).length < enoughOutOfScope;
  const unknown = isFew ? foldTopics(examples, problems.length) : [];
  const near: Int32Array[] = [];
  for (const [topic, problem] of problems.entries()) {
    near.push(nearRows(set, problem, models[topic]));
    yield;
  }
  const score = (folds: readonly Fold[]): CooperativeTask<HeldOutScores> =>
    scoreFolds(set, problems, models, strongest, near, folds);
  return { questions: yield* score(known), otherTopic: yield* score(unknown) };
}

/** Each fold holds out a fifth of the examples of each topic and of the out-of-scope questions. */
function foldQuestions(examples: readonly Example[], maxScored: number): readonly Fold[] {
  const counts = new Map<number, number>();
  const folds: number[][] = Array.from({ length: foldCount }, () => []);
  examples.forEach((example, row) => {
    if (!example.isQuestion) return;
    const topic = firstTopic(example);
    const index = counts.get(topic) ?? 0;
    counts.set(topic, index + 1);
    folds[(index + Math.max(0, topic)) % foldCount]?.push(row);
  });
  const scoredOfFold = Math.ceil(maxScored / foldCount);
  return folds.map((rows) => {
    const step = Math.ceil(rows.length / scoredOfFold);
    const scored = rows.filter((_, index) => index % step === 0);
    return { heldOut: new Set(rows), scored, isUnknown: () => false };
  });
}

/** Each fold holds out all examples of a fifth of the topics, with their phrases and names. */
function foldTopics(examples: readonly Example[], topicCount: number): readonly Fold[] {
  if (topicCount < 2) return [];
  const groups = Math.min(foldCount, topicCount);
  const questions = examples.filter(({ isQuestion, topics }) => isQuestion && topics.size > 0).length;
  const used = Math.min(groups, Math.ceil((groups * enoughOtherTopic) / Math.max(1, questions)));
  return Array.from({ length: used }, (_, group): Fold => {
    const isUnknown = (topic: number): boolean => topic % groups === group;
    const rows = [...examples.keys()].filter((row) => [...(examples[row]?.topics ?? [])].some(isUnknown));
    const scored = rows.filter((row) => {
      const example = examples[row];
      return example?.isQuestion === true && [...example.topics].every(isUnknown);
    });
    return { heldOut: new Set(rows), scored, isUnknown };
  });
}

function firstTopic({ topics }: Example): number {
  return topics.size === 0 ? -1 : Math.min(...topics);
}

/** Trains the models of each fold and scores its rows. */
function* scoreFolds(
  set: TrainingSet,
  problems: readonly UnfoldedProblem[],
  models: readonly LinearModel[],
  strongest: number,
  near: readonly Int32Array[],
  folds: readonly Fold[],
): CooperativeTask<HeldOutScores> {
  const rows = Int32Array.from(folds.flatMap(({ scored }) => scored));
  const byTopic = problems.map(() => new Float32Array(rows.length).fill(Number.NEGATIVE_INFINITY));
  const gains = new Float32Array(rows.length);
  let from = 0;
  for (const { heldOut, scored, isUnknown } of folds) {
    for (const [topic, problem] of problems.entries()) {
      const scores = byTopic[topic];
      if (scores === undefined || isUnknown(topic)) continue;
      const rows = near[topic]?.filter((row) => !heldOut.has(row)) ?? new Int32Array();
      const model = yield* solve(set, { ...problem, rows, warmStart: models[topic] });
      const pruned = prune(set, model, strongest);
      const lost = gainOf(set.examples, problem.labels, rows, heldOut);
      for (const [at, row] of scored.entries()) {
        scores[from + at] = decisionValue(set, pruned, row);
        if (problem.labels[row] === 1) gains[from + at] = lost;
      }
      yield;
    }
    from += scored.length;
  }
  return { rows, byTopic, gains };
}

/** The rows that a model depends on. Those far on their own side of it are left out, because they would change nothing. */
function nearRows(set: TrainingSet, { labels }: UnfoldedProblem, model: LinearModel | undefined): Int32Array {
  const rows = Int32Array.from(set.examples.keys());
  if (model === undefined) return rows;
  return rows.filter((row) => {
    const label = labels[row] ?? 0;
    return label > 0 || model.dualVariables[row] !== 0 || label * decisionValue(set, model, row) < maxNear;
  });
}

/** How much a topic would gain by the examples that are held out. Each doubling of few examples gains more than one of many. */
function gainOf(
  examples: readonly Example[],
  labels: Int8Array,
  trained: Int32Array,
  heldOut: ReadonlySet<number>,
): number {
  const isOwn = (row: number): boolean => labels[row] === 1 && examples[row]?.isQuestion === true;
  const left = trained.reduce((count, row) => count + (isOwn(row) ? 1 : 0), 0);
  let lost = 0;
  for (const row of heldOut) if (isOwn(row)) lost++;
  if (lost === 0) return 0;
  const doublings = logarithm((left + lost) / Math.max(minLeft, left));
  return doublings / (1 + logarithm(Math.max(1, left)) / halfGain);
}
