import type { PGlite } from "@electric-sql/pglite";
import type { SqlDatabase, SqlDialect } from "../../adapters/kit/mod.ts";

export const pgliteDialect: SqlDialect = {
  name: "PGlite",
  placeholder: (n) => `$${n}`,
  types: { name: 'text COLLATE "C"', text: 'text COLLATE "C"', integer: "bigint" },
  tableOptions: "",
  rowLock: "FOR UPDATE",
  onDuplicate: (keys) => `ON CONFLICT (${keys.join(", ")}) DO UPDATE SET`,
  inserted: (column) => `excluded.${column}`,
  now: "floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint",
  findTable: "SELECT 1 FROM pg_tables WHERE schemaname = current_schema() AND tablename = ?",
  maxParameters: 65_535,
  faultOf: (error) => {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code === "23505") return "duplicate";
    if (code === "40P01" || code === "40001") return "conflict";
    return /^2[123]/.test(code) ? "data" : "outage";
  },
};

/** Its transactions are serial. */
export function pgliteDatabase(pglite: PGlite): SqlDatabase {
  return {
    all: async (sql, values) => (await pglite.query<Record<string, unknown>>(sql, [...values])).rows,
    run: (sql, values) => pglite.query(sql, [...values]),
    transaction: (work) =>
      pglite.transaction((tx) =>
        work({
          all: async (sql, values) => (await tx.query<Record<string, unknown>>(sql, [...values])).rows,
          run: (sql, values) => tx.query(sql, [...values]),
        }),
      ),
  };
}
