import { DenseSet } from "./dense-set.ts";

/** Positions of campaigns: a bit set, or an ascending list when there are few members. */
export type PositionSet = DenseSet | Uint32Array;

/** Collects positions in ascending order and keeps them in the smaller of the two forms. */
export class SetBuilder {
  readonly #size: number;
  #list = new Uint32Array(4);
  #count = 0;
  #dense: DenseSet | undefined;

  /** `size`: one more than the largest possible position. */
  constructor(size: number) {
    this.#size = size;
  }

  get count(): number {
    return this.#count;
  }

  /** Adds a position that is not smaller than any before. Adding the last one again changes nothing. */
  add(position: number): void {
    if (this.#dense !== undefined) {
      if (!this.#dense.has(position)) this.#count += 1;
      this.#dense.add(position);
      return;
    }
    if (this.#count > 0 && this.#list[this.#count - 1] === position) return;
    if (this.#count === this.#list.length) this.#grow();
    this.#list[this.#count] = position;
    this.#count += 1;
    // A member of the list takes 32 bits; a bit set takes one bit for each position.
    if (this.#count * 32 > this.#size) this.#toBits();
  }

  build(): PositionSet {
    return this.#dense ?? this.#list.slice(0, this.#count);
  }

  #grow(): void {
    const larger = new Uint32Array(this.#list.length * 2);
    larger.set(this.#list);
    this.#list = larger;
  }

  #toBits(): void {
    this.#dense = new DenseSet(this.#size);
    for (let index = 0; index < this.#count; index++) this.#dense.add(this.#list[index] ?? 0);
    this.#list = new Uint32Array(0);
  }
}

/** Whether a set has a position. */
export function hasPosition(set: PositionSet, position: number): boolean {
  return set instanceof DenseSet ? set.has(position) : set[firstFrom(set, position, 0)] === position;
}

/** Index of the first member that is not smaller than `position`, at `from` or later. Galloping search: fast for near members. */
export function firstFrom(list: Uint32Array, position: number, from: number): number {
  let step = 1;
  let low = from;
  let high = from;
  while (high < list.length && (list[high] ?? 0) < position) {
    low = high + 1;
    high += step;
    step *= 2;
  }
  if (high > list.length) high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((list[middle] ?? 0) < position) low = middle + 1;
    else high = middle;
  }
  return low;
}
