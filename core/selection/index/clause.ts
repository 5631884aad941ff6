import { blockSize, DenseSet, end } from "./dense-set.ts";
import { firstFrom, hasPosition, type PositionSet } from "./position-set.ts";

/** Reads one set in ascending order of blocks and words. */
class Reader {
  readonly #dense: DenseSet | undefined;
  readonly #list: Uint32Array;
  #at = 0;

  constructor(set: PositionSet) {
    const isDense = set instanceof DenseSet;
    this.#dense = isDense ? set : undefined;
    this.#list = isDense ? none : set;
  }

  nextBlock(block: number): number {
    if (this.#dense !== undefined) return this.#dense.nextBlock(block);
    this.#at = firstFrom(this.#list, block << 10, this.#at);
    const position = this.#list[this.#at];
    return position === undefined ? end : position >>> 10;
  }

  /** The words of a block that have members, a bit each. */
  summary(block: number): number {
    if (this.#dense !== undefined) return this.#dense.summary[block] ?? 0;
    const list = this.#list;
    const after = (block + 1) << 10;
    this.#at = firstFrom(list, block << 10, this.#at);
    let bits = 0;
    for (let index = this.#at; (list[index] ?? end) < after; index++) {
      bits |= 1 << (((list[index] ?? 0) >>> 5) & 31);
    }
    return bits;
  }

  word(word: number): number {
    if (this.#dense !== undefined) return this.#dense.words[word] ?? 0;
    const list = this.#list;
    const after = (word + 1) << 5;
    this.#at = firstFrom(list, word << 5, this.#at);
    let bits = 0;
    for (let index = this.#at; (list[index] ?? end) < after; index++) bits |= 1 << ((list[index] ?? 0) & 31);
    return bits;
  }
}

const none = new Uint32Array(0);

/** A disjunction: the union of sets, such as “any platform, or this one”. Without sets it is empty. */
export class Clause {
  protected readonly sets: readonly PositionSet[];

  constructor(sets: readonly PositionSet[]) {
    this.sets = sets;
  }

  has(position: number): boolean {
    for (const set of this.sets) if (hasPosition(set, position)) return true;
    return false;
  }

  /** The positions when they are a single list; else `undefined`. */
  get list(): Uint32Array | undefined {
    const [only] = this.sets;
    return this.sets.length === 1 && only instanceof Uint32Array ? only : undefined;
  }

  /** Clears the bits of positions that are not in the clause. `scratch` has the same length and is overwritten. */
  keepIn(words: Uint32Array, scratch: Uint32Array): void {
    union(this.sets, scratch);
    for (let word = 0; word < words.length; word++) words[word] = (words[word] ?? 0) & (scratch[word] ?? 0);
  }

  /** A new reader at the start. */
  open(): ClauseReader {
    return new ClauseReader(this.sets);
  }
}

/** The conjunction of clauses: the positions below `size` that are in all of them. At least one clause. */
export function inAll(clauses: readonly Clause[], size: number): DenseSet {
  const words = new Uint32Array(Math.ceil(size / blockSize) * 32).fill(-1);
  const scratch = new Uint32Array(words.length);
  for (const clause of clauses) clause.keepIn(words, scratch);
  return DenseSet.of(words, size);
}

/** Sets the bits of the positions of any of the sets, and clears all others. */
export function union(sets: readonly PositionSet[], words: Uint32Array): void {
  words.fill(0);
  for (const set of sets) addTo(words, set);
}

function addTo(words: Uint32Array, set: PositionSet): void {
  if (set instanceof DenseSet) {
    const added = set.words;
    for (let word = 0; word < words.length; word++) words[word] = (words[word] ?? 0) | (added[word] ?? 0);
  } else {
    for (const position of set) words[position >>> 5] = (words[position >>> 5] ?? 0) | (1 << (position & 31));
  }
}

/** Reads a clause in ascending order of blocks and words. */
export class ClauseReader {
  readonly #readers: Reader[] = [];

  constructor(sets: readonly PositionSet[]) {
    for (const set of sets) this.#readers.push(new Reader(set));
  }

  nextBlock(block: number): number {
    let nearest = end;
    for (const reader of this.#readers) {
      const next = reader.nextBlock(block);
      if (next === block) return block;
      if (next < nearest) nearest = next;
    }
    return nearest;
  }

  summary(block: number): number {
    let bits = 0;
    for (const reader of this.#readers) bits |= reader.summary(block);
    return bits;
  }

  word(word: number): number {
    let bits = 0;
    for (const reader of this.#readers) bits |= reader.word(word);
    return bits;
  }
}
