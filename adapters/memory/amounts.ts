import type { Micros } from "../../core/money.ts";

/** What is kept of one account. */
export const columns = {
  totalBudget: 0,
  dailyBudget: 1,
  spent: 2,
  held: 3,
  /** On the last day on which something moved. */
  daySpent: 4,
  dayHeld: 5,
} as const;
export type Column = (typeof columns)[keyof typeof columns];

/** Eight numbers are one line of a processor's cache. */
const rowLength = 8;

/**
 * Amounts of all accounts, a row for each: an order finds those of its campaign with one look at memory, where large
 * numbers in fields of an object are objects themselves. Whole micros up to 2^53 − 1 are exact in 64 bits.
 */
export class Amounts {
  #rows = new Float64Array(16 * rowLength);
  #used = 0;

  /** A new row of zeros. */
  open(): number {
    const row = this.#used;
    this.#used += rowLength;
    if (this.#used > this.#rows.length) {
      const larger = new Float64Array(2 * this.#rows.length);
      larger.set(this.#rows);
      this.#rows = larger;
    }
    return row;
  }

  get(row: number, column: Column): Micros {
    return this.#rows[row + column] ?? 0;
  }

  set(row: number, column: Column, micros: Micros): void {
    this.#rows[row + column] = micros;
  }

  add(row: number, column: Column, micros: Micros): void {
    this.#rows[row + column] = this.get(row, column) + micros;
  }
}
