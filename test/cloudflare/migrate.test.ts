import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { StoreUnavailable } from "../../adapters/kit/errors.ts";
import { objectStatements } from "../../adapters/sqlite/durable-object/driver.ts";
import { migrateObject, planObject } from "../../adapters/sqlite/durable-object/migrate.ts";
import { type Migration, migrations } from "../../adapters/sqlite/migrations.ts";

const next: Migration = {
  number: migrations.length + 1,
  name: "another_table",
  sql: "CREATE TABLE another (id INTEGER); CREATE TABLE one_more (id INTEGER)",
};

/** The statements of an object on a database in memory. */
function openStatements() {
  const database = new DatabaseSync(":memory:");
  return objectStatements({
    exec: (sql, ...values) => {
      const rows = values.length === 0 && sql.includes(";") ? [] : database.prepare(sql).all(...values);
      if (values.length === 0 && sql.includes(";")) database.exec(sql);
      return { toArray: () => rows };
    },
  });
}

it("an object gets the steps that it lacks, each once", () => {
  const db = openStatements();
  const first = migrations.map(({ number, name }) => ({ number, name, applied: true }));
  const added = { number: next.number, name: next.name, applied: true };
  expect(planObject(db)).toEqual(first.map((step) => ({ ...step, applied: false })));
  expect(migrateObject(db)).toEqual(first);
  expect(migrateObject(db)).toEqual([]);
  const steps = [...migrations, next];
  expect(planObject(db, steps)).toEqual([...first, { ...added, applied: false }]);
  expect(migrateObject(db, steps)).toEqual([added]);
  expect(planObject(db, steps)).toEqual([...first, added]);
  expect(db.all("SELECT id FROM one_more")).toEqual([]);
});

it("an older release refuses the object of a newer one, and changes nothing", () => {
  const db = openStatements();
  migrateObject(db, [...migrations, next]);
  for (const refused of [migrateObject, planObject]) {
    expect(() => refused(db)).toThrow(StoreUnavailable);
    expect(() => refused(db)).toThrow("newer release");
  }
  expect(planObject(db, [...migrations, next]).every(({ applied }) => applied)).toBe(true);
});
