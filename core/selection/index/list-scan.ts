import type { Clause } from "./clause.ts";
import { end } from "./dense-set.ts";
import { firstFrom } from "./position-set.ts";

/** A scan (`scan.ts`) over a list of few positions: each is looked up in the clauses. */
export class ListScan {
  readonly #list: Uint32Array;
  readonly #clauses: readonly Clause[];
  #next = 0;

  constructor(list: Uint32Array, clauses: readonly Clause[]) {
    this.#list = list;
    this.#clauses = clauses;
  }

  /** A lower bound of the next position. */
  get at(): number {
    return this.#list[this.#next] ?? end;
  }

  /** The next position before `until`, or {@link end}. After `end` the scan can continue behind `until`. */
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

  /** Continues at `position`, which is behind the last returned position, or is that position when no search followed it. */
  skipTo(position: number): void {
    this.#next = firstFrom(this.#list, position, Math.max(0, this.#next - 1));
  }

  #isInAll(position: number): boolean {
    for (const clause of this.#clauses) if (!clause.has(position)) return false;
    return true;
  }
}
