/** Scores of questions by models that were trained without them: for each question the best score of any topic. */
export interface ThresholdScores {
  /** Of out-of-scope questions; infinite where a phrase matches. */
  readonly outOfScope: readonly number[];
  /** Of examples, without their own topics, which the model does not know. */
  readonly otherTopic: readonly number[];
}

/** Share of the out-of-scope questions that may be matched. Unseen ones come to half as much again. */
const allowedShare = 0.03;
/** The part of it that the model always has, however many phrases match. */
const minModelShare = 0.01;

/** From this number on, out-of-scope questions may lower the threshold below the assumed one. */
const minOutOfScope = 10;

/** Share of the other-topic scores above the assumed threshold when there are few out-of-scope questions … */
const otherTopicShare = 0.025;
/** … and when there are enough: they have taught the model that most words say nothing. */
const otherTopicShareWithOutOfScope = 0.05;
/** This many other-topic scores count as one out-of-scope question … */
const otherTopicPerQuestion = 2;
/** … up to this many out-of-scope questions. */
const maxAssumedWeight = 60;
/** The threshold without any scores … */
const defaultThreshold = -0.15;
/** … and how many out-of-scope questions it counts as. */
const defaultWeight = 10;

/**
 * The score from which on a question is about a topic. Many out-of-scope questions decide it alone. Where there are few, an
 * example stands in for one: to a model that was trained without its topic it is out of scope.
 */
export function chooseThreshold({ outOfScope, otherTopic }: ThresholdScores): number {
  const count = outOfScope.length;
  const hasEnough = count >= minOutOfScope;
  const share = hasEnough ? otherTopicShareWithOutOfScope : otherTopicShare;
  const assumed = quantileBelow(share, otherTopic) ?? defaultThreshold;
  const finite = outOfScope.filter((score) => Number.isFinite(score)).sort(ascending);
  const allowed = Math.max(
    Math.floor(allowedShare * count) - (count - finite.length),
    Math.floor(minModelShare * count),
  );
  const found = finite[Math.max(0, finite.length - 1 - allowed)] ?? assumed;
  const weight =
    otherTopic.length === 0
      ? defaultWeight
      : Math.min(maxAssumedWeight, otherTopic.length / otherTopicPerQuestion);
  const threshold = (found * count + assumed * weight) / (count + weight);
  return hasEnough ? threshold : Math.max(assumed, threshold);
}

/** The highest score that is left when this share of the scores, the highest ones, is removed. */
function quantileBelow(share: number, scores: readonly number[]): number | undefined {
  return scores.toSorted(ascending).at(Math.ceil((1 - share) * scores.length) - 1);
}

function ascending(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
