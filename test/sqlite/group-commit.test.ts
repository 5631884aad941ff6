import { DatabaseSync } from "node:sqlite";
import { afterEach, expect, test } from "vitest";
import { checkedRetention } from "../../adapters/kit/retention.ts";
import { type Database, openDatabase } from "../../adapters/sqlite/database.ts";
import { createGroupCommit } from "../../adapters/sqlite/group-commit.ts";
import { migrate } from "../../adapters/sqlite/migrate.ts";
import { StoreDataError, StoreUnavailable } from "../../adapters/sqlite/mod.ts";
import { storeOn } from "../../adapters/sqlite/store.ts";
import type { Store } from "../../core/storage/store.ts";
import { campaign, click, count, deliveryIdAt, order } from "../conformance/fixtures.ts";
import { storeCampaigns } from "../setup/store-campaigns.ts";
import { expectBooks } from "./expect-books.ts";
import { cleanUp, newFile } from "./temporary.ts";

const start = Date.UTC(2026, 2, 5, 12);
const ids = Array.from({ length: 64 }, (_, n) => deliveryIdAt(start, n));

interface Opened {
  readonly file: string;
  readonly store: Store;
  readonly db: Database;
  /** Transactions that were begun, and those that were committed. */
  readonly begins: () => number;
  readonly commits: () => number;
  readonly close: () => Promise<void>;
}

let opened: Opened | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
  await cleanUp();
});

async function openCounted(): Promise<Opened> {
  const file = newFile();
  const db = openDatabase(file);
  migrate(db, file);
  let [begins, commits] = [0, 0];
  const group = createGroupCommit({
    ...db,
    run: (sql, values) => {
      if (sql === "BEGIN IMMEDIATE") begins += 1;
      db.run(sql, values);
      if (sql === "COMMIT") commits += 1;
    },
  });
  const store = storeOn(db, group, () => start, checkedRetention(90 * 86_400_000));
  await storeCampaigns(store, campaign("a"));
  opened = {
    file,
    store,
    db,
    begins: () => begins,
    commits: () => commits,
    close: store.close,
  };
  return opened;
}

/** Makes the database refuse the row of one delivery, as it would a value that does not fit. */
function refuse(db: Database, table: "deliveries" | "charges", id: string): void {
  db.script(`CREATE TRIGGER no_row BEFORE INSERT ON ${table} WHEN new.id = '${id}'
    BEGIN SELECT raise(ABORT, 'CHECK constraint failed: planted'); END`);
}

test("writes of the same moment are one commit, of any operations", async () => {
  const { store, commits } = await openCounted();
  const before = commits();
  await Promise.all([
    ...ids.map((id) => store.issue([order(id, ["a"])])),
    ...ids.map((id) => store.record([click(id)])),
    store.addCounts([count({ metric: "request", n: 1 })]),
  ]);
  expect(commits() - before).toBe(1);
  expect(await expectBooks(store)).toBe(6_400);
});

test("of calls that share a commit, all wait together for another program's lock, once", async () => {
  const { store, file, begins } = await openCounted();
  const other = new DatabaseSync(file);
  other.exec("BEGIN IMMEDIATE");
  const before = begins();
  const calls = [
    store.issue([order(ids[0] ?? "", ["a"])]),
    store.record([click(ids[1] ?? "")]),
    store.addCounts([count()]),
  ];
  for (const answer of await Promise.allSettled(calls)) {
    expect(answer).toMatchObject({ status: "rejected", reason: { outage: true } });
  }
  expect(begins() - before).toBe(1);
  other.close();
  await store.issue([order(ids[0] ?? "", ["a"])]);
  expect(await store.readSpend(["a"])).toMatchObject([{ heldMicros: 100 }]);
});

test("of calls that share a commit, one that cannot be stored fails alone", async () => {
  const { store, db } = await openCounted();
  refuse(db, "deliveries", ids[5] ?? "");
  const answers = await Promise.allSettled(ids.map((id) => store.issue([order(id, ["a"])])));
  const failed = answers.flatMap((answer, n) => (answer.status === "rejected" ? [[n, answer.reason]] : []));
  expect(failed).toEqual([[5, expect.any(StoreDataError)]]);
  expect((await store.readSpend(["a"]))[0]?.heldMicros).toBe(6_300);
  await expectBooks(store);
});

test("a batch of orders that fails half-way leaves nothing behind", async () => {
  const { store, db } = await openCounted();
  refuse(db, "deliveries", ids[40] ?? "");
  await expect(store.issue(ids.map((id) => order(id, ["a"])))).rejects.toThrow(StoreDataError);
  expect(await store.findDeliveries(ids)).toEqual(Array(64).fill(undefined));
  expect(await store.readSpend(["a"])).toMatchObject([{ spentMicros: 0, heldMicros: 0 }]);
});

test("a batch of events that fails half-way charges nothing, and can be repeated", async () => {
  const { store, db } = await openCounted();
  await store.issue(ids.map((id) => order(id, ["a"])));
  refuse(db, "charges", ids[40] ?? "");
  await expect(store.record(ids.map(click))).rejects.toThrow(StoreDataError);
  expect(await store.readSpend(["a"])).toMatchObject([{ spentMicros: 0, heldMicros: 6_400 }]);
  db.script("DROP TRIGGER no_row");
  expect(await store.record(ids.map(click))).toMatchObject(
    ids.map(() => ({ outcome: "recorded", charged: true })),
  );
  expect(await expectBooks(store)).toBe(6_400);
});

test("a reader without pause sees a write happen", async () => {
  const { store } = await openCounted();
  const issued = store.issue([order(ids[0] ?? "", ["a"])]);
  for (let found = false; !found; ) found = (await store.findDeliveries(ids.slice(0, 1)))[0] !== undefined;
  expect(await issued).toMatchObject([{ outcome: "issued" }]);
});

test("calls before the close are stored, and later ones are refused as an outage", async () => {
  const { store, db, close } = await openCounted();
  const before = store.issue([order(ids[0] ?? "", ["a"])]);
  opened = undefined;
  await close();
  expect(await before).toMatchObject([{ outcome: "issued" }]);
  await expect(store.issue([order(ids[1] ?? "", ["a"])])).rejects.toThrow(StoreUnavailable);
  await expect(store.readSpend(["a"])).rejects.toThrow(StoreUnavailable);
  expect(() => db.all("SELECT 1")).toThrow();
});

test("no charge can be changed or removed, not even with SQL", async () => {
  const { store, db } = await openCounted();
  await store.issue([order(ids[0] ?? "", ["a"])]);
  await store.record([click(ids[0] ?? "")]);
  expect(() => db.script("UPDATE charges SET price_micros = price_micros")).toThrow("only ever added");
  expect(() => db.script("DELETE FROM charges")).toThrow("only ever added");
});
