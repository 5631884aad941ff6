import type { CooperativeTask } from "../../timing/cooperative-task.ts";
import { prune } from "./prune.ts";
import { type BinaryProblem, distance, type LinearModel, solve } from "./solver.ts";
import { type Example, isAboutNothing, type TrainingSet } from "./training-set.ts";

/** What the model of a topic says of lessons that it has not learned from. */
export interface Judged {
  /** The lessons … */
  readonly rows: Int32Array;
  /** … and the score of each. */
  readonly scores: Float64Array;
}

export interface CrossValidationScores {
  /** Of questions about nothing. */
  readonly nothing: Judged;
  /**
   * Of examples of other topics, where all topics of the example are unknown. Only where questions about nothing are few.
   */
  readonly foreign: Judged;
}

/** Parts into which lessons are cut, so that each is judged by a model that has not seen it. */
const folds = 5;
/** So many questions about nothing set the threshold by themselves. */
const plenty = 200;
/** So many examples are judged at least, if there are; all parts of a large set would take three times as long. */
const enoughExamples = 400;

/** Scores lessons by planes that are made without them; `questions`, `planes` and what comes of them are by topic. */
export function* crossValidate(
  set: TrainingSet,
  questions: readonly Omit<BinaryProblem, "rows">[],
  planes: readonly LinearModel[],
  strongest: number,
): CooperativeTask<readonly CrossValidationScores[]> {
  const { lessons } = set;
  const rowsOf = (isWanted: (lesson: Example) => boolean): Int32Array =>
    Int32Array.from(lessons.flatMap((lesson, row) => (isWanted(lesson) ? [row] : [])));
  const nothing = rowsOf(isAboutNothing);
  const isFew = nothing.length < plenty;
  const exampleCount = lessons.filter(({ isQuestion, topics }) => isQuestion && topics.size > 0).length;
  const exampleFolds = Math.min(folds, Math.ceil((folds * enoughExamples) / exampleCount));
  const isExample = (row: number): boolean => lessons[row]?.isQuestion === true;
  const unseen: CrossValidationScores[] = [];
  for (const [topic, question] of questions.entries()) {
    const near = { ...question, near: planes[topic] };
    const ofNothing = yield* judge(set, near, strongest, nothing, byTurns, folds);
    // With their phrases, so that nothing of these topics is known.
    const others = isFew ? rowsOf(({ topics }) => topics.size > 0 && !topics.has(topic)) : new Int32Array();
    const byTopic = (row: number): number => Math.min(...(lessons[row]?.topics ?? [])) % folds;
    const foreign = yield* judge(set, near, strongest, others, byTopic, exampleFolds, isExample);
    unseen.push({ nothing: ofNothing, foreign });
  }
  return unseen;
}

/** The part of a lesson: a row and its place among those that are judged. */
type FoldOf = (row: number, index: number) => number;

function byTurns(_row: number, index: number): number {
  return index % folds;
}

/** The scores of these lessons, each from a plane that was made without its part of them; of the first parts only. */
function* judge(
  set: TrainingSet,
  question: Omit<BinaryProblem, "rows">,
  strongest: number,
  judged: Int32Array,
  foldOf: FoldOf,
  foldCount: number,
  isWanted: (row: number) => boolean = () => true,
): CooperativeTask<Judged> {
  const wanted: number[] = [];
  const scores: number[] = [];
  for (let fold = 0; fold < foldCount; fold++) {
    const left = new Set(judged.filter((row, index) => foldOf(row, index) === fold));
    if (left.size === 0) continue;
    const rows = Int32Array.from(set.lessons.keys()).filter((row) => !left.has(row));
    const unseen = yield* solve(set, { ...question, rows });
    const pruned = prune(set, unseen, strongest);
    for (const row of left) {
      if (!isWanted(row)) continue;
      wanted.push(row);
      scores.push(distance(set, pruned, row));
    }
  }
  return { rows: Int32Array.from(wanted), scores: Float64Array.from(scores) };
}
