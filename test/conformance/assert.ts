/** A promise of a port that was not kept. Anything else that a case throws is an outage or a bug. */
export class ConformanceFailure extends Error {
  override readonly name = "ConformanceFailure";
}

export function fail(message: string): never {
  throw new ConformanceFailure(message);
}

export function check(condition: boolean, message: string): asserts condition {
  if (!condition) fail(message);
}

/** Equal by content. A field that is `undefined` is the same as one that is absent. */
export function same(actual: unknown, expected: unknown, what: string): void {
  const got = print(actual);
  const wanted = print(expected);
  check(got === wanted, `${what}: expected ${wanted}, got ${got}`);
}

/** Equal by content, whatever the order of the two lists. */
export function sameSet(actual: readonly unknown[], expected: readonly unknown[], what: string): void {
  same(actual.map(print).sort(), expected.map(print).sort(), what);
}

/** The item at `index`, which a result of the right length has. */
export function at<T>(items: readonly T[], index: number): T {
  const item = items[index];
  return item === undefined ? fail(`expected an item at index ${index} of ${items.length}`) : item;
}

function print(value: unknown): string {
  if (value === undefined) return "undefined";
  if (Array.isArray(value)) return `[${value.map(print).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    const fields = Object.entries(value)
      .filter(([, field]) => field !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
      .map(([key, field]) => `${JSON.stringify(key)}: ${print(field)}`);
    return `{${fields.join(", ")}}`;
  }
  return typeof value === "bigint" ? `${value}n` : (JSON.stringify(value) ?? String(value));
}
