import { DuckDBInstance } from "@duckdb/node-api";

/** A value as JSON has it; integers are numbers, and all of a test's are exact. */
export type Cell = string | number | boolean | null;

/** Runs statements of SQL in a database in memory, and returns the rows of the last one. Instants are numbers of milliseconds. */
export async function queryDuckDb(
  ...statements: readonly string[]
): Promise<readonly Record<string, Cell>[]> {
  const instance = await DuckDBInstance.create(":memory:", { threads: "1" });
  const connection = await instance.connect();
  try {
    await connection.run("set timezone = 'UTC'");
    for (const statement of statements.slice(0, -1)) await connection.run(statement);
    const result = await connection.runAndReadAll(statements.at(-1) ?? "select 1");
    return result
      .getRowObjectsJS()
      .map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, cellOf(value)])));
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

function cellOf(value: unknown): Cell {
  if (value instanceof Date) return value.getTime();
  if (value === null || value === undefined) return null;
  if (typeof value === "bigint" || typeof value === "number") {
    const number = Number(value);
    if (typeof value === "bigint" && !Number.isSafeInteger(number)) throw new Error(`${value} is not exact`);
    return number;
  }
  return typeof value === "boolean" ? value : String(value);
}
