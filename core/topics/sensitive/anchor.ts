import type { CompiledPattern, Step, Steps } from "./compile-pattern.ts";

/**
 * The terms of which one is in every text with the pattern, chosen so that few texts have one: the item whose terms are rare
 * in the patterns and long.
 */
export function anchorOf({ parts }: CompiledPattern, costOf: (term: number) => number): readonly number[] {
  return anchorOfSteps(parts.flat(), costOf).terms;
}

interface Anchor {
  readonly terms: readonly number[];
  readonly cost: number;
}

function anchorOfSteps(steps: Steps, costOf: (term: number) => number): Anchor {
  let best: Anchor = { terms: [], cost: Number.POSITIVE_INFINITY };
  for (const step of steps) {
    const anchor = anchorOfStep(step, costOf);
    if (anchor !== undefined && anchor.cost < best.cost) best = anchor;
  }
  return best;
}

function anchorOfStep(step: Step, costOf: (term: number) => number): Anchor | undefined {
  if (step.kind === "term") return { terms: [step.term], cost: costOf(step.term) };
  if (step.kind === "gap" || step.optional) return undefined;
  const terms: number[] = [];
  let cost = 0;
  for (const steps of step.alternatives) {
    const anchor = anchorOfSteps(steps, costOf);
    terms.push(...anchor.terms);
    cost += anchor.cost;
  }
  return { terms, cost };
}

/** Calls `visit` for each term of the steps. */
export function eachTerm(steps: Steps, visit: (term: number) => void): void {
  for (const step of steps) {
    if (step.kind === "term") visit(step.term);
    else if (step.kind === "group") for (const alternative of step.alternatives) eachTerm(alternative, visit);
  }
}
