import { DatabaseSync } from "node:sqlite";
import type { SqlDatabase, SqlDialect, SqlQueries } from "../../adapters/kit/mod.ts";
import { sqliteDialect as dialectOfFiles } from "../../adapters/sqlite/dialect.ts";

/** SQLite's dialect without partial indexes, as most databases are, and with errors as its driver throws them. */
export const sqliteDialect: SqlDialect = {
  ...dialectOfFiles,
  partialIndexes: false,
  faultOf: (error) => {
    const text = error instanceof Error ? error.message : "";
    if (/UNIQUE constraint/.test(text)) return "duplicate";
    return /constraint|cannot store|datatype/.test(text) ? "data" : "outage";
  },
};

/** A database in memory, whose calls return in a later turn, as those of a server do. */
export function openMemoryDatabase(): SqlDatabase {
  const connection = new DatabaseSync(":memory:");
  const queries: SqlQueries = {
    all: async (sql, values) => connection.prepare(sql).all(...values),
    run: async (sql, values) => connection.prepare(sql).run(...values),
  };
  let last: Promise<unknown> = Promise.resolve();
  /** One after the other, so that no statement gets into another caller's transaction. */
  const alone = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
  return {
    all: (sql, values) => alone(() => queries.all(sql, values)),
    run: (sql, values) => alone(() => queries.run(sql, values)),
    transaction: (work) =>
      alone(async () => {
        connection.exec("BEGIN IMMEDIATE");
        try {
          const result = await work(queries);
          connection.exec("COMMIT");
          return result;
        } catch (error) {
          connection.exec("ROLLBACK");
          throw error;
        }
      }),
    close: async () => connection.close(),
  };
}
