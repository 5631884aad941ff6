import { endOf, startOf, type Words } from "./word-list.ts";
import { createWordReader } from "./words.ts";

/** The words of all phrases with their numbers. */
export interface PhraseWords {
  /** Every word of the phrases. First words of phrases have the lowest numbers. */
  readonly numbers: ReadonlyMap<string, number>;
  /** How many words are first words of phrases. */
  readonly firstWords: number;
  /** The number of a word of a text, or -1. Makes no string of the word. */
  readonly numberAt: (words: Words, index: number) => number;
}

/** Numbers the words of phrases. */
export function createPhraseWords(phrases: readonly (readonly string[])[]): PhraseWords {
  const firsts = new Set(phrases.flatMap(([first]) => first ?? []));
  const texts = [...new Set([...firsts, ...phrases.flat()])];
  const slots = new Int32Array(2 ** Math.ceil(Math.log2(4 * texts.length + 4))).fill(-1);
  const mask = slots.length - 1;
  const read = createWordReader();
  texts.forEach((text, number) => {
    // A folded word is read as itself.
    let slot = (read(text).hashes[0] ?? 0) & mask;
    while (slots[slot] !== -1) slot = (slot + 1) & mask;
    slots[slot] = number;
  });
  return {
    numbers: new Map(texts.map((text, number) => [text, number])),
    firstWords: firsts.size,
    numberAt: (words, index) => {
      let slot = (words.hashes[index] ?? 0) & mask;
      for (let number = slots[slot] ?? -1; number >= 0; number = slots[slot] ?? -1) {
        if (isSame(texts[number] ?? "", words, index)) return number;
        slot = (slot + 1) & mask;
      }
      return -1;
    },
  };
}

function isSame(text: string, words: Words, index: number): boolean {
  const { letters } = words;
  const start = startOf(words, index);
  if (text.length !== endOf(words, index) - start) return false;
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) !== letters[start + at]) return false;
  return true;
}
