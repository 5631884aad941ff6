import type { CrossValidationScores } from "./cross-validation.ts";
import { logarithm } from "./logarithm.ts";
import type { BinaryProblem } from "./solver.ts";

/**
 * Share of the measured disadvantage that a topic with few examples gets back. It is more than 1 because the topic's own
 * questions score as much lower. Measured with topics of 3 examples beside topics of 60 and 150.
 */
const correction = 1.5;
/** Regularises the slope: topics with equally many examples show no effect of their number. */
const leastVariance = 0.1;
/** A topic with fewer scores has no mean. */
const minScores = 5;

/**
 * The bias that is added to the scores of each topic. A topic with few examples scores lower on every question than a topic
 * with many. Because all topics share one threshold, it would lose its own questions. A linear regression over the topics
 * estimates how much lower: the mean score of questions about other subjects, by the logarithm of the number of examples.
 */
export function calibrateBiases(
  problems: readonly Pick<BinaryProblem, "labels">[],
  scores: readonly CrossValidationScores[],
): readonly number[] {
  const sizes = problems.map(({ labels }) => logarithm(Math.max(1, countPositive(labels))));
  const points = scores.flatMap(({ outOfScope, otherTopic }, topic) => {
    const all = [...outOfScope.scores, ...otherTopic.scores];
    return all.length < minScores ? [] : [{ x: sizes[topic] ?? 0, y: mean(all) }];
  });
  const centre = { x: mean(points.map(({ x }) => x)), y: mean(points.map(({ y }) => y)) };
  const variance = mean(points.map(({ x }) => (x - centre.x) * (x - centre.x)));
  const covariance = mean(points.map(({ x, y }) => (x - centre.x) * (y - centre.y)));
  const slope = Math.max(0, covariance / (variance + leastVariance));
  return sizes.map((size) => correction * slope * (centre.x - size));
}

/** The best score of any topic with its bias, by the row of each scored example. */
export function bestScores(
  scores: readonly CrossValidationScores[],
  biases: readonly number[],
  kind: keyof CrossValidationScores,
): ReadonlyMap<number, number> {
  const best = new Map<number, number>();
  for (const [topic, own] of scores.entries()) {
    for (const [at, row] of own[kind].rows.entries()) {
      const score = (own[kind].scores[at] ?? 0) + (biases[topic] ?? 0);
      best.set(row, Math.max(score, best.get(row) ?? Number.NEGATIVE_INFINITY));
    }
  }
  return best;
}

/** How many examples have label 1. */
export function countPositive(labels: Int8Array): number {
  return labels.reduce((sum, label) => sum + (label === 1 ? 1 : 0), 0);
}

/** 0 for no values. */
function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
