import type { PlannedMigration } from "../../../core/storage/installation-store.ts";
import { StoreUnavailable } from "../../kit/errors.ts";
import { integerOf } from "../../kit/sql/columns.ts";
import { steps as stepTable } from "../../kit/sql/tables.ts";
import type { Statements } from "../driver.ts";
import { type Migration, migrations } from "../migrations.ts";
import { objectDialect } from "./driver.ts";

const noteStep = "INSERT INTO schema_steps (step, title) VALUES (?, ?) ON CONFLICT (step) DO NOTHING";

/** Every migration of this release in order, and whether the object has it. Changes nothing. */
export function planObject(
  db: Statements,
  steps: readonly Migration[] = migrations,
): readonly PlannedMigration[] {
  const version = checkedVersion(db, steps);
  return steps.map(({ number, name }) => ({ number, name, applied: number <= version }));
}

/**
 * Brings the schema up to date, in an open transaction, and returns the steps that were missing. Throws `StoreUnavailable` for an object
 * of a newer release. An object has no `user_version`: the applied steps are rows.
 */
export function migrateObject(
  db: Statements,
  steps: readonly Migration[] = migrations,
): readonly PlannedMigration[] {
  const version = checkedVersion(db, steps);
  const missing = steps.filter(({ number }) => number > version);
  for (const { number, name, sql } of missing) {
    db.run(sql);
    db.run(noteStep, [number, name]);
  }
  return missing.map(({ number, name }) => ({ number, name, applied: true }));
}

function checkedVersion(db: Statements, steps: readonly Migration[]): number {
  if (db.get(objectDialect.findTable, [stepTable.name]) === undefined) return 0;
  const version = integerOf(db.get("SELECT MAX(step) AS step FROM schema_steps")?.["step"]);
  if (version <= steps.length) return version;
  throw new StoreUnavailable(
    `The object was written by a newer release of Handbill (schema ${version}, this one knows ${steps.length}), and stays as it is: deploy that release again.`,
    { code: "UNSUITABLE_DATABASE" },
  );
}
