import { amountTooLarge, amountTooLargeText } from "../../core/storage/amount-too-large.ts";
import { StoreDataError } from "./errors.ts";

/** The number of an integer. Throws a {@link StoreDataError} with the code `amountTooLarge` beyond 2^53 − 1. */
export function exactInteger(integer: number | bigint): number {
  const value = Number(integer);
  if (Number.isSafeInteger(value)) return value;
  throw tooLarge();
}

/** The error of a sum beyond 2^53 − 1. */
export function tooLarge(cause?: unknown): StoreDataError {
  return new StoreDataError(amountTooLargeText, { code: amountTooLarge, cause });
}

/** Whether a message of a driver blames a sum: Node.js has no number for one of SQLite, or SQLite has no integer. */
export function isTooLarge(message: string): boolean {
  return /too large to be represented|integer overflow/.test(message);
}
