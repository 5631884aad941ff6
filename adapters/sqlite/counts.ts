import type { Count, CountQuery, CountTotal } from "../../core/storage/counts.ts";
import { maxBatch } from "../../core/storage/serving-store.ts";
import { countColumns } from "../kit/count-columns.ts";
import { countTotal } from "../kit/totals.ts";
import type { Database } from "./database.ts";
import { ownerFilters } from "./owner-filters.ts";
import { integerOf } from "./row.ts";
import { anyOf, type Filter, groupOf, sumsOf } from "./sums.ts";

/** Every field, in the order of the table's key. */
const key = Object.values(countColumns).join(", ");

const addLine = `INSERT INTO counts (${key}, n)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET n = n + excluded.n`;

export function addCounts(db: Database, counts: readonly Count[]): void {
  for (const count of counts) {
    const { hour, metric, reason, publisherId, platformId, placement, apiKeyId, format, language } = count;
    const { advertiser, campaignId, creativeId, topicId, n } = count;
    const place = [hour, metric, reason, publisherId, platformId, placement, apiKeyId, format, language];
    db.run(addLine, ...place, advertiser, campaignId, creativeId, topicId, n);
  }
}

const dropOldest = `DELETE FROM counts WHERE (${key}) IN (
  SELECT ${key} FROM counts WHERE hour < ? ORDER BY hour LIMIT ${maxBatch})`;

/** Drops at most {@link maxBatch} lines of hours that began before `before`, and returns how many. */
export function dropOldCounts(db: Database, before: number): number {
  return db.run(dropOldest, before);
}

export function readCounts(db: Database, query: CountQuery): readonly CountTotal[] {
  const filters: readonly Filter[] = [
    { sql: "hour >= ?", value: query.from },
    { sql: "hour < ?", value: query.to },
    anyOf("metric", query.metrics),
    ...ownerFilters(query),
  ];
  const fields = [...new Set(query.by)];
  const rows = sumsOf(db, {
    from: "counts",
    by: fields.map((field) => countColumns[field]),
    sums: ["sum(n) AS n"],
    largestFirst: "n",
    filters,
    limit: query.limit,
  });
  return rows.map((row) =>
    countTotal(integerOf(row, "n"), fields, groupOf(row, fields.length), query.metrics),
  );
}
