import { firstStep, schemaSql } from "../kit/sql/schema.ts";
import { sqliteDialect } from "./dialect.ts";

/** One step of the schema. Published steps are frozen: a change is a new step. */
export interface Migration {
  /** 1, 2, 3 … without gaps; the file's `user_version` is the number of the last applied step. */
  readonly number: number;
  readonly name: string;
  readonly sql: string;
}

/** The first rows, as `migrate` of the kit writes them. The epoch distinguishes the versions of this file from those of another one. */
const firstRows = `INSERT INTO catalog_state (epoch, version, last_id) VALUES (lower(hex(randomblob(8))), 0, 0);
INSERT INTO schema_steps (step, title) VALUES (${firstStep.step}, '${firstStep.title}')`;

const onlyAdded = ["charges", "adjustments", "statements"].flatMap((table) =>
  ["UPDATE", "DELETE"].map(
    (change) => `CREATE TRIGGER ${table}_stay_on_${change.toLowerCase()} BEFORE ${change} ON ${table} BEGIN
  SELECT raise(ABORT, '${table} are only ever added: correct one outside this table');
END`,
  ),
);

const firstRelease: Migration = {
  number: firstStep.step,
  name: firstStep.title,
  sql: [...schemaSql(sqliteDialect, ""), firstRows, ...onlyAdded].join(";\n"),
};

/** In the order in which they are applied. */
export const migrations: readonly Migration[] = [firstRelease];
