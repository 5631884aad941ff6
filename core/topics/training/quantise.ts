import type { LearnedWeights, TrainedTopic } from "../trained-document.ts";
import type { LinearModel } from "./solver.ts";
import type { TrainingSet } from "./training-set.ts";

/** The strongest weight in units. It sets the resolution of all weights. */
const strongestUnits = 1_000;
/** The most features of each table that a topic keeps. */
const maxKept = 6_000;
const million = 1e6;

/** The model as integers. All topics share one unit of weight. */
export function quantise(
  { features, scales, isNgram }: TrainingSet,
  { weights, bias }: LinearModel,
  strongest: number,
  threshold: number,
): Omit<TrainedTopic, "digest" | "undecided" | "forecast"> {
  const unit = Math.max(1, Math.ceil((strongest * million) / strongestUnits));
  const keep = (kind: number): LearnedWeights => {
    const kept: { readonly feature: number; readonly weight: number }[] = [];
    for (let column = 0; column < weights.length; column++) {
      if (isNgram[column] !== kind) continue;
      const weight = Math.round(((weights[column] ?? 0) * (scales[column] ?? 0) * million) / unit);
      if (weight !== 0) kept.push({ feature: features[column] ?? 0, weight });
    }
    kept.sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight) || a.feature - b.feature);
    kept.length = Math.min(kept.length, maxKept);
    kept.sort((a, b) => a.feature - b.feature);
    return {
      features: Int32Array.from(kept, ({ feature }) => feature),
      weights: Int32Array.from(kept, ({ weight }) => weight),
    };
  };
  return {
    bias: Math.round(bias * million),
    threshold: Math.round(threshold * million),
    unit,
    words: keep(0),
    ngrams: keep(1),
  };
}
