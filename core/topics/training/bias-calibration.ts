import type { CooperativeTask } from "../../timing/cooperative-task.ts";
import type { CrossValidation, HeldOutScores } from "./cross-validation.ts";
import { logarithm } from "./logarithm.ts";
import type { Example } from "./training-set.ts";

/**
 * Share of the measured disadvantage that a topic with few examples gets back. It is more than 1 because the topic's own
 * questions score as much lower. Measured with topics of 2 to 300 examples beside each other.
 */
const correction = 1.5;
/** Regularises the slope: topics with equally many examples show no effect of their number. */
const leastVariance = 0.1;
/** A topic with fewer scores has no mean. */
const minScores = 5;

/**
 * The bias that is added to the scores of each topic. A topic with few examples scores lower on every question than a topic
 * with many, and would lose its own questions. A linear regression over the topics estimates how much lower: the mean score of
 * questions about subjects that it does not know, by the logarithm of the number of examples.
 */
export function* calibrateBiases(
  examples: readonly Pick<Example, "topics">[],
  { questions, otherTopic }: CrossValidation,
): CooperativeTask<readonly number[]> {
  const counts = questions.byTopic.map(() => 0);
  for (const { topics } of examples) for (const topic of topics) counts[topic] = (counts[topic] ?? 0) + 1;
  const sizes = counts.map((count) => logarithm(Math.max(1, count)));
  const points: { readonly x: number; readonly y: number }[] = [];
  for (const topic of counts.keys()) {
    const scores = [
      ...scoresOf(questions, topic, (row) => examples[row]?.topics.size === 0),
      ...scoresOf(otherTopic, topic, (row) => examples[row]?.topics.has(topic) === false),
    ];
    if (scores.length >= minScores) points.push({ x: sizes[topic] ?? 0, y: mean(scores) });
    yield;
  }
  const centre = { x: mean(points.map(({ x }) => x)), y: mean(points.map(({ y }) => y)) };
  const variance = mean(points.map(({ x }) => (x - centre.x) * (x - centre.x)));
  const covariance = mean(points.map(({ x, y }) => (x - centre.x) * (y - centre.y)));
  const slope = Math.max(0, covariance / (variance + leastVariance));
  return sizes.map((size) => correction * slope * (centre.x - size));
}

/** The scores that a topic gives to the wanted rows. */
function scoresOf(
  { rows, byTopic }: HeldOutScores,
  topic: number,
  isWanted: (row: number) => boolean,
): readonly number[] {
  const own = byTopic[topic] ?? new Float32Array();
  return [...own].filter((score, at) => score > Number.NEGATIVE_INFINITY && isWanted(rows[at] ?? 0));
}

/** 0 for no values. */
function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
