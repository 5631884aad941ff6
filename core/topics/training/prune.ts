import type { LinearModel } from "./solver.ts";
import type { TrainingSet } from "./training-set.ts";

/** Weights below this share of the strongest are most of all, and without a voice. */
const weakest = 0.016;
/** The same for words in a row, which are not added up to one voice as the parts of a word are. */
const weakestInRow = 0.09;

/** The strongest weight of any plane: what all others are measured by. */
export function strongestOf({ scales }: TrainingSet, planes: readonly LinearModel[]): number {
  let strongest = 0;
  for (const { weights } of planes) {
    for (let column = 0; column < weights.length; column++) {
      strongest = Math.max(strongest, Math.abs((weights[column] ?? 0) * (scales[column] ?? 0)));
    }
  }
  return strongest;
}

/** A plane without its weakest weights: what a question is scored by, and therefore what a threshold is chosen by. */
export function prune({ scales, isInRow }: TrainingSet, plane: LinearModel, strongest: number): LinearModel {
  const weights = Float64Array.from(plane.weights);
  for (let column = 0; column < weights.length; column++) {
    const share = isInRow[column] === 1 ? weakestInRow : weakest;
    const weight = Math.abs((weights[column] ?? 0) * (scales[column] ?? 0));
    if (weight < share * strongest) weights[column] = 0;
  }
  return { ...plane, weights };
}
