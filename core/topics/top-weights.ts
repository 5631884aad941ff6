import {
  type FeatureTable,
  findFeatures,
  maxEntryTopics,
  packEntry,
  topicOf,
  weightOf,
} from "./feature-table.ts";

/** The most weights that one word keeps. */
export const entriesOfWord = 8;
/** Most letters of scripts without spaces have at most this many weights. */
export const fewEntries = 4;

/** Smaller sums, in units of the model, are dropped: they are the majority and change no decision. */
const minSum = 60;

/** Scratch memory. */
export interface TopWeights {
  /** By topic; all 0 between calls. */
  readonly sums: Int32Array;
  readonly isTouched: Int32Array;
  /** A list of topics and a list of entries. One more is written behind the used ones. */
  readonly touched: Int32Array;
  readonly found: Int32Array;
  readonly keys: Int32Array;
}

/** Scratch memory for this many topics. */
export function createTopWeights(topics: number): TopWeights {
  return {
    sums: new Int32Array(topics),
    isTouched: new Int32Array(topics),
    touched: new Int32Array(topics + 1),
    found: new Int32Array(topics + 1),
    keys: new Int32Array(entriesOfWord),
  };
}

/**
 * Sums the weights of the first `count` features, which it overwrites, and writes the {@link entriesOfWord} largest sums as packed
 * entries in any order. Unused entries have weight 0, so that readers always add the same number. Returns the number of used ones.
 */
export function takeTopWeights(
  table: FeatureTable,
  features: Int32Array,
  count: number,
  room: TopWeights,
  into: Int32Array,
  from: number,
): number {
  const found = collect(room, addFeatures(table, features, count, room));
  const kept = Math.min(found, entriesOfWord);
  for (let index = 0; index < kept; index++) into[from + index] = room.found[index] ?? 0;
  if (found > entriesOfWord) replaceWeaker(room, found, into, from);
  // Different topics, because repeated additions to one number wait for each other.
  for (let index = kept; index < entriesOfWord; index++) {
    into[from + index] = packEntry(index % room.sums.length, 0);
  }
  return kept;
}

/** Sums the weights of the features and returns the number of their topics. */
function addFeatures(table: FeatureTable, features: Int32Array, count: number, room: TopWeights): number {
  const { sums, isTouched, touched } = room;
  const { entries, shift } = table;
  const found = findFeatures(table, features, count);
  let touchedCount = 0;
  for (let index = 0; index < found; index++) {
    const head = features[index] ?? 0;
    const end = head + 1 + ((entries[head] ?? 0) >>> shift);
    for (let at = head + 1; at < end; at++) {
      const entry = entries[at] ?? 0;
      const topic = topicOf(entry);
      sums[topic] = (sums[topic] ?? 0) + weightOf(entry);
      touched[touchedCount] = topic;
      touchedCount += 1 - (isTouched[topic] ?? 0);
      isTouched[topic] = 1;
    }
  }
  return touchedCount;
}

/** Collects the entries of the sums that are large enough and resets all sums. No branch, because the outcome is unpredictable. */
function collect({ sums, isTouched, touched, found }: TopWeights, touchedCount: number): number {
  let count = 0;
  for (let index = 0; index < touchedCount; index++) {
    const topic = touched[index] ?? 0;
    const sum = sums[topic] ?? 0;
    sums[topic] = 0;
    isTouched[topic] = 0;
    found[count] = packEntry(topic, sum);
    // 1 for a sum from `minSum` on, of either sign.
    count += ((minSum - 1 - sum) >>> 31) | ((minSum - 1 + sum) >>> 31);
  }
  return count;
}

/** Replaces weaker entries by the remaining stronger ones. */
function replaceWeaker({ found, keys }: TopWeights, count: number, into: Int32Array, from: number): void {
  for (let index = 0; index < entriesOfWord; index++) keys[index] = keyOf(found[index] ?? 0);
  let weakest = findWeakest(keys);
  for (let index = entriesOfWord; index < count; index++) {
    const entry = found[index] ?? 0;
    const key = keyOf(entry);
    if (key < (keys[weakest] ?? 0)) continue;
    keys[weakest] = key;
    into[from + weakest] = entry;
    weakest = findWeakest(keys);
  }
}

/** Larger for a stronger entry; among equal ones, for the first topic. */
function keyOf(entry: number): number {
  return Math.abs(weightOf(entry)) * maxEntryTopics + (maxEntryTopics - 1 - topicOf(entry));
}

/** The index of the lowest key. Keys are not negative, so their difference has the sign of the comparison. */
function findWeakest(keys: Int32Array): number {
  let weakest = 0;
  let lowest = keys[0] ?? 0;
  for (let at = 1; at < entriesOfWord; at++) {
    const key = keys[at] ?? 0;
    const isLower = (key - lowest) >> 31;
    weakest ^= (weakest ^ at) & isLower;
    lowest ^= (lowest ^ key) & isLower;
  }
  return weakest;
}

/** Adds all entries of a word, times its occurrences. Unrolled: a loop takes twice as long. */
export function add8(entries: Int32Array, from: number, times: number, sums: Int32Array): void {
  add4(entries, from, times, sums);
  add4(entries, from + fewEntries, times, sums);
}

/** The same for the first {@link fewEntries} entries only. */
export function add4(entries: Int32Array, from: number, times: number, sums: Int32Array): void {
  addEntry(entries[from] ?? 0, times, sums);
  addEntry(entries[from + 1] ?? 0, times, sums);
  addEntry(entries[from + 2] ?? 0, times, sums);
  addEntry(entries[from + 3] ?? 0, times, sums);
}

function addEntry(entry: number, times: number, sums: Int32Array): void {
  const topic = topicOf(entry);
  sums[topic] = (sums[topic] ?? 0) + Math.imul(weightOf(entry), times);
}
