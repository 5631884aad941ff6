import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { openDatabase } from "../../adapters/sqlite/database.ts";
import { migrate, planMigrations } from "../../adapters/sqlite/migrate.ts";
import { migrations } from "../../adapters/sqlite/migrations/list.ts";
import type { Migration } from "../../adapters/sqlite/migrations/migration.ts";
import { auditEntry, campaign } from "../conformance/fixtures.ts";
import { countedLanguages, sentLanguages } from "../setup/sent-languages.ts";
import { expectBooks } from "./expect-books.ts";
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

test("migrations are numbered 1, 2, 3 … in the order of their list", () => {
  expect(migrations.map(({ number }) => number)).toEqual(migrations.map((_, index) => index + 1));
});

test("migrations are frozen: what was published is never changed, a change is a new one", () => {
  const digests = migrations.map(({ name, sql }) => [name, createHash("sha256").update(sql).digest("hex")]);
  const file = new URL("migration-digests.json", import.meta.url);
  const frozen: unknown = JSON.parse(readFileSync(file, "utf8"));
  expect(Object.fromEntries(digests), "Undo the change, and write it as a new migration.").toEqual(frozen);
});

test("what an older release counted in the languages that callers sent is counted by the catalogue's", async () => {
  const file = newFile();
  migrateWith(file, migrations.slice(0, 3));
  const db = openDatabase(file);
  db.transaction(() => {
    for (const [n, language] of ["en", "pt-BR", "de-x-house"].entries()) {
      const document = JSON.stringify({ versionId: `v${n}`, creative: { id: `c${n}`, language } });
      db.run("INSERT INTO entities VALUES ('creative', ?, 1, ?)", `c${n}`, document);
    }
    for (const { hour, metric, platformId, placement, language, n } of sentLanguages) {
      db.run(
        "INSERT INTO counts VALUES (?, ?, '', ?, ?, '', ?, '', '', '', ?)",
        ...[hour, metric, platformId, placement, language, n],
      );
    }
  });
  db.close();
  const store = open(file);
  const all = { from: 0, to: 7_200_000, metrics: ["request"], by: ["language"], limit: 99 } as const;
  const counted = await store.readCounts(all);
  expect(Object.fromEntries(counted.map(({ language, n }) => [language, n]))).toEqual(countedLanguages);
  // Lines that have become alike are one.
  const hours = (await store.readCounts({ ...all, by: ["language", "hour"] })).length;
  expect(hours).toBe(2 * Object.keys(countedLanguages).length);
});

test("a file of an older schema is brought up to date when it is opened, with everything that lies in it", async () => {
  const file = newFile();
  expect(migrateWith(file, migrations.slice(0, 1))).toEqual(["ledger"]);
  // What that release has stored.
  const db = openDatabase(file);
  const document = JSON.stringify(campaign("old", { totalBudgetMicros: 1_000 }));
  db.transaction(() => {
    db.run("UPDATE catalog_state SET version = 7");
    db.run("INSERT INTO entities VALUES ('campaign', 'old', 7, ?)", document);
    db.script(`INSERT INTO campaigns (id, status, time_zone, total_budget, daily_budget, spent)
        VALUES ('old', 'active', 'UTC', 1000, 9007199254740991, 100);
      INSERT INTO campaign_days VALUES ('old', '2026-03-04', 9007199254740991, 100, 0);
      INSERT INTO charges VALUES (x'00112233445566778899aabbccddeeff', 'old', 'pf_one', 'chat', 'v', '', 'en', 'text',
        '2026-03-04', 100, 70, 1772625600000)`);
  });
  db.close();
  expect(planMigrations(file).map(({ applied }) => applied)).toEqual(
    migrations.map(({ number }) => number === 1),
  );

  const store = open(file);
  expect((await store.migrate()).map(({ name }) => name)).toEqual(
    migrations.slice(1).map(({ name }) => name),
  );
  expect((await store.readCatalog()).catalog.campaigns).toEqual([
    campaign("old", { totalBudgetMicros: 1_000 }),
  ]);
  expect((await store.readSpend(["old"]))[0]?.spentMicros).toBe(100);
  expect(await expectBooks(store)).toBe(100);
  const { version } = await store.readCatalog();
  const upserts = { publishers: [], platforms: [], campaigns: [], creatives: [], topics: [] };
  const change = { expectedVersion: version, upserts, removals: [], audit: [auditEntry("old")] };
  expect((await store.applyCatalog(change)).outcome).toBe("applied");
  expect(await store.readAudit({ limit: 10 })).toHaveLength(1);
  await store.close();
  expect(await open(file).migrate()).toEqual([]);
});

test("a migration that fails leaves the file at the schema that it had", () => {
  const file = newFile();
  migrateWith(file, migrations);
  const next = { number: migrations.length + 1, name: "next", sql: "CREATE TABLE notes (id TEXT)" };
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
  expect(planMigrations(file).every(({ applied }) => applied)).toBe(true);
  expect((await store.readCatalog()).catalog.campaigns).toEqual([]);
});
