import type { Micros } from "../money.ts";

/**
 * The `code` of the error of a store that has a sum of amounts beyond 2^53 − 1 micros: it rejects, rather than return a sum that is not
 * exact. It is no outage. Sums of a shorter time, or by more fields, can be read.
 */
export const amountTooLarge = "amount_too_large";

/** What is wrong then, for people. */
export const amountTooLargeText =
  "A sum of amounts passes 9,007,199,254 units (2^53 - 1 micro-units), which is the largest: choose a shorter time.";

/** The same of sums that are added up here. */
export class AmountTooLarge extends Error {
  override readonly name = "AmountTooLarge";
  readonly code: string = amountTooLarge;

  constructor() {
    super(amountTooLargeText);
  }
}

/** A sum of amounts. Throws {@link AmountTooLarge}. */
export function exactSum(sum: bigint): Micros {
  const micros = Number(sum);
  if (Number.isSafeInteger(micros)) return micros;
  throw new AmountTooLarge();
}

/** Whether a store rejected with {@link amountTooLarge}. */
export function isAmountTooLarge(error: unknown): boolean {
  return typeof error === "object" && error !== null && "code" in error && error.code === amountTooLarge;
}
