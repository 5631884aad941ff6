import { featureBits } from "./features.ts";
import type { LearnedWeights } from "./trained-document.ts";

/** From features to what they say of topics. Topics go by their place in a list. */
export interface FeatureTable {
  /** Features with the same first bits begin at the `buckets[bits]`th of `entries`, and end where the next ones do. */
  readonly buckets: Int32Array;
  readonly shift: number;
  /** Of each feature one after the other: a head, which is its last bits and how many entries it has, and these. */
  readonly entries: Int32Array;
}

/** Most topics that an entry can tell apart. */
export const maxEntryTopics = 8_192;
const topicBits = 13;
const topicMask: number = maxEntryTopics - 1;
const maxWeight: number = 2 ** (31 - topicBits) - 1;
/** So few last bits of a feature are left that a head has room for as many entries as there may be topics. */
const minBucketBits = 8;

/** A topic and a weight in one number: one load instead of two. The weight is cut to what fits. */
export function packEntry(topic: number, weight: number): number {
  return (Math.max(-maxWeight, Math.min(maxWeight, weight)) << topicBits) | topic;
}

export function topicOf(entry: number): number {
  return entry & topicMask;
}

export function weightOf(entry: number): number {
  return entry >> topicBits;
}

export function createFeatureTable(lists: readonly (LearnedWeights | undefined)[]): FeatureTable {
  const sorted = sortEntries(lists);
  const total = sorted.features.length;
  let distinct = 0;
  for (let at = 0; at < total; at++) if (sorted.features[at] !== sorted.features[at - 1]) distinct++;
  // Twice as many buckets as features: most hold none or one.
  const bits = Math.max(minBucketBits, Math.min(featureBits, Math.ceil(Math.log2(distinct + 1)) + 1));
  const shift = featureBits - bits;
  const buckets = new Int32Array(2 ** bits + 1);
  // One more, so that there is a head to look at behind the last bucket.
  const entries = new Int32Array(total + distinct + 1);
  let written = 0;
  let bucket = 0;
  for (let from = 0; from < total; ) {
    const feature = sorted.features[from] ?? 0;
    let to = from + 1;
    while (to < total && sorted.features[to] === feature) to++;
    while (bucket <= feature >>> shift) buckets[bucket++] = written;
    entries[written++] = ((to - from) << shift) | (feature & (2 ** shift - 1));
    for (; from < to; from++) entries[written++] = sorted.entries[from] ?? 0;
  }
  buckets.fill(written, bucket);
  return { buckets, shift, entries };
}

/** Adds what a feature says to the sums of the topics. */
export function addFeature(
  { buckets, shift, entries }: FeatureTable,
  feature: number,
  sums: Int32Array,
): void {
  const bucket = feature >>> shift;
  const end = buckets[bucket + 1] ?? 0;
  const bits = feature & ((1 << shift) - 1);
  let at = buckets[bucket] ?? 0;
  while (at < end) {
    const head = entries[at++] ?? 0;
    const to = at + (head >>> shift);
    if ((head & ((1 << shift) - 1)) !== bits) at = to;
    else {
      for (; at < to; at++) {
        const entry = entries[at] ?? 0;
        const topic = entry & topicMask;
        sums[topic] = (sums[topic] ?? 0) + (entry >> topicBits);
      }
      return;
    }
  }
}

/**
 * The same of the first `count` of some features, which it overwrites. First it looks for all of them without a branch:
 * so a processor fetches them together.
 */
export function addFeatures(
  table: FeatureTable,
  features: Int32Array,
  count: number,
  sums: Int32Array,
): void {
  const { buckets, shift, entries } = table;
  const mask = (1 << shift) - 1;
  let found = 0;
  for (let index = 0; index < count; index++) {
    const feature = features[index] ?? 0;
    const bucket = feature >>> shift;
    const at = buckets[bucket] ?? 0;
    const end = buckets[bucket + 1] ?? 0;
    const head = entries[at] ?? 0;
    const difference = (head ^ feature) & mask;
    // All bits when the first of the bucket is another one …
    const isOther = -difference >> 31;
    // … and when it is not the last.
    const isMore = (at + (head >>> shift) + 1 - end) >> 31;
    features[found] = feature;
    found += ((at - end) >>> 31) & (~isOther | isMore);
  }
  for (let index = 0; index < found; index++) addFeature(table, features[index] ?? 0, sums);
}

/** The entries of a feature; empty for most. */
export function entriesOf({ buckets, shift, entries }: FeatureTable, feature: number): Int32Array {
  const mask = (1 << shift) - 1;
  const end = buckets[(feature >>> shift) + 1] ?? 0;
  for (let at = buckets[feature >>> shift] ?? 0; at < end; ) {
    const head = entries[at++] ?? 0;
    const to = at + (head >>> shift);
    if ((head & mask) === (feature & mask)) return entries.subarray(at, to);
    at = to;
  }
  return new Int32Array();
}

/** In memory. */
export function bytesOf({ buckets, entries }: FeatureTable): number {
  return buckets.byteLength + entries.byteLength;
}

/** All weights as entries, by feature and then by topic. */
function sortEntries(lists: readonly (LearnedWeights | undefined)[]): {
  readonly features: Int32Array;
  readonly entries: Int32Array;
} {
  const total = lists.reduce((sum, list) => sum + (list?.features.length ?? 0), 0);
  // Feature and place in one number that sorts: 24 bits and at most 29.
  const place = 2 ** 29;
  const order = new Float64Array(total);
  const packed = new Int32Array(total);
  let n = 0;
  lists.forEach((list, topic) => {
    list?.features.forEach((feature, index) => {
      order[n] = feature * place + n;
      packed[n++] = packEntry(topic, list.weights[index] ?? 0);
    });
  });
  order.sort();
  return {
    features: Int32Array.from(order, (key) => Math.floor(key / place)),
    entries: Int32Array.from(order, (key) => packed[key % place] ?? 0),
  };
}
