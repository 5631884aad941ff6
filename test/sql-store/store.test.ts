import { describe, expect, test } from "vitest";
import { createSqlStore, isOutage, StoreDataError } from "../../adapters/kit/mod.ts";
import { campaign, choice, order, seen } from "../conformance/fixtures.ts";
import { idNamed } from "../setup/delivery-ids.ts";
import { issueAll, storeCampaigns } from "../setup/store-campaigns.ts";
import { openMemoryDatabase, sqliteDialect } from "./sqlite-dialect.ts";

describe("the SQL store", () => {
  test("is not ready before its migration, says what to do, and is ready after it", async () => {
    const store = createSqlStore(openMemoryDatabase(), sqliteDialect);
    await expect(store.ready()).rejects.toMatchObject({ outage: true, message: /call `migrate\(\)`/ });
    const step = { number: 1, name: "first_release" };
    expect(await store.planMigrations()).toEqual([{ ...step, applied: false }]);
    expect(await store.migrate()).toEqual([{ ...step, applied: true }]);
    await store.ready();
    await store.close();
  });

  test("judges time by the clock of the database", async () => {
    const store = createSqlStore(openMemoryDatabase(), sqliteDialect);
    await store.migrate();
    await storeCampaigns(store, campaign("a"));
    const before = Date.now();
    const [delivery] = await issueAll(store, [order(idNamed("now"), ["a"])]);
    expect(delivery?.issuedAt).toBeGreaterThanOrEqual(before);
    expect(delivery?.issuedAt).toBeLessThanOrEqual(Date.now());
    await store.close();
  });

  test("keeps two installations of one database apart by their prefixes", async () => {
    const database = openMemoryDatabase();
    const [one, two] = ["one_", "two_"].map((tablePrefix) =>
      createSqlStore(database, sqliteDialect, { tablePrefix }),
    );
    if (one === undefined || two === undefined) expect.fail("There are two.");
    await Promise.all([one.migrate(), two.migrate()]);
    await storeCampaigns(one, campaign("a"));
    expect((await two.readCatalog()).catalog.campaigns).toEqual([]);
    expect((await two.catalogChanges((await one.readCatalog()).version)).delta?.reload).toBe(true);
    await one.close();
  });

  test("runs a transaction again after a conflict, and only then", async () => {
    const database = openMemoryDatabase();
    let failures = 2;
    const conflict = new Error("a deadlock");
    const flaky = {
      ...database,
      transaction: async <T>(work: Parameters<typeof database.transaction<T>>[0]): Promise<T> => {
        failures -= 1;
        if (failures >= 0) throw conflict;
        return database.transaction(work);
      },
    };
    const dialect = {
      ...sqliteDialect,
      faultOf: (error: unknown) => (error === conflict ? "conflict" : sqliteDialect.faultOf(error)),
    } as const;
    const store = createSqlStore(flaky, dialect);
    await store.migrate();
    expect(failures).toBeLessThan(0);
    failures = 1_000;
    const failure = await store
      .addApiKey({
        id: "k",
        publisherId: "p",
        mode: "live",
        label: "",
        hash: "",
        createdAt: 1,
      })
      .catch((error: unknown) => error);
    expect(isOutage(failure)).toBe(true);
    await store.close();
  });

  test("a value that no column takes fails its batch as a data error, and leaves nothing of it", async () => {
    const store = createSqlStore(openMemoryDatabase(), sqliteDialect);
    await store.migrate();
    await storeCampaigns(store, campaign("a"));
    const [good, bad] = [idNamed("good"), idNamed("bad")];
    const orders = [order(good, ["a"]), order(bad, [choice("a", 100, { publisherMicros: 1_000_000 })])];
    await expect(store.issue(orders)).rejects.toBeInstanceOf(StoreDataError);
    expect(await store.findDeliveries([good, bad])).toEqual([undefined, undefined]);
    expect(await store.record([seen(good)])).toEqual([{ outcome: "unknown" }]);
    await store.close();
  });

  test("reads integers as a driver returns them, and no inexact ones", async () => {
    const database = openMemoryDatabase();
    let asDriver = (value: number): unknown => String(value);
    const store = createSqlStore(
      {
        ...database,
        all: async (sql, values) =>
          (await database.all(sql, values)).map((row) =>
            Object.fromEntries(
              Object.entries(row).map(([name, value]) => [
                name,
                typeof value === "number" ? asDriver(value) : value,
              ]),
            ),
          ),
      },
      sqliteDialect,
    );
    await store.migrate();
    await storeCampaigns(store, campaign("a", { totalBudgetMicros: Number.MAX_SAFE_INTEGER }));
    await issueAll(store, [order(idNamed("text"), [choice("a", Number.MAX_SAFE_INTEGER)])]);
    for (const exact of [String, BigInt]) {
      asDriver = exact;
      const [spend] = await store.readSpend(["a"]);
      expect(spend?.heldMicros).toBe(Number.MAX_SAFE_INTEGER);
    }
    asDriver = (value) => String(BigInt(value) + 2n ** 53n);
    await expect(store.readSpend(["a"])).rejects.toThrow("2^53 - 1 micro-units");
    await store.close();
  });
});
