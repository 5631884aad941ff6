import type { Database } from "./database.ts";
import type { Row, Value } from "./row.ts";

/** A condition with one value; nothing where nothing was asked for. */
export type Filter = { readonly sql: string; readonly value: Value } | undefined;

/** A condition that accepts these values. Absent: no condition. */
export function anyOf(column: string, values: readonly string[] | undefined): Filter {
  if (values === undefined) return undefined;
  return { sql: `${column} IN (SELECT value FROM json_each(?))`, value: JSON.stringify(values) };
}

export interface Sums {
  readonly from: string;
  /** Columns that tell sums apart; they come back as `by_0`, `by_1` … */
  readonly by: readonly string[];
  readonly sums: readonly string[];
  readonly largestFirst: string;
  readonly filters: readonly Filter[];
  readonly limit: number;
}

/** Sums of a table, one for each combination of `by` that occurs. */
export function sumsOf(db: Database, { from, by, sums, largestFirst, filters, limit }: Sums): readonly Row[] {
  const asked = filters.filter((filter) => filter !== undefined);
  const columns = by.map((column, place) => `${column} AS by_${place}`);
  const groups = by.map((_, place) => `by_${place}`);
  return db.ask(
    `SELECT ${[...columns, ...sums].join(", ")} FROM ${from}
     WHERE ${asked.map(({ sql }) => sql).join(" AND ")}
     ${groups.length > 0 ? `GROUP BY ${groups.join(", ")}` : ""}
     HAVING count(*) > 0 ORDER BY ${largestFirst} DESC LIMIT ?`,
    [...asked.map(({ value }) => value), limit],
  );
}

/** The values of `by_0`, `by_1` … of a sum. */
export function groupOf(row: Row, length: number): readonly unknown[] {
  return Array.from({ length }, (_, place) => row[`by_${place}`]);
}
