/** Scores of questions that the model has not learned from. */
export interface JudgedScores {
  /** Of questions about nothing, the best of any topic; infinite if a phrase matches. */
  readonly nothing: readonly number[];
  /** Of examples, the best of any topic but their own, which the model has not heard of. */
  readonly otherTopic: readonly number[];
}

/** Share of the questions about nothing that may be matched after all: other ones come to half as much again. */
const share = 0.03;
/** The model's part of it, however many phrases match. */
const leastShare = 0.01;

/** So many questions about nothing are enough to lower what is assumed without. */
const enough = 10;

/** Share of questions about unknown topics that may be matched where few or none about nothing are declared … */
const foreignShare = 0.025;
/** … and where there are some: the model has learned from these that most words say nothing. */
const foreignShareBeside = 0.05;
/** So many questions about unknown topics tell as much as one about nothing … */
const foreignOfOne = 2;
/** … up to so many about nothing. */
const mostAssumed = 60;
/** Threshold with neither examples nor questions about nothing to go by … */
const usual = -0.15;
/** … and how many questions about nothing it is worth. */
const usualWorth = 10;

/**
 * The score from which on a question is about a topic. Questions about nothing decide it where there are many. Where there
 * are few, an example is also a question about nothing: to a model that was made without its topic.
 */
export function chooseThreshold({ nothing, otherTopic: foreign }: JudgedScores): number {
  const hasEnough = nothing.length >= enough;
  const allowedForeign = hasEnough ? foreignShareBeside : foreignShare;
  const assumed = highestBut(allowedForeign, foreign) ?? usual;
  const finite = nothing.filter((score) => Number.isFinite(score)).sort(ascending);
  const allowed = Math.max(
    Math.floor(share * nothing.length) - (nothing.length - finite.length),
    Math.floor(leastShare * nothing.length),
  );
  const found = finite[Math.max(0, finite.length - 1 - allowed)] ?? assumed;
  const worth = foreign.length === 0 ? usualWorth : Math.min(mostAssumed, foreign.length / foreignOfOne);
  const threshold = (found * nothing.length + assumed * worth) / (nothing.length + worth);
  return hasEnough ? threshold : Math.max(assumed, threshold);
}

/** The highest of the scores when this share of them, the highest of all, is left out. */
function highestBut(left: number, scores: readonly number[]): number | undefined {
  return scores.toSorted(ascending).at(Math.ceil((1 - left) * scores.length) - 1);
}

function ascending(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
