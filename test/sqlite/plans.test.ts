import { afterEach, expect, test } from "vitest";
import { checkedRetention } from "../../adapters/kit/retention.ts";
import type { SqlRow, SqlValue } from "../../adapters/kit/sql/dialect.ts";
import { textOf } from "../../adapters/kit/stored-values.ts";
import { type Database, openDatabase } from "../../adapters/sqlite/database.ts";
import { createGroupCommit } from "../../adapters/sqlite/group-commit.ts";
import { migrate } from "../../adapters/sqlite/migrate.ts";
import { storeOn } from "../../adapters/sqlite/store.ts";
import type { Store } from "../../core/storage/store.ts";
import { campaign, click, deliveryIdAt, order, press, seen } from "../conformance/fixtures.ts";
import { storeCampaigns } from "../setup/store-campaigns.ts";
import { cleanUp, newFile } from "./temporary.ts";

const start = Date.UTC(2026, 2, 5, 12);
const hourMs = 3_600_000;

afterEach(cleanUp);

/** A store, and how SQLite carries out what it asks from now on: the steps of all plans that read a whole table. */
async function openExplained(): Promise<{
  readonly store: Store;
  readonly scans: () => readonly string[];
  /** Indexes that were looked into. */
  readonly indexes: () => readonly string[];
}> {
  const file = newFile();
  const real = openDatabase(file);
  migrate(real, file);
  const scans = new Set<string>();
  const indexes = new Set<string>();
  const explain = (sql: string, values?: readonly SqlValue[]): void => {
    if (/^(BEGIN|COMMIT|ROLLBACK)/.test(sql)) return;
    for (const row of real.all(`EXPLAIN QUERY PLAN ${sql}`, values)) note(sql, row);
  };
  // One row is read whole; the requested ids are a list in the statement.
  const note = (sql: string, row: SqlRow): void => {
    const step = textOf(row["detail"]);
    indexes.add(/ INDEX (\w+)/.exec(step)?.[1] ?? "");
    if (
      step.startsWith("SCAN") &&
      !/^SCAN (catalog_state|movements|s$|CONSTANT ROW|\(subquery|\d+-ROW VALUES)/.test(step)
    ) {
      scans.add(`${step}: ${sql}`);
    }
  };
  const explained =
    <Answer>(run: (sql: string, values?: readonly SqlValue[]) => Answer) =>
    (sql: string, values?: readonly SqlValue[]): Answer => {
      explain(sql, values);
      return run(sql, values);
    };
  const db: Database = {
    ...real,
    all: explained(real.all),
    get: explained(real.get),
    run: explained(real.run),
  };
  const store = storeOn(db, createGroupCommit(db), () => start, checkedRetention(90 * 24 * hourMs));
  return { store, scans: () => [...scans], indexes: () => [...indexes] };
}

test("no request and no maintenance reads a growing table whole", async () => {
  const { store, scans, indexes } = await openExplained();
  await storeCampaigns(
    store,
    campaign("a", { frequencyCap: { impressions: 2, window: hourMs } }),
    campaign("b", { frequencyCap: { impressions: 2, window: "day" }, totalBudgetMicros: 1_000 }),
  );
  const { version } = await store.readCatalog();
  const before = scans();
  const ids = Array.from({ length: 4 }, (_, n) => deliveryIdAt(start, n));
  await store.issue(ids.map((id, n) => order(id, n % 2 === 0 ? ["a", "b"] : ["b", "a"], { network: "n1" })));
  await store.record([click(ids[0] ?? ""), press(ids[1] ?? ""), seen(ids[2] ?? "")]);
  await store.findDeliveries(ids);
  await store.readSpend(["a", "b"]);
  await store.readCreatives(["version"]);
  await store.catalogChanges(version);
  await store.releaseExpired(512);
  await store.claimWebhookMessages(10, 1_000);
  await store.forgetUser("somebody");
  const range = { from: start - hourMs, to: start };
  const ofOwners = { publisherIds: ["acme"], advertisers: ["Tea"], apiKeyIds: ["KEY00001"] };
  for (const filter of [{}, { platformIds: ["pf_one"] }, ofOwners]) {
    await store.readRecentDeliveries({ limit: 10, ...filter });
    await store.readUniques({ ranges: [range], ...filter });
    await store.readUniques({ ranges: [range], of: "networks", ...filter });
    await store.readUniques({ ranges: [range], by: ["publisherId", "platformId", "apiKeyId"], ...filter });
    await store.readCharges({ ...range, by: ["campaignId", "publisherId", "hour"], limit: 10, ...filter });
    await store.readCounts({ ...range, metrics: ["request"], by: ["hour"], limit: 10, ...filter });
  }
  await store.readRemoved([{ kind: "platform", id: "pf_one" }]);
  await store.readAudit({ limit: 10, before: 100, publisherId: "publisher-1" });
  await store.catalogChanges(`${version.split(".")[0]}.0`);
  expect(scans().filter((scan) => !before.includes(scan))).toEqual([]);
  expect(indexes()).toEqual(
    expect.arrayContaining([
      "deliveries_1",
      "deliveries_2",
      "deliveries_4",
      "deliveries_5",
      "deliveries_6",
      "charges_1",
      "entities_1",
      "webhook_messages_1",
    ]),
  );
  await store.close();
});
