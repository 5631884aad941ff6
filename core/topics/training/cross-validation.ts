import type { CooperativeTask } from "../../timing/cooperative-task.ts";
import { prune } from "./prune.ts";
import { type BinaryProblem, decisionValue, type LinearModel, solve } from "./solver.ts";
import { type Example, isOutOfScope, type TrainingSet } from "./training-set.ts";

/** Scores that a topic's models give to examples that they were not trained on. */
export interface HeldOutScores {
  /** Rows of the training set. */
  readonly rows: Int32Array;
  /** The score of each row, in the same order. */
  readonly scores: Float64Array;
}

/** The held-out scores of one topic. */
export interface CrossValidationScores {
  /** Of out-of-scope questions. */
  readonly outOfScope: HeldOutScores;
  /** Of examples of other topics, by models that know none of the example's topics. Empty when there are enough out-of-scope questions. */
  readonly otherTopic: HeldOutScores;
}

/** Number of folds. */
const foldCount = 5;
/** From this number on, out-of-scope questions alone set the threshold. */
const enoughOutOfScope = 200;
/** At least this many examples are scored, if there are as many. All folds of a large set would take three times as long. */
const enoughExamples = 400;

/** A problem whose rows follow from the fold. */
type UnfoldedProblem = Omit<BinaryProblem, "rows">;

/** Scores examples by models that are trained without them. `problems`, `models` and the result are by topic. */
export function* crossValidate(
  set: TrainingSet,
  problems: readonly UnfoldedProblem[],
  models: readonly LinearModel[],
  strongest: number,
): CooperativeTask<readonly CrossValidationScores[]> {
  const { examples } = set;
  const rowsOf = (isWanted: (example: Example) => boolean): Int32Array =>
    Int32Array.from(examples.flatMap((example, row) => (isWanted(example) ? [row] : [])));
  const outOfScopeRows = rowsOf(isOutOfScope);
  const isFew = outOfScopeRows.length < enoughOutOfScope;
  const questionCount = examples.filter(({ isQuestion, topics }) => isQuestion && topics.size > 0).length;
  const usedFolds = Math.min(foldCount, Math.ceil((foldCount * enoughExamples) / questionCount));
  const isQuestion = (row: number): boolean => examples[row]?.isQuestion === true;
  const all: CrossValidationScores[] = [];
  for (const [topic, problem] of problems.entries()) {
    const warm = { ...problem, warmStart: models[topic] };
    const outOfScope = yield* scoreHeldOut(set, warm, strongest, outOfScopeRows, roundRobin, foldCount);
    // Phrases and names too, so that the model knows nothing of these topics.
    const others = isFew ? rowsOf(({ topics }) => topics.size > 0 && !topics.has(topic)) : new Int32Array();
    const byTopic = (row: number): number => Math.min(...(examples[row]?.topics ?? [])) % foldCount;
    const otherTopic = yield* scoreHeldOut(set, warm, strongest, others, byTopic, usedFolds, isQuestion);
    all.push({ outOfScope, otherTopic });
  }
  return all;
}

/** The fold of an example, by its row and by its place among the examples that are held out. */
type FoldOf = (row: number, index: number) => number;

function roundRobin(_row: number, index: number): number {
  return index % foldCount;
}

/** Scores the rows of the first `usedFolds` folds, each by a model that is trained without its fold. */
function* scoreHeldOut(
  set: TrainingSet,
  problem: UnfoldedProblem,
  strongest: number,
  candidates: Int32Array,
  foldOf: FoldOf,
  usedFolds: number,
  isScored: (row: number) => boolean = () => true,
): CooperativeTask<HeldOutScores> {
  const scored: number[] = [];
  const scores: number[] = [];
  for (let fold = 0; fold < usedFolds; fold++) {
    const heldOut = new Set(candidates.filter((row, index) => foldOf(row, index) === fold));
    if (heldOut.size === 0) continue;
    const rows = Int32Array.from(set.examples.keys()).filter((row) => !heldOut.has(row));
    const model = yield* solve(set, { ...problem, rows });
    const pruned = prune(set, model, strongest);
    for (const row of heldOut) {
      if (!isScored(row)) continue;
      scored.push(row);
      scores.push(decisionValue(set, pruned, row));
    }
  }
  return { rows: Int32Array.from(scored), scores: Float64Array.from(scores) };
}
