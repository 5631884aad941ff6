import { featureBits } from "./features.ts";

/** A Bloom filter of the features of a table. Nearly all bigrams are in no model, and the filter rejects them with few bytes. */
export interface FeatureFilter {
  /** A bit for each hash value. */
  readonly bits: Int32Array;
  /** The bit of a feature is `feature & mask`. */
  readonly mask: number;
}

/** Bits for each feature, at least. */
const bitsPerFeature = 8;

/** Makes the filter of all features in the lists. */
export function createFeatureFilter(lists: readonly (Int32Array | undefined)[]): FeatureFilter {
  const count = lists.reduce((sum, list) => sum + (list?.length ?? 0), 0);
  const size = Math.max(5, Math.min(featureBits, Math.ceil(Math.log2(bitsPerFeature * (count + 1)))));
  const bits = new Int32Array(2 ** (size - 5));
  const mask = 2 ** size - 1;
  for (const list of lists) {
    for (const feature of list ?? []) {
      const bit = feature & mask;
      // A shift uses the last five bits only.
      bits[bit >>> 5] = (bits[bit >>> 5] ?? 0) | (1 << bit);
    }
  }
  return { bits, mask };
}
