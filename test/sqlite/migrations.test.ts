import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { openDatabase } from "../../adapters/sqlite/database.ts";
import { migrate, planMigrations } from "../../adapters/sqlite/migrate.ts";
import { type Migration, migrations } from "../../adapters/sqlite/migrations.ts";
import { campaign } from "../conformance/fixtures.ts";
import { storeCampaigns } from "../setup/store-campaigns.ts";
import { cleanUp, newFile, open } from "./temporary.ts";

afterEach(cleanUp);

function migrateWith(file: string, steps: readonly Migration[]): readonly string[] {
  const db = openDatabase(file);
  try {
    return migrate(db, file, steps).map(({ name }) => name);
  } finally {
    db.close();
  }
}

/** A possible next release. */
const next: Migration = {
  number: migrations.length + 1,
  name: "next",
  sql: "ALTER TABLE campaigns ADD COLUMN note TEXT NOT NULL DEFAULT ''",
};

test("migrations are numbered 1, 2, 3 … in the order of their list", () => {
  expect(migrations.map(({ number }) => number)).toEqual(migrations.map((_, index) => index + 1));
});

test("migrations are frozen: a published one never changes, a change is a new one", () => {
  const digests = migrations.map(({ name, sql }) => [name, createHash("sha256").update(sql).digest("hex")]);
  const file = new URL("migration-digests.json", import.meta.url);
  const frozen: unknown = JSON.parse(readFileSync(file, "utf8"));
  expect(Object.fromEntries(digests), "Undo the change, and write it as a new migration.").toEqual(frozen);
});

test("a file of an older schema is brought up to date when it is opened, with everything that lies in it", async () => {
  const file = newFile();
  const store = open(file);
  expect((await store.migrate()).map(({ name }) => name)).toEqual(migrations.map(({ name }) => name));
  await storeCampaigns(store, campaign("old"));
  await store.close();
  expect(planMigrations(file, [...migrations, next]).map(({ applied }) => applied)).toEqual([true, false]);
  expect(migrateWith(file, [...migrations, next])).toEqual(["next"]);
  expect(migrateWith(file, [...migrations, next])).toEqual([]);
  const db = openDatabase(file);
  expect(db.all("SELECT note FROM campaigns WHERE id = 'old'")).toEqual([{ note: "" }]);
  db.close();
});

test("a migration that fails leaves the file at the schema that it had", () => {
  const file = newFile();
  migrateWith(file, migrations);
  const broken = { number: migrations.length + 2, name: "broken", sql: "ALTER TABLE nowhere ADD COLUMN x" };
  expect(() => migrateWith(file, [...migrations, next, broken])).toThrow(/no such table: nowhere/);
  expect(planMigrations(file, [...migrations, next]).at(-1)).toMatchObject({ name: "next", applied: false });
  expect(migrateWith(file, [...migrations, next])).toEqual(["next"]);
});

test("a plan changes nothing, whether there is a file or not, and needs no lock", async () => {
  const file = newFile();
  expect(planMigrations(file).every(({ applied }) => !applied)).toBe(true);
  expect(() => readFileSync(file)).toThrow("ENOENT");
  const store = open(file);
  await store.ready();
  expect(planMigrations(file).every(({ applied }) => applied)).toBe(true);
  expect((await store.readCatalog()).catalog.campaigns).toEqual([]);
});
