import type { FeatureFilter } from "./feature-filter.ts";
import { bigramOf, ngramFeature, startOfText, trigramOf } from "./features.ts";
import { unspacedShape } from "./word-hash.ts";
import type { Words } from "./word-list.ts";

/**
 * Writes the features of bigrams, and of trigrams of scripts without spaces, that pass the filter: all that the model knows and
 * few others. `into` needs room for two features per word and one more. Returns their number.
 */
export function findBigrams(
  { count, hashes, shapes }: Words,
  filter: FeatureFilter,
  into: Int32Array,
): number {
  const { bits, mask } = filter;
  let before = startOfText;
  let bigramBefore = 0;
  let letters = 0;
  let found = 0;
  for (let index = 0; index < count; index++) {
    const hash = hashes[index] ?? 0;
    const bigram = bigramOf(before, hash);
    const feature = ngramFeature(bigram);
    const bit = feature & mask;
    // No branch, because the outcome is unpredictable. A shift uses the last five bits only.
    into[found] = feature;
    found += ((bits[bit >>> 5] ?? 0) >>> bit) & 1;
    letters = ((shapes[index] ?? 0) & unspacedShape) === 0 ? 0 : letters + 1;
    if (letters > 2) {
      const trigram = ngramFeature(trigramOf(bigramBefore, hash));
      const trigramBit = trigram & mask;
      into[found] = trigram;
      found += ((bits[trigramBit >>> 5] ?? 0) >>> trigramBit) & 1;
    }
    before = hash;
    bigramBefore = bigram;
  }
  return found;
}
