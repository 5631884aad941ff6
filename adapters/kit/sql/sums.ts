import type { OwnerFilter } from "../../../core/storage/counts.ts";
import { integerOf } from "./columns.ts";
import type { SqlRow } from "./dialect.ts";
import type { Connection, Parameter } from "./session.ts";

/** A condition with one parameter. Without a value it is left out. */
export type Filter = readonly [sql: string, value: Parameter | undefined];

/** The conditions of an owner filter. Deliveries, charges and counts have the same columns. */
export function ownerFilters(filter: OwnerFilter): readonly Filter[] {
  return [
    ["publisher_id IN (?)", filter.publisherIds],
    ["advertiser IN (?)", filter.advertisers],
    ["api_key_id IN (?)", filter.apiKeyIds],
    ["platform_id IN (?)", filter.platformIds],
    ["campaign_id IN (?)", filter.campaignIds],
  ];
}

/** The filters that have a value, as a condition and its parameters. */
export function conditionOf(filters: readonly Filter[]): {
  readonly where: string;
  readonly values: readonly Parameter[];
} {
  const asked = filters.flatMap(([sql, value]) => (value === undefined ? [] : [{ sql, value }]));
  return { where: asked.map(({ sql }) => sql).join(" AND "), values: asked.map(({ value }) => value) };
}

/** The rows after the last one of a page, in the order of their time and id. */
export function pageAfter(
  last: { readonly at: number; readonly id: string } | undefined,
  time: string,
): { readonly where: string; readonly values: readonly (string | number)[] } {
  if (last === undefined) return { where: "1 = 1", values: [] };
  return { where: `(${time} > ? OR (${time} = ? AND id > ?))`, values: [last.at, last.at, last.id] };
}

export interface Sums {
  readonly from: string;
  /** Expressions that distinguish the sums. They come back as `by_0`, `by_1` … */
  readonly by: readonly string[];
  readonly sums: readonly string[];
  readonly largestFirst: string;
  /** At least one with a value. */
  readonly filters: readonly Filter[];
  readonly limit: number;
}

/** Sums of a table, one for each combination of `by` that occurs. */
export function sumsOf(
  db: Connection,
  { from, by, sums, largestFirst, filters, limit }: Sums,
): Promise<readonly SqlRow[]> {
  const { where, values } = conditionOf(filters);
  const columns = [...by.map((expression, place) => `${expression} AS by_${place}`), ...sums];
  const groups = by.map((_, place) => `by_${place}`).join(", ");
  return db.whole(
    `SELECT ${columns.join(", ")} FROM ${from} WHERE ${where} ${groups && `GROUP BY ${groups}`}
     HAVING COUNT(*) > 0 ORDER BY ${largestFirst} DESC LIMIT ?`,
    ...values,
    limit,
  );
}

/** The values of `by_0`, `by_1` … of a sum. */
export function groupOf(row: SqlRow, by: readonly string[]): readonly unknown[] {
  return by.map((field, place) => (field === "hour" ? integerOf(row[`by_${place}`]) : row[`by_${place}`]));
}
