import { negationPatterns } from "./languages.ts";

/** A part of a word, and the languages of which it is a trigger: a bit for each, in the order of `negationPatterns`. */
interface Trigger {
  readonly part: string;
  readonly languages: number;
}

const whole = new Map<string, number>();
/** By their first letter. */
const beginnings = new Map<string, Trigger[]>();
/** By their last letter. */
const ends = new Map<string, Trigger[]>();
const insides: Trigger[] = [];

for (const [index, { triggers }] of Object.values(negationPatterns).entries()) {
  for (const trigger of triggers.split(" ")) add(trigger, 1 << index);
}

function add(trigger: string, languages: number): void {
  const part = trigger.replaceAll("*", "");
  const isBeginning = trigger.endsWith("*");
  const isEnd = trigger.startsWith("*");
  if (isBeginning && isEnd) insides.push({ part, languages });
  else if (isBeginning) addTo(beginnings, part.charAt(0), { part, languages });
  else if (isEnd) addTo(ends, part.charAt(part.length - 1), { part, languages });
  else whole.set(part, (whole.get(part) ?? 0) | languages);
}

function addTo(triggers: Map<string, Trigger[]>, letter: string, trigger: Trigger): void {
  const known = triggers.get(letter);
  if (known === undefined) triggers.set(letter, [trigger]);
  else known.push(trigger);
}

/** The languages in which a folded word may be part of a negation, a bit for each; 0 for most words. */
export function languagesNegatedBy(word: string): number {
  let found = whole.get(word) ?? 0;
  for (const { part, languages } of beginnings.get(word.charAt(0)) ?? []) {
    if (word.startsWith(part)) found |= languages;
  }
  for (const { part, languages } of ends.get(word.charAt(word.length - 1)) ?? []) {
    if (word.endsWith(part)) found |= languages;
  }
  for (const { part, languages } of insides) {
    if (word.includes(part)) found |= languages;
  }
  return found;
}

/** The languages of all triggers among folded words. */
export function languagesOf(words: readonly string[]): number {
  return words.reduce((found, word) => found | languagesNegatedBy(word), 0);
}
