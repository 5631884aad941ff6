/** Readers of JSON that our own functions made: what does not fit is a bug, and says so. */

export type JsonObject = Readonly<Record<string, unknown>>;

export function recordOf(value: unknown): JsonObject {
  return isObject(value) ? value : misfit("an object", value);
}

export function arrayOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : misfit("an array", value);
}

export function textOf(value: unknown): string {
  return typeof value === "string" ? value : misfit("text", value);
}

export function numberOf(value: unknown): number {
  return typeof value === "number" ? value : misfit("a number", value);
}

export function optionalTextOf(value: unknown): string | undefined {
  return value === null || value === undefined ? undefined : textOf(value);
}

export function optionalNumberOf(value: unknown): number | undefined {
  return value === null || value === undefined ? undefined : numberOf(value);
}

/** JSON text from the database; `undefined` for null. */
export function parseJson(value: unknown): unknown {
  return typeof value === "string" ? JSON.parse(value) : undefined;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function misfit(wanted: string, value: unknown): never {
  throw new TypeError(
    `the database answered ${typeof value} where ${wanted} was expected: run \`handbill migrate\``,
  );
}
