/** Readers of what our own scripts answered and stored: what does not fit is a bug, and says so. */

export type JsonObject = Readonly<Record<string, unknown>>;

export function parseRecord(json: string): JsonObject {
  const value: unknown = JSON.parse(json);
  return isObject(value) ? value : misfit("an object");
}

export function parseList(json: string): readonly unknown[] {
  const value: unknown = JSON.parse(json);
  return Array.isArray(value) ? value : misfit("a list");
}

export function parseText(json: string | undefined): string {
  return textOf(json === undefined ? undefined : JSON.parse(json));
}

export function textOf(value: unknown): string {
  return typeof value === "string" ? value : misfit("text");
}

export function numberOf(value: unknown): number {
  return typeof value === "number" ? value : misfit("a number");
}

/** A number that a script wrote as text. */
export function parseNumber(text: string | undefined): number {
  const number = text === undefined || text === "" ? Number.NaN : Number(text);
  return Number.isNaN(number) ? misfit("a number") : number;
}

export function oneOf<const T extends string>(value: unknown, items: readonly T[]): T {
  return items.find((item) => item === value) ?? misfit(`one of ${items.join(", ")}`);
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function misfit(wanted: string): never {
  throw new TypeError(
    `Redis answered with something else where ${wanted} was expected: is its prefix shared?`,
  );
}
