/**
 * Money is integer micro-units of one installation-wide currency: 1_000_000 micros = 1 unit. `money-format.ts` writes it for people.
 * Every amount is a safe integer, so 2^53 − 1 micros (about 9 billion units) is the largest.
 */
export type Micros = number;

/** A share in hundredths of a percent: 7_000 = 70 %. An integer from 0 to {@link wholeShareBps}. */
export type BasisPoints = number;

/** The largest amount in micros: 2^53 − 1. */
export const maxMicros: Micros = Number.MAX_SAFE_INTEGER;
/** 100 % in basis points. */
export const wholeShareBps: BasisPoints = 10_000;

/** The publisher's credit for one charge: floor(price × share). The operator keeps the rest. */
export function publisherCredit(priceMicros: Micros, shareBps: BasisPoints): Micros {
  return floorOfProduct(priceMicros, shareBps, wholeShareBps);
}

/** The publisher's part of an amount that was taken back of a charge: floor(amount × part / price). */
export function publisherPart(micros: Micros, publisherMicros: Micros, priceMicros: Micros): Micros {
  return floorOfProduct(micros, publisherMicros, priceMicros);
}

/** floor(a × b / divisor), exact for safe integers. */
function floorOfProduct(a: number, b: number, divisor: number): number {
  const product = a * b;
  if (Number.isSafeInteger(a) && Number.isSafeInteger(b) && Number.isSafeInteger(product))
    return (product - (product % divisor)) / divisor;
  return Number((BigInt(a) * BigInt(b)) / BigInt(divisor));
}
