import { featureBits } from "./features.ts";

/** A first look in few bytes: nearly all words in a row are in no model. */
export interface FeatureFilter {
  readonly bits: Int32Array;
  /** Of a feature, the number of its bit. */
  readonly mask: number;
}

/** Eight bits and more for each feature. */
const bitsOfOne = 8;

export function createFeatureFilter(lists: readonly (Int32Array | undefined)[]): FeatureFilter {
  const count = lists.reduce((sum, list) => sum + (list?.length ?? 0), 0);
  const size = Math.max(5, Math.min(featureBits, Math.ceil(Math.log2(bitsOfOne * (count + 1)))));
  const bits = new Int32Array(2 ** (size - 5));
  const mask = 2 ** size - 1;
  for (const list of lists) {
    for (const feature of list ?? []) {
      const bit = feature & mask;
      // A shift takes the last five bits alone.
      bits[bit >>> 5] = (bits[bit >>> 5] ?? 0) | (1 << bit);
    }
  }
  return { bits, mask };
}
