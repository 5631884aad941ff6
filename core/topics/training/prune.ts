import type { LinearModel } from "./solver.ts";
import type { TrainingSet } from "./training-set.ts";

/** Weights below this share of the strongest weight are removed. They are the majority and change no decision. */
const minShare = 0.016;
/** The same for bigrams and trigrams, which are not summed as the parts of a word are. */
const minNgramShare = 0.09;

/** The largest absolute weight of a model. That of all models is the measure of all others. */
export function strongestOf({ scales }: TrainingSet, { weights }: LinearModel): number {
  let strongest = 0;
  for (let column = 0; column < weights.length; column++) {
    strongest = Math.max(strongest, Math.abs((weights[column] ?? 0) * (scales[column] ?? 0)));
  }
  return strongest;
}

/** The model without its weakest weights. Questions are scored by it, so thresholds are chosen by it. */
export function prune({ scales, isNgram }: TrainingSet, model: LinearModel, strongest: number): LinearModel {
  const weights = Float64Array.from(model.weights);
  for (let column = 0; column < weights.length; column++) {
    const share = isNgram[column] === 1 ? minNgramShare : minShare;
    const weight = Math.abs((weights[column] ?? 0) * (scales[column] ?? 0));
    if (weight < share * strongest) weights[column] = 0;
  }
  return { ...model, weights };
}
