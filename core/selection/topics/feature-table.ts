import type { LearnedWeights } from "./trained-document.ts";

/** From features to what they say of topics. Topics go by their place in a list. */
export interface FeatureTable {
  /** Adds what a feature says to the sums of the topics. */
  readonly add: (feature: number, sums: Int32Array) => void;
  /** The entries of a feature; empty for most. */
  readonly entriesOf: (feature: number) => Int32Array;
  readonly size: number;
  readonly bytes: number;
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

/** A slot is a feature and where its entries begin and end: a quarter of a line of a processor's cache. */
const slotSize = 4;

export function createFeatureTable(lists: readonly (LearnedWeights | undefined)[]): FeatureTable {
  const { features, entries } = sortEntries(lists);
  const distinct = features.reduce((n, feature, index) => (feature === features[index - 1] ? n : n + 1), 0);
  const bits = Math.ceil(Math.log2(2 * distinct + 2));
  const mask = 2 ** bits - 1;
  const slots = new Int32Array(slotSize * (mask + 1)).fill(-1);
  // A first look in few bytes: most features of a question are in no model.
  const filterMask = 2 ** (bits + 2) - 1;
  const filter = new Uint8Array(2 ** Math.max(0, bits - 1));
  for (let from = 0; from < features.length; ) {
    const feature = features[from] ?? 0;
    let to = from + 1;
    while (features[to] === feature) to++;
    let slot = feature & mask;
    while (slots[slotSize * slot] !== -1) slot = (slot + 1) & mask;
    slots.set([feature, from, to], slotSize * slot);
    const bit = feature & filterMask;
    filter[bit >>> 3] = (filter[bit >>> 3] ?? 0) | (1 << (bit & 7));
    from = to;
  }
  const find = (feature: number): number => {
    const bit = feature & filterMask;
    if (((filter[bit >>> 3] ?? 0) & (1 << (bit & 7))) === 0) return -1;
    for (let slot = feature & mask; ; slot = (slot + 1) & mask) {
      const key = slots[slotSize * slot];
      if (key === feature) return slotSize * slot;
      if (key === -1) return -1;
    }
  };
  return {
    add: (feature, sums) => {
      const slot = find(feature);
      if (slot >= 0) addEntries(entries, slots[slot + 1] ?? 0, slots[slot + 2] ?? 0, sums);
    },
    entriesOf: (feature) => {
      const slot = find(feature);
      return slot < 0 ? new Int32Array() : entries.subarray(slots[slot + 1], slots[slot + 2]);
    },
    size: entries.length,
    bytes: slots.byteLength + filter.byteLength + entries.byteLength,
  };
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
