/** Finds which terms a word of a text is: exact words, beginnings, endings and parts of words. */
export interface TermIndex {
  /** The number of this folded term, which is added if it is new. */
  readonly add: (term: Term) => number;
  /** The number of a class of words: each word that is one of these terms. */
  readonly addClass: (members: readonly number[]) => number;
  /** The terms of a class; none for a term. */
  readonly membersOf: (term: number) => readonly number[];
  /** Calls `found` with the number of each term that the folded word is. Takes time in proportion to the word. */
  readonly find: (word: string, found: (term: number) => void) => void;
  /** The number of terms and classes. */
  readonly size: () => number;
  /** The folded letters of a term; empty for a class. */
  readonly textOf: (term: number) => string;
}

/** A folded word. `openStart`, `openEnd`: more letters may stand before it or after it. */
export interface Term {
  readonly text: string;
  readonly openStart: boolean;
  readonly openEnd: boolean;
}

interface Stem extends Term {
  readonly term: number;
}

const buckets = 4096;
const none: readonly number[] = [];

export function createTermIndex(): TermIndex {
  const stems = new Map<string, number>();
  const texts: string[] = [];
  /** By number: the terms of a class; none for a term. */
  const classes: (readonly number[])[] = [];
  const push = (own: string, members: readonly number[]): number => {
    classes.push(members);
    return texts.push(own) - 1;
  };
  const exact = new Map<string, number>();
  /** Beginnings by their first letters: three, or two if they have no more. */
  const beginnings: (Stem[] | undefined)[] = Array.from({ length: buckets });
  const short: (Stem[] | undefined)[] = Array.from({ length: buckets });
  /** Endings and parts by their first two letters. */
  const parts: (Stem[] | undefined)[] = Array.from({ length: buckets });
  const put = (table: (Stem[] | undefined)[], bucket: number, stem: Stem): void => {
    const stems = table[bucket];
    if (stems === undefined) table[bucket] = [stem];
    else stems.push(stem);
  };
  return {
    size: () => texts.length,
    textOf: (term) => texts[term] ?? "",
    addClass: (members) => push("", members),
    add: (given) => {
      const { text, openStart, openEnd } = given;
      const isExact = !openStart && !openEnd;
      const table = isExact ? exact : stems;
      const key = isExact ? text : `${openStart ? "*" : ""}${text}${openEnd ? "*" : ""}`;
      const known = table.get(key);
      if (known !== undefined) return known;
      const term = push(text, none);
      table.set(key, term);
      if (openStart) put(parts, bucketOf(text, 0, 2), { ...given, term });
      else if (openEnd && text.length < 3) put(short, bucketOf(text, 0, 2), { ...given, term });
      else if (openEnd) put(beginnings, bucketOf(text, 0, 3), { ...given, term });
      return term;
    },
    membersOf: (term) => classes[term] ?? none,
    find: (word, found) => {
      const whole = exact.get(word);
      if (whole !== undefined) found(whole);
      const { length } = word;
      if (length < 2) return;
      findAt(word, 0, length < 3 ? undefined : beginnings[bucketOf(word, 0, 3)], found);
      findAt(word, 0, short[bucketOf(word, 0, 2)], found);
      for (let at = 0; at < length - 1; at++) findAt(word, at, parts[bucketOf(word, at, 2)], found);
    },
  };
}

function findAt(
  word: string,
  at: number,
  stems: readonly Stem[] | undefined,
  found: (term: number) => void,
): void {
  if (stems === undefined) return;
  for (const { text, openEnd, term } of stems) {
    if (word.startsWith(text, at) && (openEnd || at + text.length === word.length)) found(term);
  }
}

function bucketOf(text: string, at: number, letters: number): number {
  let hash = 0;
  for (let index = at; index < at + letters; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x9e3779b1);
  return hash >>> 20;
}
