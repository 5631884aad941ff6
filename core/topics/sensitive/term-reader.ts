import type { TermsOfText } from "./find-pattern.ts";
import type { TermIndex } from "./term-index.ts";
import { noPositions, type Positions } from "./word-sets.ts";

/** The terms of a text. */
export interface ReadTerms extends TermsOfText {
  /** The numbers of the terms, each once, without classes. */
  readonly terms: readonly number[];
}

/** Reads a text by the terms of each of its words. The next text overwrites the result, and reuses its memory. */
export function createTermReader({
  membersOf,
  size,
}: TermIndex): (termsOfWords: readonly (readonly number[])[]) => ReadTerms {
  /** By term: the number of the last text that has it, and the start of its positions in `bits`. */
  const texts = new Int32Array(size());
  const starts = new Int32Array(size());
  let bits = new Int32Array(1_024);
  let text = 0;
  return (termsOfWords) => {
    text++;
    const blocks = noPositions(termsOfWords.length).length;
    const terms: number[] = [];
    let used = 0;
    let position = 0;
    const begin = (term: number): void => {
      texts[term] = text;
      starts[term] = used;
      if (used + blocks > bits.length) bits = grown(bits, 2 * (used + blocks));
      bits.fill(0, used, used + blocks);
      used += blocks;
    };
    const found = (term: number): void => {
      if (texts[term] !== text) {
        begin(term);
        terms.push(term);
      }
      const at = (starts[term] ?? 0) + (position >>> 5);
      bits[at] = (bits[at] ?? 0) | (1 << (position & 31));
    };
    for (; position < termsOfWords.length; position++) {
      for (const term of termsOfWords[position] ?? []) found(term);
    }
    const has = (term: number): boolean => texts[term] === text || membersOf(term).some(has);
    const positionsOf = (term: number): Positions | undefined => {
      if (texts[term] !== text) {
        const members = membersOf(term).filter(has);
        if (members.length === 0) return undefined;
        begin(term);
        for (const member of members) addBits(bits, starts[term] ?? 0, starts[member] ?? 0, blocks);
      }
      const start = starts[term] ?? 0;
      return bits.subarray(start, start + blocks);
    };
    return { words: termsOfWords.length, terms, has, positionsOf };
  };
}

function addBits(bits: Int32Array, to: number, from: number, blocks: number): void {
  for (let block = 0; block < blocks; block++) {
    bits[to + block] = (bits[to + block] ?? 0) | (bits[from + block] ?? 0);
  }
}

function grown(from: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(length);
  larger.set(from);
  return larger;
}
