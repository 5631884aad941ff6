import { featureBits } from "./features.ts";
import type { LearnedWeights } from "./trained-document.ts";

/** A hash table from features to their weights for topics. A topic is its index in a list. */
export interface FeatureTable {
  /** Features with the same leading bits begin at `buckets[bits]` in `entries` and end where the next bucket begins. */
  readonly buckets: Int32Array;
  /** Number of the trailing bits, which the head of a feature has. */
  readonly shift: number;
  /** For each feature a head (its trailing bits and the number of its entries) and its entries. */
  readonly entries: Int32Array;
}

/** The most topics that an entry can distinguish. */
export const maxEntryTopics = 8_192;
const topicBits = 13;
const topicMask: number = maxEntryTopics - 1;
const maxWeight: number = 2 ** (31 - topicBits) - 1;
/** Leaves so few trailing bits that a head has room for an entry of every topic. */
const minBucketBits = 8;

/** Packs a topic and a weight into one number, so that reading takes one load. The weight is clamped. */
export function packEntry(topic: number, weight: number): number {
  return (Math.max(-maxWeight, Math.min(maxWeight, weight)) << topicBits) | topic;
}

/** The topic of a packed entry. */
export function topicOf(entry: number): number {
  return entry & topicMask;
}

/** The weight of a packed entry. */
export function weightOf(entry: number): number {
  return entry >> topicBits;
}

/** Makes the table of the weights of each topic; `undefined` for a topic without a model. */
export function createFeatureTable(lists: readonly (LearnedWeights | undefined)[]): FeatureTable {
  const sorted = sortEntries(lists);
  const total = sorted.features.length;
  let distinct = 0;
  for (let at = 0; at < total; at++) if (sorted.features[at] !== sorted.features[at - 1]) distinct++;
  // Twice as many buckets as features: most have none or one.
  const bits = Math.max(minBucketBits, Math.min(featureBits, Math.ceil(Math.log2(distinct + 1)) + 1));
  const shift = featureBits - bits;
  const buckets = new Int32Array(2 ** bits + 1);
  // One more, so that a head can be read behind the last bucket.
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

/** Adds the weights of a feature to the sums of the topics. */
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

/** The index of a feature's head in `entries`; -1 for unknown features. */
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
 * Replaces the first `count` features by the heads of the known ones and returns their number. The first pass has no branch,
 * so that the processor loads the heads in parallel.
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
    // All bits set when the first feature of the bucket is another one …
    const isOther = -difference >> 31;
    // … and when the bucket has more features.
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

/** The entries of a feature; empty for an unknown one. */
export function entriesOf(table: FeatureTable, feature: number): Int32Array {
  const { entries, shift } = table;
  const head = findHead(table, feature);
  if (head < 0) return new Int32Array();
  return entries.subarray(head + 1, head + 1 + ((entries[head] ?? 0) >>> shift));
}

/** The memory of a table in bytes. */
export function bytesOf({ buckets, entries }: FeatureTable): number {
  return buckets.byteLength + entries.byteLength;
}

/** All weights as entries, by feature and then by topic. */
function sortEntries(lists: readonly (LearnedWeights | undefined)[]): {
  readonly features: Int32Array;
  readonly entries: Int32Array;
} {
  const total = lists.reduce((sum, list) => sum + (list?.features.length ?? 0), 0);
  // Feature and index in one sortable number: 24 bits and at most 29.
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
