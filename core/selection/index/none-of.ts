import { Clause, ClauseReader, union } from "./clause.ts";
import { DenseSet } from "./dense-set.ts";
import type { PositionSet } from "./position-set.ts";

/**
 * The positions that are not in a set. The complement of a bit set takes no more memory, and readers skip its runs without members. A
 * scan needs another clause beside it, because it has positions without end.
 */
export function notIn(set: PositionSet): Clause {
  if (!(set instanceof DenseSet)) return new NoneOf([set]);
  const words = set.words.map((word) => ~word);
  return new Clause([DenseSet.of(words, words.length * 32)]);
}

/** The positions that are in none of the sets, which have few. */
export class NoneOf extends Clause {
  override has(position: number): boolean {
    return !super.has(position);
  }

  override get list(): undefined {
    return undefined;
  }

  override keepIn(words: Uint32Array, scratch: Uint32Array): void {
    union(this.sets, scratch);
    for (let word = 0; word < words.length; word++) words[word] = (words[word] ?? 0) & ~(scratch[word] ?? 0);
  }

  override open(): ClauseReader {
    return new NoneOfReader(this.sets);
  }
}

/** Every block and every word may have positions: only the words themselves say that they have none. */
class NoneOfReader extends ClauseReader {
  override nextBlock(block: number): number {
    return block;
  }

  override summary(): number {
    return -1;
  }

  override word(word: number): number {
    return ~super.word(word);
  }
}
