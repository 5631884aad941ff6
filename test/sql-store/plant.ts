import type { SqlDatabase, SqlQueries } from "../../adapters/kit/mod.ts";

/** A part of a statement, and the text that a fault puts in its place. */
export interface Replacement {
  readonly from: string;
  readonly to: string;
}

/** A database whose statements have the replacements. Those that were found are added to `planted`. */
export function withFaults(
  database: SqlDatabase,
  replacements: readonly Replacement[],
  planted: Set<Replacement>,
): SqlDatabase {
  const replaced = (sql: string): string =>
    replacements.reduce((text, one) => {
      if (text.includes(one.from)) planted.add(one);
      return text.replace(one.from, () => one.to);
    }, sql);
  const faulty = ({ all, run }: SqlQueries): SqlQueries => ({
    all: (sql, values) => all(replaced(sql), values),
    run: (sql, values) => run(replaced(sql), values),
  });
  return {
    ...faulty(database),
    transaction: (work) => database.transaction((queries) => work(faulty(queries))),
    close: database.close,
  };
}
