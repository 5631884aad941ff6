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
export function addFeature(table: FeatureTable, feature: number, sums: Int32Array): void {
  const { entries, shift } = table;
  const head = findHead(table, feature);
  if (head < 0) return;
  const end = head + 1 + ((entries[head] ?? 0) >>> shift);
  for (let at = head + 1; at < end; at++) {
    const entry = entries[at] ?? 0;
    const topic = entry & topicMask;
    sums[topic] = (sums[topic] ?? 0) + (entry >> topicBits);
  }
}

/** Where the head of a feature lies in `entries`; -1 for most. */
function findHead({ buckets, shift, entries }: FeatureTable, feature: number): number {
  const bucket = feature >>> shift;
  const end = buckets[bucket + 1] ?? 0;
  const bits = feature & ((1 << shift) - 1);
  for (let at = buckets[bucket] ?? 0; at < end; ) {
    const head = entries[at] ?? 0;
    if ((head & ((1 << shift) - 1)) === bits) return at;
    at += 1 + (head >>> shift);
  }
  return -1;
}

/**
 * Puts the places of their heads where the first `count` features stood, of those that there are. How many they are. At
 * first it looks for all of them without a branch: so a processor fetches them together.
 */
export function findFeatures(table: FeatureTable, features: Int32Array, count: number): number {
  const { buckets, shift, entries } = table;
  const mask = (1 << shift) - 1;
  let possible = 0;
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
    features[possible] = feature;
    possible += ((at - end) >>> 31) & (~isOther | isMore);
  }
  let found = 0;
  for (let index = 0; index < possible; index++) {
    const head = findHead(table, features[index] ?? 0);
    features[found] = head;
    found += ~head >>> 31;
  }
  return found;
}

/** The entries of a feature; empty for most. */
export function entriesOf(table: FeatureTable, feature: number): Int32Array {
  const { entries, shift } = table;
  const head = findHead(table, feature);
  if (head < 0) return new Int32Array();
  return entries.subarray(head + 1, head + 1 + ((entries[head] ?? 0) >>> shift));
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
