import type { CooperativeTask } from "../../timing/cooperative-task.ts";
import type { TrainingSet } from "./training-set.ts";

/** A linear model that separates the examples of a topic from all others. */
export interface LinearModel {
  /** By column of the training set. */
  readonly weights: Float64Array;
  readonly bias: number;
  /** The dual variable of each example; more than 0 for a support vector. */
  readonly dualVariables: Float64Array;
}

/** A two-class problem over a training set. */
export interface BinaryProblem {
  /** Rows of the examples to learn from. */
  readonly rows: Int32Array;
  /** By example: 1 or -1. */
  readonly labels: Int8Array;
  /** By example: the cost of a mistake. */
  readonly costs: Float64Array;
  /** The model of a similar problem, from which the descent starts. */
  readonly warmStart?: LinearModel | undefined;
}

const maxRounds = 40;
/** A model that starts from a similar one needs fewer. */
const maxWarmRounds = 10;
const tolerance = 0.05;
/** Smaller gradients change nothing. */
const minGradient = 1e-12;

/**
 * Trains a linear support vector machine with squared hinge loss, by dual coordinate descent with shrinking (Hsieh and others,
 * ICML 2008). Additions, multiplications and divisions have a fixed order, so every runtime returns the same bits.
 */
export function* solve(set: TrainingSet, problem: BinaryProblem): CooperativeTask<LinearModel> {
  const descent = startDescent(set, problem);
  const order = Int32Array.from(problem.rows);
  const next = createSequence(order.length);
  let size = order.length;
  let highestBefore = Number.POSITIVE_INFINITY;
  const rounds = problem.warmStart === undefined ? maxRounds : maxWarmRounds;
  for (let round = 0; round < rounds; round++) {
    for (let index = size - 1; index > 0; index--) swap(order, index, next() % (index + 1));
    const { active, highest, lowest } = runRound(descent, order, size, highestBefore);
    const isDone = highest - lowest <= tolerance;
    if (isDone && active === order.length) break;
    size = isDone ? order.length : active;
    highestBefore = isDone || highest <= 0 ? Number.POSITIVE_INFINITY : highest;
    yield;
  }
  return descent.model();
}

interface Round {
  /** Number of active examples: the first ones of the order. Shrinking moves the others behind them. */
  readonly active: number;
  readonly highest: number;
  readonly lowest: number;
}

function runRound(descent: Descent, order: Int32Array, size: number, highestBefore: number): Round {
  let active = size;
  let highest = Number.NEGATIVE_INFINITY;
  let lowest = Number.POSITIVE_INFINITY;
  for (let index = 0; index < active; index++) {
    const gradient = descent.step(order[index] ?? 0, highestBefore);
    if (gradient === undefined) swap(order, index--, --active);
    else {
      if (gradient > highest) highest = gradient;
      if (gradient < lowest) lowest = gradient;
    }
  }
  return { active, highest, lowest };
}

interface Descent {
  /**
   * Sets one dual variable to its optimum while all others stay. Returns the projected gradient before the step, or
   * `undefined` when the example is far on its own side and can be shrunk away for now.
   */
  readonly step: (row: number, highestBefore: number) => number | undefined;
  readonly model: () => LinearModel;
}

function startDescent(set: TrainingSet, { rows: trained, labels, costs, warmStart }: BinaryProblem): Descent {
  const { rows, columns, values } = set;
  const weights = new Float64Array(set.features.length);
  const dualVariables = new Float64Array(set.examples.length);
  let bias = 0;
  const move = (row: number, by: number): void => {
    const end = rows[row + 1] ?? 0;
    for (let at = rows[row] ?? 0; at < end; at++) {
      const column = columns[at] ?? 0;
      weights[column] = (weights[column] ?? 0) + by * (values[at] ?? 0);
    }
    bias += by;
  };
  for (const row of trained) {
    const dual = warmStart?.dualVariables[row] ?? 0;
    dualVariables[row] = dual;
    if (dual !== 0) move(row, dual * (labels[row] ?? 0));
  }
  return {
    step: (row, highestBefore) => {
      const label = labels[row] ?? 0;
      const dual = dualVariables[row] ?? 0;
      const slack = 0.5 / (costs[row] ?? 1);
      const end = rows[row + 1] ?? 0;
      let sum = bias;
      let squares = 1 + slack;
      for (let at = rows[row] ?? 0; at < end; at++) {
        const value = values[at] ?? 0;
        sum += (weights[columns[at] ?? 0] ?? 0) * value;
        squares += value * value;
      }
      const gradient = label * sum - 1 + dual * slack;
      if (dual === 0 && gradient > highestBefore) return undefined;
      if (dual === 0 && gradient > 0) return 0;
      if (gradient > -minGradient && gradient < minGradient) return gradient;
      const after = Math.max(0, dual - gradient / squares);
      dualVariables[row] = after;
      move(row, (after - dual) * label);
      return gradient;
    },
    model: () => ({ weights, bias, dualVariables }),
  };
}

/** The decision value of an example: above 0 on the topic's side, below 0 on the other. */
export function decisionValue(
  { rows, columns, values }: TrainingSet,
  model: LinearModel,
  row: number,
): number {
  let sum = model.bias;
  for (let at = rows[row] ?? 0; at < (rows[row + 1] ?? 0); at++) {
    sum += (model.weights[columns[at] ?? 0] ?? 0) * (values[at] ?? 0);
  }
  return sum;
}

function swap(list: Int32Array, one: number, other: number): void {
  const kept = list[one] ?? 0;
  list[one] = list[other] ?? 0;
  list[other] = kept;
}

/** Pseudo-random numbers (xorshift32): the same for the same seed on every runtime. */
function createSequence(seed: number): () => number {
  let state = (seed * 2_654_435_769 + 1) | 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}
