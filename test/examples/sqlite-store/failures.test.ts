import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, it } from "vitest";
import { campaign, click, deliveryIdAt, order } from "../../conformance/fixtures.ts";
import { openSqliteStore, type SqliteStore } from "./store.ts";

const ids = [deliveryIdAt(0, 1), deliveryIdAt(0, 2)] as const;
let directory: string;
let path: string;
let store: SqliteStore;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "handbill-sqlite-"));
  path = join(directory, "handbill.db");
  store = openSqliteStore(path);
  const { version } = await store.readCatalog();
  const upserts = { publishers: [], platforms: [], campaigns: [campaign("a")], creatives: [], topics: [] };
  await store.applyCatalog({ expectedVersion: version, upserts, removals: [] });
});

afterEach(() => {
  store.close();
  rmSync(directory, { recursive: true });
});

/** Makes the database refuse the row of one delivery, as a full disk would at any time. */
function refuse(table: "deliveries" | "charges", column: "id" | "delivery"): void {
  const db = new DatabaseSync(path);
  const when = `WHEN new.${column} = '${ids[1]}' BEGIN SELECT raise(ABORT, 'disk full'); END`;
  db.exec(`CREATE TRIGGER no_row BEFORE INSERT ON ${table} ${when}`);
  db.close();
}

it("a batch of orders that fails half-way leaves nothing behind", async () => {
  refuse("deliveries", "id");
  await expect(store.issue(ids.map((id) => order(id, ["a"])))).rejects.toThrow("disk full");
  expect(await store.findDeliveries(ids)).toEqual([undefined, undefined]);
  expect(await store.readSpend(["a"])).toMatchObject([{ spentMicros: 0, heldMicros: 0 }]);
  expect(await store.issue([order(ids[0], ["a"])])).toMatchObject([{ outcome: "issued" }]);
});

it("a batch of events that fails half-way charges nothing, and can be repeated", async () => {
  await store.issue(ids.map((id) => order(id, ["a"])));
  refuse("charges", "delivery");
  await expect(store.record(ids.map(click))).rejects.toThrow("disk full");
  expect(await store.readSpend(["a"])).toMatchObject([{ spentMicros: 0, heldMicros: 200 }]);
  const db = new DatabaseSync(path);
  db.exec("DROP TRIGGER no_row");
  db.close();
  expect(await store.record(ids.map(click))).toMatchObject(
    ids.map(() => ({ outcome: "recorded", charged: true })),
  );
  expect(await store.auditLedger()).toMatchObject({ advertiserMicros: 200 });
});
