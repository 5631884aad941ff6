/** Scores of questions that the model has not learned from. */
export interface UnseenScores {
  /** Of questions about nothing, the best of any topic; infinite if a phrase matches. */
  readonly nothing: readonly number[];
  /** Of examples, their own topic's. */
  readonly examples: readonly number[];
}

/** Share of the questions about nothing that may be matched after all: other ones come to half as much again. */
const share = 0.03;
/** The model's part of it, however many phrases match. */
const leastShare = 0.01;

/** Threshold without questions about nothing: 8 % of them were matched then, on the set it was tried on … */
const usual = -0.15;
/** … or less, so that no more than this share of the examples is lost where all scores are low, as of long texts. */
const lostExamples = 0.3;

/** So many questions about nothing weigh as much as what is assumed without; fewer may raise it, and not lower it. */
const trust = 10;
const enough = 20;

/** The score from which on a question is about a topic. */
export function chooseThreshold({ nothing, examples }: UnseenScores): number {
  const weakest = examples.toSorted(ascending)[Math.floor(lostExamples * examples.length)];
  const assumed = Math.min(usual, weakest ?? usual);
  const finite = nothing.filter((score) => Number.isFinite(score)).sort(ascending);
  const allowed = Math.max(
    Math.floor(share * nothing.length) - (nothing.length - finite.length),
    Math.floor(leastShare * nothing.length),
  );
  const found = finite[Math.max(0, finite.length - 1 - allowed)] ?? assumed;
  const threshold = (found * nothing.length + assumed * trust) / (nothing.length + trust);
  return nothing.length < enough ? Math.max(assumed, threshold) : threshold;
}

function ascending(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
