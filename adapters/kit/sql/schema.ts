import { toBase64Url } from "../../../core/signing/base64url.ts";
import { systemRandom } from "../../../core/signing/random.ts";
import type { InstallationStore, PlannedMigration } from "../../../core/storage/installation-store.ts";
import { StoreUnavailable } from "../errors.ts";
import { checkClock, checkTransactions } from "./check-dialect.ts";
import { type AnyTable, columnOf, type Index } from "./columns.ts";
import type { SqlDialect } from "./dialect.ts";
import type { Connection } from "./session.ts";
import { allTables, type StepRow, state, steps } from "./tables.ts";

export const firstStep: StepRow = { step: 1, title: "first_release" };

/** The statements that create all tables. */
export function schemaSql(dialect: SqlDialect, tablePrefix: string): readonly string[] {
  return allTables.flatMap((table) => createTable(table, dialect, tablePrefix));
}

/** The schema of a store, made by one step. */
export function schemaOn(
  db: Connection,
  dialect: SqlDialect,
  tablePrefix: string,
): Pick<InstallationStore, "ready" | "planMigrations" | "migrate"> {
  const isApplied = async (): Promise<boolean> => {
    const found = await db.all(dialect.findTable, `${tablePrefix}${steps.name}`);
    return found.length > 0 && (await db.rows(steps, "step = ?", firstStep.step)).length > 0;
  };
  const planned = (applied: boolean): readonly PlannedMigration[] => [
    { number: firstStep.step, name: firstStep.title, applied },
  ];
  return {
    ready: async () => {
      if (await isApplied()) return checkClock(db, dialect);
      throw new StoreUnavailable("The tables are missing: call `migrate()` of the store once.");
    },
    planMigrations: async () => planned(await isApplied()),
    migrate: async () => {
      await checkClock(db, dialect);
      const isMigrated = await isApplied();
      // Many databases commit each of these by itself. A step that was begun is finished by the next call.
      if (!isMigrated) for (const statement of schemaSql(dialect, tablePrefix)) await db.run(statement);
      await checkTransactions(db, dialect);
      if (isMigrated) return [];
      return db.write(async (session) => {
        // Another instance may have been faster. Its row, or the lock on it, is what this one meets.
        if ((await session.rows(steps, "step = ?", firstStep.step)).length > 0) return [];
        await session.insert(steps, [firstStep]);
        await session.insert(state, [{ epoch: toBase64Url(systemRandom(12)), version: 0, lastId: 0 }]);
        return planned(true);
      });
    },
  };
}

function createTable(table: AnyTable, dialect: SqlDialect, tablePrefix: string): readonly string[] {
  const { types, tableOptions, partialIndexes = false } = dialect;
  const { columns, key, indexes = [], checks = [] } = table;
  const name = `${tablePrefix}${table.name}`;
  const names = (fields: readonly string[]): string => fields.map(columnOf).join(", ");
  const isNullable = (field: string): boolean => columns[field]?.nullable === true;
  const lines = [
    ...Object.entries(columns).map(
      ([field, { type }]) => `${columnOf(field)} ${types[type]}${isNullable(field) ? "" : " NOT NULL"}`,
    ),
    `PRIMARY KEY (${names(key)})`,
    ...checks.map((condition) => `CHECK (${condition})`),
  ];
  const condition = ({ fields: [first = ""], where }: Index): string => {
    if (!partialIndexes) return "";
    const rows = where ?? (isNullable(first) ? `${columnOf(first)} IS NOT NULL` : undefined);
    return rows === undefined ? "" : ` WHERE ${rows}`;
  };
  return [
    `CREATE TABLE IF NOT EXISTS ${name} (\n  ${lines.join(",\n  ")}\n)${tableOptions}`,
    ...indexes.flatMap((index, n) => {
      const on = `${name}_${n + 1} ON ${name} (${names(index.fields)})`;
      const isNeeded = !(partialIndexes && index.unlessPartial === true);
      return isNeeded ? [`CREATE INDEX IF NOT EXISTS ${on}${condition(index)}`] : [];
    }),
  ];
}
