import { existsSync, statSync } from "node:fs";
import type { PlannedMigration } from "../../core/storage/installation-store.ts";
import { StoreUnavailable } from "../kit/errors.ts";
import { integerOf } from "../kit/sql/columns.ts";
import { type Database, openDatabase } from "./database.ts";
import { type Migration, migrations } from "./migrations.ts";

/** `application_id` of a file of ours: "HBSQ". */
const ourFormat = 0x48425351;

/** `application_id` of files that development versions before 0.1.0 have written: "HAND" and "HBDB". */
const developmentFormats: readonly number[] = [0x48414e44, 0x48424442];

/** Every migration of this release in order, and whether the file has it. Changes nothing, and needs no lock. */
export function planMigrations(
  file: string,
  steps: readonly Migration[] = migrations,
): readonly PlannedMigration[] {
  const version = existsSync(file) && statSync(file).size > 0 ? readVersion(file, steps) : 0;
  return steps.map(({ number, name }) => ({ number, name, applied: number <= version }));
}

/**
 * Brings the schema up to date, all missing steps or none, and returns the steps that were missing. Rejects the file of a newer
 * release, of a development version and of another program with `StoreUnavailable`, and changes none of them.
 */
export function migrate(
  db: Database,
  file: string,
  steps: readonly Migration[] = migrations,
): readonly PlannedMigration[] {
  const isUpToDate = db.transaction("BEGIN", () => checkedVersion(db, file, steps)) === steps.length;
  if (isUpToDate) return [];
  return db.transaction("BEGIN IMMEDIATE", () => {
    const version = checkedVersion(db, file, steps);
    const missing = steps.filter(({ number }) => number > version);
    for (const { sql } of missing) db.script(sql);
    db.script(`PRAGMA application_id = ${ourFormat}; PRAGMA user_version = ${steps.length}`);
    return missing.map(({ number, name }) => ({ number, name, applied: true }));
  });
}

function readVersion(file: string, steps: readonly Migration[]): number {
  const db = openDatabase(file, { readOnly: true });
  try {
    return db.transaction("BEGIN", () => checkedVersion(db, file, steps));
  } finally {
    db.close();
  }
}

const unsuitable = { code: "UNSUITABLE_DATABASE" };

/** How many of the steps the file has. */
function checkedVersion(db: Database, file: string, steps: readonly Migration[]): number {
  const format = integerOf(db.all("PRAGMA application_id")[0]?.["application_id"]);
  const version = integerOf(db.all("PRAGMA user_version")[0]?.["user_version"]);
  const isEmpty = db.all("SELECT 1 FROM sqlite_schema LIMIT 1").length === 0;
  if (developmentFormats.includes(format)) {
    throw new StoreUnavailable(
      `${file} was written by a development version of Handbill before 0.1.0, and stays as it is. Export its catalogue with that ` +
        "version (GET /api/v1/manage/catalog), name another file, and apply the catalogue there (`handbill apply`).",
      unsuitable,
    );
  }
  if (format !== ourFormat && !(isEmpty && format === 0 && version === 0)) {
    throw new StoreUnavailable(
      `${file} is an SQLite database of another program, and stays as it is: name another file.`,
      unsuitable,
    );
  }
  if (version > steps.length) {
    throw new StoreUnavailable(
      `${file} was written by a newer release of Handbill (schema ${version}, this one knows ${steps.length}), and stays as it is: install that release again.`,
      unsuitable,
    );
  }
  return version;
}
