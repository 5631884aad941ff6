import { packEntry, topicOf, weightOf } from "./feature-table.ts";

/** Most topics that one word speaks for or against. */
export const entriesOfWord = 8;

/** Sums below this, in units of the model, change no decision and are most of all: they are left out. */
const least = 60;

/**
 * Writes the {@link entriesOfWord} sums that say most, packed, in any order, and leaves all sums 0. Entries past those
 * that say anything weigh nothing: so that a reader takes always as many.
 */
export function takeStrongest(sums: Int32Array, found: Int32Array, into: Int32Array, from: number): void {
  const count = collect(sums, found);
  const end = from + entriesOfWord;
  let to = from;
  let weakest = from;
  for (let index = 0; index < count; index++) {
    const topic = found[index] ?? 0;
    const entry = packEntry(topic, sums[topic] ?? 0);
    if (to < end) into[to++] = entry;
    else if (isStronger(entry, into[weakest] ?? 0)) into[weakest] = entry;
    else continue;
    if (to === end) weakest = findWeakest(into, from);
  }
  // Of different topics: adding to one number again and again takes turns.
  for (; to < end; to++) into[to] = packEntry((to - from) % sums.length, 0);
  sums.fill(0);
}

/** Topics whose sums say anything. No branch for each, for a processor cannot foretell it. How many they are. */
function collect(sums: Int32Array, found: Int32Array): number {
  let count = 0;
  for (let topic = 0; topic < sums.length; topic++) {
    const sum = sums[topic] ?? 0;
    found[count] = topic;
    // 1 for a sum from `least` on, of either sign.
    count += ((least - 1 - sum) >>> 31) | ((least - 1 + sum) >>> 31);
  }
  return count;
}

function findWeakest(entries: Int32Array, from: number): number {
  let weakest = from;
  for (let at = from + 1; at < from + entriesOfWord; at++) {
    if (isStronger(entries[weakest] ?? 0, entries[at] ?? 0)) weakest = at;
  }
  return weakest;
}

function isStronger(entry: number, other: number): boolean {
  const difference = Math.abs(weightOf(entry)) - Math.abs(weightOf(other));
  return difference > 0 || (difference === 0 && entry < other);
}

/** Adds what a word says, so many times. Written out: a loop costs as much again. */
export function addWord(entries: Int32Array, from: number, times: number, sums: Int32Array): void {
  addEntry(entries[from] ?? 0, times, sums);
  addEntry(entries[from + 1] ?? 0, times, sums);
  addEntry(entries[from + 2] ?? 0, times, sums);
  addEntry(entries[from + 3] ?? 0, times, sums);
  addEntry(entries[from + 4] ?? 0, times, sums);
  addEntry(entries[from + 5] ?? 0, times, sums);
  addEntry(entries[from + 6] ?? 0, times, sums);
  addEntry(entries[from + 7] ?? 0, times, sums);
}

function addEntry(entry: number, times: number, sums: Int32Array): void {
  const topic = topicOf(entry);
  sums[topic] = (sums[topic] ?? 0) + Math.imul(weightOf(entry), times);
}
