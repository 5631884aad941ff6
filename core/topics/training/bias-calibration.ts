import type { CrossValidationScores } from "./cross-validation.ts";
import { logarithm } from "./logarithm.ts";
import type { BinaryProblem } from "./solver.ts";

/**
 * By so much of what its few lessons cost it a topic is lifted. More than all: its own questions score as much lower.
 * Measured with topics of 3 examples beside topics of 60 and 150.
 */
const part = 1.5;
/** Where topics have about as many lessons each, they say nothing of what more of them do. */
const leastSpread = 0.1;
/** So many scores at least make a mean. */
const enough = 5;

/**
 * What is added to the scores of each topic. A topic with few lessons scores lower on everything than one with many, so
 * that it would lose its own questions to it and to the threshold, which all share. How much lower, a line through the
 * topics says: the mean of what a topic gives to questions that it is not about, by the logarithm of its lessons.
 */
export function calibrateBiases(
  questions: readonly Pick<BinaryProblem, "labels">[],
  scores: readonly CrossValidationScores[],
): readonly number[] {
  const lessons = questions.map(({ labels: sides }) => logarithm(Math.max(1, count(sides))));
  const points = scores.flatMap(({ nothing, foreign }, topic) => {
    const all = [...nothing.scores, ...foreign.scores];
    return all.length < enough ? [] : [{ x: lessons[topic] ?? 0, y: mean(all) }];
  });
  const centre = { x: mean(points.map(({ x }) => x)), y: mean(points.map(({ y }) => y)) };
  const spread = mean(points.map(({ x }) => (x - centre.x) * (x - centre.x)));
  const together = mean(points.map(({ x, y }) => (x - centre.x) * (y - centre.y)));
  const slope = Math.max(0, together / (spread + leastSpread));
  return lessons.map((own) => part * slope * (centre.x - own));
}

/** By lesson that any topic has scored, the best lifted score. */
export function bestOf(
  scores: readonly CrossValidationScores[],
  lifts: readonly number[],
  kind: keyof CrossValidationScores,
): ReadonlyMap<number, number> {
  const best = new Map<number, number>();
  for (const [topic, own] of scores.entries()) {
    for (const [at, row] of own[kind].rows.entries()) {
      const lifted = (own[kind].scores[at] ?? 0) + (lifts[topic] ?? 0);
      best.set(row, Math.max(lifted, best.get(row) ?? Number.NEGATIVE_INFINITY));
    }
  }
  return best;
}

function count(sides: Int8Array): number {
  return sides.reduce((sum, side) => sum + (side === 1 ? 1 : 0), 0);
}

/** 0 of none. */
function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
