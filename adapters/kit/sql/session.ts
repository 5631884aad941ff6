import { columnOf, readRow, type Table, valuesOf } from "./columns.ts";
import type { SqlDatabase, SqlDialect, SqlQueries, SqlRow, SqlValue } from "./dialect.ts";
import { toStoreError } from "./errors.ts";

/** A list takes the place of its `?` as `?, ?, …`; an empty one matches nothing. */
export type Parameter = SqlValue | readonly SqlValue[];

type FieldsOf<T> = readonly (keyof T & string)[];

/**
 * Statements of a store, in a transaction or outside. In SQL, `@name` is the store's table of that name, `@lock` the clause that
 * locks rows, and `@now` the database's time. A list that is too long for one statement is split, and the rows are put together.
 */
export interface Session {
  readonly all: (sql: string, ...parameters: readonly Parameter[]) => Promise<readonly SqlRow[]>;
  /** The same without splitting a list: for sums, whose parts cannot be put together. */
  readonly whole: (sql: string, ...parameters: readonly Parameter[]) => Promise<readonly SqlRow[]>;
  readonly run: (sql: string, ...parameters: readonly Parameter[]) => Promise<void>;
  /** The rows of a table that a condition selects. */
  readonly rows: <T extends object>(
    table: Table<T>,
    condition: string,
    ...parameters: readonly Parameter[]
  ) => Promise<readonly T[]>;
  /** Fails where a key is taken. */
  readonly insert: <T extends object>(table: Table<T>, items: readonly T[]) => Promise<void>;
  /**
   * Where a key is taken, replaces the fields of `set` and adds to those of `add`. Default: replaces all fields. The keys of the items
   * are different ones.
   */
  readonly upsert: <T extends object>(
    table: Table<T>,
    items: readonly T[],
    set?: FieldsOf<T>,
    add?: FieldsOf<T>,
  ) => Promise<void>;
}

export interface Connection extends Session {
  /** Everything that `work` does, or nothing of it. Runs it again after a conflict with another transaction. */
  readonly write: <T>(work: (session: Session) => Promise<T>) => Promise<T>;
}

/** In every conflict another transaction commits, so more tries than instances have calls under way mean a fault. */
const maxTries = 100;

export function connect(database: SqlDatabase, dialect: SqlDialect, tablePrefix: string): Connection {
  const ofDriver = new WeakSet<object>();
  const noted = <T>(query: Promise<T>): Promise<T> =>
    query.catch((error: unknown) => {
      if (typeof error === "object" && error !== null) ofDriver.add(error);
      throw error;
    });
  const outside = <T>(query: Promise<T>): Promise<T> =>
    query.catch((error: unknown) => {
      throw toStoreError(dialect, error);
    });
  const on = ({ all, run }: SqlQueries, watched: typeof noted): Session => {
    const queries: SqlQueries = {
      all: (sql, values) => watched(all(sql, values)),
      run: (sql, values) => watched(run(sql, values)),
    };
    return sessionOn(queries, dialect, tablePrefix);
  };
  const write: Connection["write"] = async (work) => {
    for (let tries = 1; ; tries += 1) {
      // Any error that `work` does not throw itself comes from the database, such as that of a commit.
      let own: unknown;
      try {
        return await database.transaction((queries) =>
          work(on(queries, noted)).catch((error: unknown) => {
            if (typeof error === "object" && error !== null && !ofDriver.has(error)) own = error;
            throw error;
          }),
        );
      } catch (error) {
        if (own !== undefined) throw own;
        const fault = dialect.faultOf(error);
        const isRepeated = fault === "conflict" || fault === "duplicate";
        if (tries === maxTries || !isRepeated) throw toStoreError(dialect, error);
      }
    }
  };
  return { ...on(database, outside), write };
}

function sessionOn(queries: SqlQueries, dialect: SqlDialect, tablePrefix: string): Session {
  const { placeholder, maxParameters, jsonItems } = dialect;
  const parts = (parameters: readonly Parameter[]): readonly (readonly Parameter[])[] =>
    jsonItems === undefined ? split(parameters, maxParameters) : [parameters];
  const all: Session["all"] = async (sql, ...parameters) => {
    const answers: (readonly SqlRow[])[] = [];
    for (const part of parts(parameters)) answers.push(await queries.all(...expand(sql, part)));
    return answers.flat();
  };
  const run: Session["run"] = async (sql, ...parameters) => {
    for (const part of parts(parameters)) await queries.run(...expand(sql, part));
  };
  const expand = (sql: string, parameters: readonly Parameter[]): [sql: string, values: SqlValue[]] => {
    const values: SqlValue[] = [];
    let place = 0;
    const expanded = sql.replaceAll(/@(\w+)|\?/g, (_, word: string | undefined) => {
      if (word === "lock") return dialect.rowLock;
      if (word === "now") return dialect.now;
      if (word !== undefined) return `${tablePrefix}${word}`;
      const parameter = parameters[place++] ?? null;
      if (!isList(parameter)) return placeholder(values.push(parameter));
      if (jsonItems !== undefined) return jsonItems(placeholder(values.push(JSON.stringify(parameter))));
      return listed(parameter, values) || "NULL";
    });
    return [expanded, values];
  };
  const listed = (items: readonly SqlValue[], values: SqlValue[]): string =>
    items.map((value) => placeholder(values.push(value))).join(", ");
  const insert = async <T extends object>(table: Table<T>, items: readonly T[], end = ""): Promise<void> => {
    const columns = table.fields.map(columnOf);
    const most = Math.floor(maxParameters / columns.length);
    for (let first = 0; first < items.length; first += most) {
      const values: SqlValue[] = [];
      const part = items.slice(first, first + most);
      const tuples = part.map((item) => `(${listed(valuesOf(table, item), values)})`).join(", ");
      const into = `INSERT INTO ${tablePrefix}${table.name} (${columns.join(", ")})`;
      await queries.run(`${into} VALUES ${tuples}${end}`, values);
    }
  };
  return {
    all,
    whole: (sql, ...parameters) => queries.all(...expand(sql, parameters)),
    run,
    rows: async (table, condition, ...parameters) => {
      const rows = await all(`SELECT * FROM @${table.name} WHERE ${condition}`, ...parameters);
      return rows.map((row) => readRow(table, row));
    },
    insert: (table, items) => insert(table, items),
    upsert: (table, items, set = table.fields.filter((field) => !table.key.includes(field)), add = []) => {
      const assignments = [
        ...set.map(columnOf).map((column) => `${column} = ${dialect.inserted(column)}`),
        ...add
          .map(columnOf)
          .map((column) => `${column} = ${tablePrefix}${table.name}.${column} + ${dialect.inserted(column)}`),
      ];
      return insert(
        table,
        items,
        ` ${dialect.onDuplicate(table.key.map(columnOf))} ${assignments.join(", ")}`,
      );
    },
  };
}

/** The parameters, with the longest list in as many parts as `most` requires. */
function split(parameters: readonly Parameter[], most: number): readonly (readonly Parameter[])[] {
  const sizes = parameters.map((parameter) => (isList(parameter) ? parameter.length : 1));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const longest = sizes.indexOf(Math.max(...sizes));
  const list = parameters[longest];
  if (total <= most || !isList(list)) return [parameters];
  const middle = Math.ceil(list.length / 2);
  return [list.slice(0, middle), list.slice(middle)].flatMap((half) =>
    split(parameters.with(longest, half), most),
  );
}

function isList(parameter: Parameter | undefined): parameter is readonly SqlValue[] {
  return Array.isArray(parameter);
}
