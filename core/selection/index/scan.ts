import type { Clause, ClauseReader } from "./clause.ts";
import { end, lowestBit } from "./dense-set.ts";

/** Past every block. */
const lastBlock = end >>> 10;

/** Iterates over the positions that are in all clauses, in ascending order, and reads no further than necessary. */
export class Scan {
  readonly #clauses: ClauseReader[] = [];
  #block: number;
  /** Words of the block that are not read yet. */
  #summary = 0;
  #word = 0;
  /** Positions of the word that are not returned yet. */
  #bits = 0;

  /** Starts at position `from`. At least one clause. */
  constructor(clauses: readonly Clause[], from = 0) {
    for (const clause of clauses) this.#clauses.push(clause.open());
    this.#block = (from >>> 10) - 1;
    if (from > 0) this.skipTo(from);
  }

  /** A lower bound of the next position. */
  get at(): number {
    if (this.#bits !== 0) return (this.#word << 5) + lowestBit(this.#bits);
    if (this.#summary !== 0) return ((this.#block << 5) + lowestBit(this.#summary)) << 5;
    return this.#block >= lastBlock ? end : (this.#block + 1) << 10;
  }

  /** The next position before `until`, or {@link end}. After `end` the scan can continue behind `until`. */
  next(until: number = end): number {
    for (;;) {
      if (this.#bits !== 0) {
        const position = (this.#word << 5) + lowestBit(this.#bits);
        if (position >= until) return end;
        this.#bits &= this.#bits - 1;
        return position;
      }
      if (this.#summary !== 0) {
        const word = (this.#block << 5) + lowestBit(this.#summary);
        if (word << 5 >= until) return end;
        this.#summary &= this.#summary - 1;
        this.#readWord(word);
      } else {
        const block = this.#block + 1;
        if (block >= lastBlock || block << 10 >= until || !this.#readBlock(block)) return end;
      }
    }
  }

  /** Continues at `position`, which is behind the last returned position, or is that position when no search followed it. */
  skipTo(position: number): void {
    this.#bits = 0;
    const block = position >>> 10;
    if (block !== this.#block) {
      this.#summary = 0;
      this.#block = block - 1;
      if (!this.#readBlock(block) || this.#block !== block) return;
    }
    const word = position >>> 5;
    this.#summary &= -1 << (word & 31);
    if (((this.#summary >>> (word & 31)) & 1) === 0 && word !== this.#word) return;
    this.#summary &= ~(1 << (word & 31));
    this.#readWord(word);
    this.#bits &= -1 << (position & 31);
  }

  #readWord(word: number): void {
    let bits = -1;
    for (const clause of this.#clauses) {
      bits &= clause.word(word);
      if (bits === 0) break;
    }
    this.#word = word;
    this.#bits = bits;
  }

  /** Reads the first block from `from` on that can have a position. */
  #readBlock(from: number): boolean {
    let block = from;
    for (;;) {
      let summary = -1;
      for (const clause of this.#clauses) {
        summary &= clause.summary(block);
        if (summary === 0) break;
      }
      this.#block = block;
      this.#summary = summary;
      if (summary !== 0) return true;
      // Skip to the next block of the clause that is furthest ahead.
      block += 1;
      for (const clause of this.#clauses) {
        block = clause.nextBlock(block);
        if (block === end) {
          this.#block = lastBlock;
          return false;
        }
      }
    }
  }
}
