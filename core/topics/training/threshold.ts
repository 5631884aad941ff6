import type { Trial } from "./trials.ts";

/** The declared target, if the operator declares none: the share of out-of-scope questions that may be given a topic. */
export const defaultFalseMatches = 0.03;

/** Without a loss of examples, the threshold keeps the declared target. To keep this share of the recognisable examples … */
const keptShare = 0.9;
/** … the false matches may be this many times the target. */
const maxExcess = 4;
/** With this many out-of-scope questions the target may be exceeded half as much, because they are known better. */
const halfExcess = 300;
/** Topics with fewer recognisable examples count less. */
const minOwn = 5;
/** With fewer scores there is no quantile. */
const minScores = 4;
/** The threshold without any scores. */
const defaultThreshold = -0.4;

/**
 * The score from which on a question is given its best topic. The out-of-scope questions bound it from below: it is the lowest
 * score at which the target is kept. The topics' own unseen examples bound it from above: where the target would cost too many
 * of them, the threshold falls until they are kept or the false matches are a multiple of the target.
 */
export function chooseThreshold(trials: readonly Trial[], falseMatches: number): number {
  const outOfScope = trials.filter(({ weight }) => weight > 0).sort((a, b) => b.score - a.score);
  const own = keptOf(trials);
  const kept = own.length < minScores ? undefined : thresholdOf(own, keptShare);
  if (outOfScope.length < minScores) {
    return kept ?? Math.max(defaultThreshold, outOfScope[0]?.score ?? defaultThreshold);
  }
  const wanted = thresholdOf(outOfScope, falseMatches);
  if (kept === undefined) return wanted;
  const declared = outOfScope.filter(({ weight }) => weight === 1).length;
  const excess = 1 + (maxExcess - 1) / (1 + declared / halfExcess);
  return Math.max(thresholdOf(outOfScope, excess * falseMatches), Math.min(wanted, kept));
}

/** A score, and how much it counts. */
type Scored = Pick<Trial, "score" | "weight">;

/** The examples that are recognisable, weighted so that every topic of five examples and more counts as much. */
function keptOf(trials: readonly Trial[]): readonly Scored[] {
  const own = trials.filter(({ topics, best }) => topics.has(best));
  const counts = new Map<number, number>();
  for (const { best } of own) counts.set(best, (counts.get(best) ?? 0) + 1);
  return own
    .map(({ best, score }) => ({ score, weight: 1 / Math.max(minOwn, counts.get(best) ?? 0) }))
    .sort((a, b) => b.score - a.score);
}

/** The lowest score that at most this share of the questions exceeds. */
function thresholdOf(descending: readonly Scored[], share: number): number {
  const whole = descending.reduce((sum, { weight }) => sum + weight, 0);
  let above = 0;
  for (const { score, weight } of descending) {
    above += weight;
    if (above > share * whole) return score;
  }
  return descending.at(-1)?.score ?? defaultThreshold;
}
