import {
  type FeatureTable,
  findFeatures,
  maxEntryTopics,
  packEntry,
  topicOf,
  weightOf,
} from "./feature-table.ts";

/** Most topics that one word speaks for or against. */
export const entriesOfWord = 8;
/** Most letters of scripts without spaces speak for or against no more. */
export const fewEntries = 4;

/** Sums below this, in units of the model, change no decision and are most of all: they are left out. */
const least = 60;

/** Room to find the strongest sums. */
export interface TopWeights {
  /** By topic; all 0 between calls. */
  readonly sums: Int32Array;
  readonly isTouched: Int32Array;
  /** A list of topics, and one of entries. One more is written past those that belong to them. */
  readonly touched: Int32Array;
  readonly found: Int32Array;
  readonly keys: Int32Array;
}

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
 * Adds up what the first `count` features say, which it overwrites, and writes the {@link entriesOfWord} sums that say
 * most, packed, in any order. Entries past those that say anything weigh nothing: so that a reader takes always as many.
 * How many say anything.
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
  // Of different topics: adding to one number again and again takes turns.
  for (let index = kept; index < entriesOfWord; index++) {
    into[from + index] = packEntry(index % room.sums.length, 0);
  }
  return kept;
}

/** How many topics any of the features speaks of. */
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

/** Entries of the sums that say anything; all are 0 again. No branch for each, for a processor cannot foretell it. */
function collect({ sums, isTouched, touched, found }: TopWeights, touchedCount: number): number {
  let count = 0;
  for (let index = 0; index < touchedCount; index++) {
    const topic = touched[index] ?? 0;
    const sum = sums[topic] ?? 0;
    sums[topic] = 0;
    isTouched[topic] = 0;
    found[count] = packEntry(topic, sum);
    // 1 for a sum from `least` on, of either sign.
    count += ((least - 1 - sum) >>> 31) | ((least - 1 + sum) >>> 31);
  }
  return count;
}

/** Puts those past the first ones in the place of weaker ones. */
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

/** Greater for a stronger entry; of equals, for the one of the first topic. */
function keyOf(entry: number): number {
  return Math.abs(weightOf(entry)) * maxEntryTopics + (maxEntryTopics - 1 - topicOf(entry));
}

/** The place of the lowest key. Keys are not negative, so their difference has the sign of the comparison. */
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

/** Adds what a word says, so many times. Written out: a loop costs as much again. */
export function add8(entries: Int32Array, from: number, times: number, sums: Int32Array): void {
  add4(entries, from, times, sums);
  add4(entries, from + fewEntries, times, sums);
}

/** The same of a word of which only the first {@link fewEntries} say anything. */
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
