import { negationPatterns } from "./languages.ts";

/** A part of a word, and the languages of which it is a trigger: a bit for each, in the order of `negationPatterns`. */
interface Trigger {
  readonly part: string;
  readonly languages: number;
}

const whole = new Map<string, number>();
/** By their first two letters, or the only one. */
const beginnings = new Map<number, Trigger[]>();
/** By their last letter. */
const ends = new Map<number, Trigger[]>();

for (const [index, { triggers }] of Object.values(negationPatterns).entries()) {
  for (const trigger of triggers.split(" ")) add(trigger, 1 << index);
}

function add(trigger: string, languages: number): void {
  const part = trigger.replace("*", "");
  if (trigger.endsWith("*")) addTo(beginnings, keyOf(part, part.length), { part, languages });
  else if (trigger.startsWith("*")) addTo(ends, part.charCodeAt(part.length - 1), { part, languages });
  else whole.set(part, (whole.get(part) ?? 0) | languages);
}

function addTo(triggers: Map<number, Trigger[]>, key: number, trigger: Trigger): void {
  const known = triggers.get(key);
  if (known === undefined) triggers.set(key, [trigger]);
  else known.push(trigger);
}

/** The first letter, and the second of more letters, as a number: a substring would cost more than the search. */
function keyOf(word: string, letters: number): number {
  return word.charCodeAt(0) * 0x10000 + (letters > 1 ? word.charCodeAt(1) : 0);
}

/** The languages in which a folded word may be part of a negation, a bit for each; 0 for most words. */
export function languagesNegatedBy(word: string): number {
  let found = whole.get(word) ?? 0;
  for (const { part, languages } of ends.get(word.charCodeAt(word.length - 1)) ?? none) {
    if (word.endsWith(part)) found |= languages;
  }
  return found | languagesBegun(word, 1) | languagesBegun(word, 2);
}

function languagesBegun(word: string, letters: number): number {
  let found = 0;
  for (const { part, languages } of beginnings.get(keyOf(word, letters)) ?? none) {
    if (word.startsWith(part)) found |= languages;
  }
  return found;
}

const none: readonly Trigger[] = [];

/** The languages of all triggers among folded words. */
export function languagesOf(words: readonly string[]): number {
  return words.reduce((found, word) => found | languagesNegatedBy(word), 0);
}
