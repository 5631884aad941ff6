import type { Clause, FamilyReader } from "./clause.ts";
import { end, lowestBit } from "./dense-set.ts";

/** Past every block. */
const lastBlock = end >>> 10;

/** Steps through the positions that all families have, in ascending order, and reads no further than it is asked to. */
export class Scan {
  readonly #families: FamilyReader[] = [];
  #block: number;
  /** Words of the block that are still to be read. */
  #summary = 0;
  #word = 0;
  /** Positions of the word that are still to be given. */
  #bits = 0;

  /** From position `from` on. At least one family. */
  constructor(families: readonly Clause[], from = 0) {
    for (const family of families) this.#families.push(family.open());
    this.#block = (from >>> 10) - 1;
    if (from > 0) this.skipTo(from);
  }

  /** No position before this one will be given. */
  get at(): number {
    if (this.#bits !== 0) return (this.#word << 5) + lowestBit(this.#bits);
    if (this.#summary !== 0) return ((this.#block << 5) + lowestBit(this.#summary)) << 5;
    return this.#block >= lastBlock ? end : (this.#block + 1) << 10;
  }

  /** The next position before `until`, or {@link end}; then the scan can go on behind it. */
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

  /** Goes on at `position`: behind the last one that was given, or at it when nothing was sought since. */
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
    for (const family of this.#families) {
      bits &= family.word(word);
      if (bits === 0) break;
    }
    this.#word = word;
    this.#bits = bits;
  }

  /** Reads the first block from `from` on that may have a position. */
  #readBlock(from: number): boolean {
    let block = from;
    for (;;) {
      let summary = -1;
      for (const family of this.#families) {
        summary &= family.summary(block);
        if (summary === 0) break;
      }
      this.#block = block;
      this.#summary = summary;
      if (summary !== 0) return true;
      // On to where the family that is furthest ahead goes on.
      block += 1;
      for (const family of this.#families) {
        block = family.nextBlock(block);
        if (block === end) {
          this.#block = lastBlock;
          return false;
        }
      }
    }
  }
}
