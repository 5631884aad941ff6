import type { Clause } from "./clause.ts";
import { end } from "./dense-set.ts";
import { firstFrom } from "./position-set.ts";

/** A scan (`scan.ts`) along a list of few positions: each is looked up in the families. */
export class ListScan {
  readonly #list: Uint32Array;
  readonly #families: readonly Clause[];
  #next = 0;

  constructor(list: Uint32Array, families: readonly Clause[]) {
    this.#list = list;
    this.#families = families;
  }

  /** No position before this one will be given. */
  get at(): number {
    return this.#list[this.#next] ?? end;
  }

  /** The next position before `until`, or {@link end}; then the scan can go on behind it. */
  next(until: number = end): number {
    const list = this.#list;
    while (this.#next < list.length) {
      const position = list[this.#next] ?? end;
      if (position >= until) break;
      this.#next += 1;
      if (this.#isInAll(position)) return position;
    }
    return end;
  }

  /** Goes on at `position`: behind the last one that was given, or at it when nothing was sought since. */
  skipTo(position: number): void {
    this.#next = firstFrom(this.#list, position, Math.max(0, this.#next - 1));
  }

  #isInAll(position: number): boolean {
    for (const family of this.#families) if (!family.has(position)) return false;
    return true;
  }
}
