import { exactInteger } from "../kit/exact-integer.ts";
import { arrayOf, recordOf, type StoredObject, textOf } from "../kit/stored-values.ts";

/** Readers of what our own scripts answered and stored: what does not fit is a bug, and says so. */

export function parseRecord(json: string): StoredObject {
  return recordOf(JSON.parse(json));
}

export function parseList(json: string): readonly unknown[] {
  return arrayOf(JSON.parse(json));
}

export function parseText(json: string | undefined): string {
  return textOf(json === undefined ? undefined : JSON.parse(json));
}

/** A number that a script wrote as text. Throws a `StoreDataError` for an integer beyond 2^53 − 1. */
export function parseNumber(text: string | undefined): number {
  const number = text === undefined || text === "" ? Number.NaN : Number(text);
  if (Number.isNaN(number)) return misfit("a number");
  return Number.isInteger(number) ? exactInteger(number) : number;
}

/** The values of the fields `by`, from a line of JSON texts with tabs between; an hour is a plain number. */
export function valuesOf(line: string, by: readonly string[]): readonly unknown[] {
  const texts = line.split("\t");
  return by.map((field, n) => (field === "hour" ? parseNumber(texts[n]) : parseText(texts[n])));
}

export function misfit(wanted: string): never {
  throw new TypeError(
    `Redis answered with something else where ${wanted} was expected: is its prefix shared?`,
  );
}
