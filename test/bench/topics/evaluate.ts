import type { Match } from "./methods.ts";
import type { Trial } from "./trials.ts";

/** Shares from 0 to 1; means over topics. */
export interface Verdict {
  readonly precision: number;
  readonly recall: number;
  readonly macroF1: number;
  /** Out-of-scope questions that were given a topic. */
  readonly outOfScopeMatched: number;
}

export function evaluate({ topics, asked }: Trial, match: Match): Verdict {
  const tally = new Map(topics.map(({ id }) => [id, { right: 0, wrong: 0, missed: 0 }]));
  let outOfScope = 0;
  let outOfScopeMatched = 0;
  for (const question of asked) {
    const found = match(question.text);
    if (question.topics.length === 0) {
      outOfScope++;
      if (found.length > 0) outOfScopeMatched++;
    }
    for (const [id, counts] of tally) {
      const isWanted = question.topics.includes(id);
      if (found.includes(id)) counts[isWanted ? "right" : "wrong"]++;
      else if (isWanted) counts.missed++;
    }
  }
  const mean = (share: (counts: { right: number; wrong: number; missed: number }) => number): number =>
    [...tally.values()].reduce((sum, counts) => sum + share(counts), 0) / tally.size;
  return {
    precision: mean(({ right, wrong }) => right / Math.max(1, right + wrong)),
    recall: mean(({ right, missed }) => right / Math.max(1, right + missed)),
    macroF1: mean(({ right, wrong, missed }) => (2 * right) / Math.max(1, 2 * right + wrong + missed)),
    outOfScopeMatched: outOfScope === 0 ? Number.NaN : outOfScopeMatched / outOfScope,
  };
}
