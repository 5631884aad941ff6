/** Readers of what our own statements select: what does not fit is a bug or damage, and says so. */

/** A value of a parameter or of a result. Money and instants are integers, never floats. */
export type Value = string | number | null | Uint8Array;

export type Row = Readonly<Record<string, unknown>>;

export function integerOf(row: Row | undefined, column: string): number {
  const value = row?.[column];
  return typeof value === "number" && Number.isSafeInteger(value) ? value : misfit("an integer", column);
}

export function textOf(row: Row | undefined, column: string): string {
  const value = row?.[column];
  return typeof value === "string" ? value : misfit("text", column);
}

export function bytesOf(row: Row | undefined, column: string): Uint8Array {
  const value = row?.[column];
  return value instanceof Uint8Array ? value : misfit("bytes", column);
}

export function optionalIntegerOf(row: Row, column: string): number | undefined {
  return isAbsent(row, column) ? undefined : integerOf(row, column);
}

export function optionalTextOf(row: Row, column: string): string | undefined {
  return isAbsent(row, column) ? undefined : textOf(row, column);
}

function isAbsent(row: Row, column: string): boolean {
  return row[column] === null || row[column] === undefined;
}

/** One of a closed set of words. */
export function wordOf<T extends string>(row: Row, column: string, words: readonly T[]): T {
  const found = words.find((word) => word === row[column]);
  return found ?? misfit(`one of ${words.join(", ")}`, column);
}

function misfit(wanted: string, column: string): never {
  throw new TypeError(
    `the database has no ${wanted} in ${column}: was it changed by hand? Restore it from a backup.`,
  );
}
