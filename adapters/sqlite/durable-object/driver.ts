import { StoreDataError, StoreUnavailable } from "../../kit/errors.ts";
import { isTooLarge, tooLarge } from "../../kit/exact-integer.ts";
import type { SqlDialect, SqlQueries } from "../../kit/sql/dialect.ts";
import { sqliteDialect } from "../dialect.ts";
import type { Statements, Transactions } from "../driver.ts";
import { isDataFault } from "../errors.ts";
import type { ObjectSql, ObjectStorage } from "./context.ts";

/** A statement of a Durable Object takes at most 100 parameters. */
export const objectDialect: SqlDialect = {
  ...sqliteDialect,
  maxParameters: 100,
  jsonItems: (placeholder) => `SELECT value FROM json_each(${placeholder})`,
};

/** The statements of an object. The platform keeps them prepared. */
export function objectStatements(sql: ObjectSql): Statements {
  const exec: Statements["all"] = (statement, values = []) => {
    try {
      return sql.exec(statement, ...values).toArray();
    } catch (error) {
      throw toStoreError(error);
    }
  };
  return {
    all: exec,
    get: (statement, values) => exec(statement, values)[0],
    run: (statement, values) => void exec(statement, values),
  };
}

/**
 * The transactions of an object. `ready` comes before each of its calls. `work` waits for nothing but this database, so the transaction
 * ends in the turn of the event loop in which it began. The platform holds back every answer of the object until its writes are durable.
 */
export function objectTransactions(
  storage: Pick<ObjectStorage, "transaction">,
  db: Statements,
  ready: () => Promise<unknown>,
): Transactions {
  const queries: SqlQueries = {
    all: async (sql, values) => db.all(sql, values),
    run: async (sql, values) => db.run(sql, values),
  };
  const write: Transactions["write"] = async (work) => {
    await ready();
    let own: { readonly error: unknown } | undefined;
    try {
      return await storage.transaction(async () => {
        try {
          return await work();
        } catch (error) {
          own = { error };
          throw error;
        }
      });
    } catch (error) {
      throw own === undefined ? toStoreError(error) : own.error;
    }
  };
  return {
    all: async (sql, values) => {
      await ready();
      return db.all(sql, values);
    },
    run: (sql, values) => write(() => queries.run(sql, values)),
    transaction: (work) => write(() => work(queries)),
    write,
  };
}

function toStoreError(error: unknown): StoreDataError | StoreUnavailable {
  const text = error instanceof Error ? error.message : String(error);
  if (isTooLarge(text)) return tooLarge(error);
  if (isDataFault(text)) return new StoreDataError(`The object refused a value: ${text}`, { cause: error });
  const help =
    "The call may be repeated. If this goes on, look at the object's log and at the size of its storage.";
  return new StoreUnavailable(`The storage of the object refused the call: ${text}. ${help}`, {
    cause: error,
  });
}
