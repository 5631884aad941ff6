import type { FeatureFilter } from "./feature-filter.ts";
import { longerRow, rowFeature, rowOf, startOfText } from "./features.ts";
import { unspacedShape } from "./word-hash.ts";
import type { Words } from "./word-list.ts";

/**
 * The features of words, and of letters of scripts without spaces, in a row that pass the filter: nearly all that the
 * model knows, and few others. There must be room for two of each word and one more. How many they are.
 */
export function findBigrams(
  { count, hashes, shapes }: Words,
  filter: FeatureFilter,
  into: Int32Array,
): number {
  const { bits, mask } = filter;
  let before = startOfText;
  let rowBefore = 0;
  let letters = 0;
  let found = 0;
  for (let index = 0; index < count; index++) {
    const hash = hashes[index] ?? 0;
    const row = rowOf(before, hash);
    const feature = rowFeature(row);
    const bit = feature & mask;
    // No branch on what nobody can foretell. A shift takes the last five bits alone.
    into[found] = feature;
    found += ((bits[bit >>> 5] ?? 0) >>> bit) & 1;
    letters = ((shapes[index] ?? 0) & unspacedShape) === 0 ? 0 : letters + 1;
    if (letters > 2) {
      const longer = rowFeature(longerRow(rowBefore, hash));
      const longerBit = longer & mask;
      into[found] = longer;
      found += ((bits[longerBit >>> 5] ?? 0) >>> longerBit) & 1;
    }
    before = hash;
    rowBefore = row;
  }
  return found;
}
