import { featureBits } from "./features.ts";
import type { LearnedWeights } from "./trained-document.ts";

/** From features to what they say of topics. Topics go by their place in a list. */
export interface FeatureTable {
  /** A first look in few bytes: most features of a question are in no model. */
  readonly filter: Int32Array;
  readonly filterMask: number;
  /** Features with the same first bits are the `buckets[bits]`th of `features` and on. */
  readonly buckets: Int32Array;
  readonly shift: number;
  /** By turns a feature and where in `entries` its own begin; they end where those of the next do. */
  readonly features: Int32Array;
  readonly entries: Int32Array;
}

/** Most topics that an entry can tell apart. */
export const maxEntryTopics = 8_192;
const topicBits = 13;
const topicMask: number = maxEntryTopics - 1;
const maxWeight: number = 2 ** (31 - topicBits) - 1;

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

export function addEntries(entries: Int32Array, from: number, to: number, sums: Int32Array): void {
  for (let at = from; at < to; at++) {
    const entry = entries[at] ?? 0;
    const topic = entry & topicMask;
    sums[topic] = (sums[topic] ?? 0) + (entry >> topicBits);
  }
}

export function createFeatureTable(lists: readonly (LearnedWeights | undefined)[]): FeatureTable {
  const sorted = sortEntries(lists);
  const distinct = sorted.features.filter((feature, index, all) => feature !== all[index - 1]);
  const features = new Int32Array(2 * distinct.length + 2);
  let at = 0;
  distinct.forEach((feature, number) => {
    features[2 * number] = feature;
    while (sorted.features[at] === feature) at++;
    features[2 * number + 3] = at;
  });
  const bits = Math.min(featureBits, Math.ceil(Math.log2(distinct.length + 1)));
  const shift = featureBits - bits;
  const buckets = new Int32Array(2 ** bits + 1);
  for (const feature of distinct)
    buckets[(feature >>> shift) + 1] = (buckets[(feature >>> shift) + 1] ?? 0) + 1;
  for (let bucket = 1; bucket < buckets.length; bucket++) {
    buckets[bucket] = (buckets[bucket] ?? 0) + (buckets[bucket - 1] ?? 0);
  }
  const filter = new Int32Array(2 ** Math.max(0, bits - 2));
  const filterMask = 32 * filter.length - 1;
  for (const feature of distinct) {
    const bit = feature & filterMask;
    filter[bit >>> 5] = (filter[bit >>> 5] ?? 0) | (1 << bit);
  }
  return { filter, filterMask, buckets, shift, features, entries: sorted.entries };
}

/** Adds what a feature says to the sums of the topics. */
export function addFeature(table: FeatureTable, feature: number, sums: Int32Array): void {
  const bit = feature & table.filterMask;
  // A shift takes the last five bits alone.
  if ((((table.filter[bit >>> 5] ?? 0) >>> bit) & 1) === 0) return;
  const place = placeOf(table, feature);
  if (place < 0) return;
  const { features, entries } = table;
  addEntries(entries, features[place + 1] ?? 0, features[place + 3] ?? 0, sums);
}

/** The entries of a feature; empty for most. */
export function entriesOf(table: FeatureTable, feature: number): Int32Array {
  const place = placeOf(table, feature);
  return place < 0
    ? new Int32Array()
    : table.entries.subarray(table.features[place + 1], table.features[place + 3]);
}

/** Where in `features` one is, or -1. */
function placeOf({ buckets, shift, features }: FeatureTable, feature: number): number {
  const end = 2 * (buckets[(feature >>> shift) + 1] ?? 0);
  for (let place = 2 * (buckets[feature >>> shift] ?? 0); place < end; place += 2) {
    if (features[place] === feature) return place;
  }
  return -1;
}

/** In memory. */
export function bytesOf({ filter, buckets, features, entries }: FeatureTable): number {
  return [filter, buckets, features, entries].reduce((sum, { byteLength }) => sum + byteLength, 0);
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
