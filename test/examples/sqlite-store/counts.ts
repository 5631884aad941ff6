import type { Count, CountField, CountQuery, CountTotal } from "../../../core/storage.ts";
import { type Database, parsed } from "./database.ts";

/** The columns of the table, in its order. What a query asks by is looked up here and never put into SQL as it came. */
const fields: readonly CountField[] = [
  "hour",
  "metric",
  "reason",
  "platformId",
  "placement",
  "format",
  "language",
  "campaignId",
  "creativeId",
  "topicId",
];

export function addCount(db: Database, count: Count): void {
  const places = [...fields, "n"].map(() => "?").join(", ");
  const sql = `INSERT INTO counts VALUES (${places}) ON CONFLICT DO UPDATE SET n = n + excluded.n`;
  db.run(sql, ...fields.map((field) => count[field]), count.n);
}

export function readCounts(db: Database, query: CountQuery): readonly CountTotal[] {
  const by = fields.filter((field) => query.by.includes(field));
  const total = [...by.map((field) => `'${field}', ${field}`), "'n', sum(n)"].join(", ");
  const rows = db.all(
    `SELECT json_object(${total}) AS total FROM counts WHERE hour >= ?1 AND hour < ?2
       AND metric IN (SELECT value FROM json_each(?3))
       AND (?4 = 'null' OR platformId IN (SELECT value FROM json_each(?4)))
       AND (?5 = 'null' OR campaignId IN (SELECT value FROM json_each(?5)))
     GROUP BY ${["NULL", ...by].join(", ")} ORDER BY sum(n) DESC LIMIT ?6`,
    query.from,
    query.to,
    JSON.stringify(query.metrics),
    JSON.stringify(query.platformIds ?? null),
    JSON.stringify(query.campaignIds ?? null),
    query.limit,
  );
  return rows.map((row) => parsed<CountTotal>(row, "total"));
}
