/** Positions per block: 32 words of 32 bits. */
export const blockSize = 1_024;
/** Larger than every position and every block. */
export const end: number = 2 ** 30;

/**
 * A bit set of the positions 0 to `size` - 1. One summary has a bit for each word and another a bit for each block, so that
 * readers skip long runs without members.
 */
export class DenseSet {
  /** The members, a bit each. */
  readonly words: Uint32Array;
  /** By block: the words that have members, a bit each. */
  readonly summary: Uint32Array;
  /** The blocks that have members, a bit each. */
  readonly top: Uint32Array;

  constructor(size: number) {
    const blocks = Math.ceil(size / blockSize);
    this.words = new Uint32Array(blocks * 32);
    this.summary = new Uint32Array(blocks);
    this.top = new Uint32Array(Math.ceil(blocks / 32));
  }

  /** The positions below `size` whose bits are set. */
  static of(words: Uint32Array, size: number): DenseSet {
    const set = new DenseSet(size);
    set.words.set(words);
    for (let word = 0; word < words.length; word++) {
      if (words[word] === 0) continue;
      const block = word >>> 5;
      set.summary[block] = (set.summary[block] ?? 0) | (1 << (word & 31));
      set.top[block >>> 5] = (set.top[block >>> 5] ?? 0) | (1 << (block & 31));
    }
    return set;
  }

  has(position: number): boolean {
    return (((this.words[position >>> 5] ?? 0) >>> (position & 31)) & 1) === 1;
  }

  add(position: number): void {
    const word = position >>> 5;
    const block = position >>> 10;
    this.words[word] = (this.words[word] ?? 0) | (1 << (position & 31));
    this.summary[block] = (this.summary[block] ?? 0) | (1 << (word & 31));
    this.top[block >>> 5] = (this.top[block >>> 5] ?? 0) | (1 << (block & 31));
  }

  delete(position: number): void {
    const word = position >>> 5;
    const block = position >>> 10;
    const left = (this.words[word] ?? 0) & ~(1 << (position & 31));
    this.words[word] = left;
    if (left !== 0) return;
    const summary = (this.summary[block] ?? 0) & ~(1 << (word & 31));
    this.summary[block] = summary;
    if (summary !== 0) return;
    this.top[block >>> 5] = (this.top[block >>> 5] ?? 0) & ~(1 << (block & 31));
  }

  /** The first block from `block` on that has members, or {@link end}. */
  nextBlock(block: number): number {
    if ((this.summary[block] ?? 0) !== 0) return block;
    let word = block >>> 5;
    let bits = (this.top[word] ?? 0) & (-1 << (block & 31));
    while (bits === 0) {
      word += 1;
      if (word >= this.top.length) return end;
      bits = this.top[word] ?? 0;
    }
    return (word << 5) + lowestBit(bits);
  }
}

/** Index of the lowest bit that is set. */
export function lowestBit(bits: number): number {
  return 31 - Math.clz32(bits & -bits);
}
