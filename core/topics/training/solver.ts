import type { CooperativeTask } from "../../timing/cooperative-task.ts";
import type { TrainingSet } from "./training-set.ts";

/** A plane between two kinds of lessons. */
export interface LinearModel {
  /** By column. */
  readonly weights: Float64Array;
  readonly bias: number;
  /** By lesson: how much each holds the plane where it is. */
  readonly dualVariables: Float64Array;
}

export interface BinaryProblem {
  /** Lessons to learn from. */
  readonly rows: Int32Array;
  /** By lesson: 1 or -1. */
  readonly labels: Int8Array;
  /** By lesson: how dear a mistake is. */
  readonly costs: Float64Array;
  /** A plane for nearly the same question, to begin with. */
  readonly near?: LinearModel | undefined;
}

const maxRounds = 40;
const tolerance = 0.05;
/** Slopes below this move nothing. */
const flat = 1e-12;

/**
 * The plane that divides the lessons best: a linear support vector machine with squared hinge loss, by coordinate descent
 * on the dual (Hsieh and others, ICML 2008), with shrinking. Additions, multiplications and divisions in a fixed
 * order: the same bits on every runtime.
 */
export function* solve(set: TrainingSet, question: BinaryProblem): CooperativeTask<LinearModel> {
  const descent = startDescent(set, question);
  const order = Int32Array.from(question.rows);
  const next = createSequence(order.length);
  let size = order.length;
  let highestBefore = Number.POSITIVE_INFINITY;
  for (let round = 0; round < maxRounds; round++) {
    for (let index = size - 1; index > 0; index--) swap(order, index, next() % (index + 1));
    const { left, highest, lowest } = runRound(descent, order, size, highestBefore);
    const isDone = highest - lowest <= tolerance;
    if (isDone && left === order.length) break;
    size = isDone ? order.length : left;
    highestBefore = isDone || highest <= 0 ? Number.POSITIVE_INFINITY : highest;
    yield;
  }
  return descent.plane();
}

interface Round {
  /** Lessons that stay in play: the first so many of the order. */
  readonly left: number;
  readonly highest: number;
  readonly lowest: number;
}

function runRound(descent: Descent, order: Int32Array, size: number, highestBefore: number): Round {
  let left = size;
  let highest = Number.NEGATIVE_INFINITY;
  let lowest = Number.POSITIVE_INFINITY;
  for (let index = 0; index < left; index++) {
    const slope = descent.step(order[index] ?? 0, highestBefore);
    if (slope === undefined) swap(order, index--, --left);
    else {
      if (slope > highest) highest = slope;
      if (slope < lowest) lowest = slope;
    }
  }
  return { left, highest, lowest };
}

interface Descent {
  /**
   * Sets one lesson's pull to what is best while all others stay. The slope that was there, or `undefined` when the
   * lesson lies so far on its own side that it can be left out for now.
   */
  readonly step: (row: number, highestBefore: number) => number | undefined;
  readonly plane: () => LinearModel;
}

function startDescent(
  set: TrainingSet,
  { rows: active, labels: sides, costs, near }: BinaryProblem,
): Descent {
  const { rows, columns, values } = set;
  const weights = new Float64Array(set.features.length);
  const pulls = new Float64Array(set.lessons.length);
  let bias = 0;
  const move = (row: number, by: number): void => {
    const end = rows[row + 1] ?? 0;
    for (let at = rows[row] ?? 0; at < end; at++) {
      const column = columns[at] ?? 0;
      weights[column] = (weights[column] ?? 0) + by * (values[at] ?? 0);
    }
    bias += by;
  };
  for (const row of active) {
    const pull = near?.dualVariables[row] ?? 0;
    pulls[row] = pull;
    if (pull !== 0) move(row, pull * (sides[row] ?? 0));
  }
  return {
    step: (row, highestBefore) => {
      const side = sides[row] ?? 0;
      const pull = pulls[row] ?? 0;
      const slack = 0.5 / (costs[row] ?? 1);
      const end = rows[row + 1] ?? 0;
      let sum = bias;
      let squares = 1 + slack;
      for (let at = rows[row] ?? 0; at < end; at++) {
        const value = values[at] ?? 0;
        sum += (weights[columns[at] ?? 0] ?? 0) * value;
        squares += value * value;
      }
      const slope = side * sum - 1 + pull * slack;
      if (pull === 0 && slope > highestBefore) return undefined;
      if (pull === 0 && slope > 0) return 0;
      if (slope > -flat && slope < flat) return slope;
      const after = Math.max(0, pull - slope / squares);
      pulls[row] = after;
      move(row, (after - pull) * side);
      return slope;
    },
    plane: () => ({ weights, bias, dualVariables: pulls }),
  };
}

/** What a plane says of a lesson: more than 0 on one side, less on the other. */
export function distance({ rows, columns, values }: TrainingSet, plane: LinearModel, row: number): number {
  let sum = plane.bias;
  for (let at = rows[row] ?? 0; at < (rows[row + 1] ?? 0); at++) {
    sum += (plane.weights[columns[at] ?? 0] ?? 0) * (values[at] ?? 0);
  }
  return sum;
}

function swap(list: Int32Array, one: number, other: number): void {
  const kept = list[one] ?? 0;
  list[one] = list[other] ?? 0;
  list[other] = kept;
}

/** The same numbers for the same seed, everywhere (xorshift32). */
function createSequence(seed: number): () => number {
  let state = (seed * 2_654_435_769 + 1) | 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}
