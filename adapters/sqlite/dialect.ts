import { StoreDataError } from "../kit/errors.ts";
import type { SqlDialect } from "../kit/sql/dialect.ts";

/** SQLite on one connection. Errors are sorted by `errors.ts` already. */
export const sqliteDialect: SqlDialect = {
  name: "SQLite",
  placeholder: () => "?",
  types: { name: "TEXT", text: "TEXT", integer: "INTEGER" },
  tableOptions: " STRICT",
  rowLock: "",
  onDuplicate: (keys) => `ON CONFLICT (${keys.join(", ")}) DO UPDATE SET`,
  inserted: (column) => `excluded.${column}`,
  now: "CAST(unixepoch('subsec') * 1000 AS INTEGER)",
  findTable: "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?",
  maxParameters: 32_766,
  partialIndexes: true,
  faultOf: (error) => (error instanceof StoreDataError ? "data" : "outage"),
};
