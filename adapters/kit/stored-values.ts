import { exactInteger } from "./exact-integer.ts";

/** Readers of what an adapter has stored. Each throws a TypeError for a value of another type. */

export type StoredObject = Readonly<Record<string, unknown>>;

export function recordOf(value: unknown): StoredObject {
  return isObject(value) ? value : misfit("an object", value);
}

export function arrayOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : misfit("an array", value);
}

export function textOf(value: unknown): string {
  return typeof value === "string" ? value : misfit("text", value);
}

/** Throws a `StoreDataError` for an integer beyond 2^53 − 1, which may have been rounded. */
export function numberOf(value: unknown): number {
  if (typeof value !== "number") return misfit("a number", value);
  return Number.isInteger(value) ? exactInteger(value) : value;
}

/** A sum that may pass 2^53 − 1: the nearest number then. */
export function nearestOf(value: unknown): number {
  return typeof value === "number" ? value : misfit("a number", value);
}

export function optionalTextOf(value: unknown): string | undefined {
  return value === null || value === undefined ? undefined : textOf(value);
}

export function optionalNumberOf(value: unknown): number | undefined {
  return value === null || value === undefined ? undefined : numberOf(value);
}

/** One of a closed set of words. */
export function oneOf<const T extends string>(value: unknown, words: readonly T[]): T {
  return words.find((word) => word === value) ?? misfit(`one of ${words.join(", ")}`, value);
}

/** JSON text; `undefined` for null. */
export function parseJson(value: unknown): unknown {
  return typeof value === "string" ? JSON.parse(value) : undefined;
}

export function isObject(value: unknown): value is StoredObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value itself stays out of the message, because it may name a person. */
export function misfit(wanted: string, value: unknown): never {
  throw new TypeError(
    `the store holds ${value === null ? "null" : typeof value} where ${wanted} was expected: run \`handbill migrate\`, make sure that no other program writes there, or restore a backup`,
  );
}
