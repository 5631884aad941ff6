import type { Database } from "./database.ts";

/** Opens a database for its first use. After a failure the next use tries again. */
export function lazyDatabase(open: () => Database): Database {
  let opened: Database | undefined;
  const db = (): Database => {
    opened ??= open();
    return opened;
  };
  return {
    all: (sql, values) => db().all(sql, values),
    get: (sql, values) => db().get(sql, values),
    run: (sql, values) => db().run(sql, values),
    script: (sql) => db().script(sql),
    transaction: (begin, work) => db().transaction(begin, work),
    rollBack: () => opened?.rollBack(),
    close: () => opened?.close(),
  };
}
