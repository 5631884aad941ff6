import type { LearnedWeights, TrainedTopic } from "../trained-document.ts";
import type { Plane } from "./solver.ts";
import type { TrainingSet } from "./training-set.ts";

/** The strongest weight in units; it decides how fine all others are. */
const strongest = 1_000;
/** Weaker ones, in units, are left out: most of all, and without a voice. */
const weakest = 6;
/** The same for words in a row, which are not added up to one voice as the parts of a word are. */
const weakestInRow = 60;
/** Most features of either kind that a topic keeps. */
const maxKept = 6_000;
const million = 1e6;

/** Planes as integers: weights of features in units that all topics share. */
export function quantise(
  { features, scales, isInRow }: TrainingSet,
  planes: readonly Plane[],
  threshold: number,
): readonly Omit<TrainedTopic, "digest" | "undecided">[] {
  let largest = 0;
  for (const { weights } of planes) {
    for (let column = 0; column < weights.length; column++) {
      largest = Math.max(largest, Math.abs((weights[column] ?? 0) * (scales[column] ?? 0)));
    }
  }
  const unit = Math.max(1, Math.ceil((largest * million) / strongest));
  const wordColumns = [...features.keys()].filter((column) => isInRow[column] === 0);
  const rowColumns = [...features.keys()].filter((column) => isInRow[column] === 1);
  return planes.map(({ weights, bias }) => {
    const keep = (columns: readonly number[], least: number): LearnedWeights => {
      const kept: { readonly feature: number; readonly weight: number }[] = [];
      for (const column of columns) {
        const weight = Math.round(((weights[column] ?? 0) * (scales[column] ?? 0) * million) / unit);
        if (Math.abs(weight) >= least) kept.push({ feature: features[column] ?? 0, weight });
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
      words: keep(wordColumns, weakest),
      rows: keep(rowColumns, weakestInRow),
    };
  });
}
