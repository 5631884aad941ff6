import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, expect, test } from "vitest";
import { openSqlite, StoreUnavailable } from "../../adapters/sqlite/mod.ts";
import { campaign, click, deliveryIdAt, order } from "../conformance/fixtures.ts";
import { mountSmallDisk } from "../setup/small-disk.ts";
import { storeCampaigns } from "../setup/store-campaigns.ts";
import { expectBooks } from "./expect-books.ts";
import { cleanUp, newFile } from "./temporary.ts";

afterEach(cleanUp);

test("a full disk is an outage that says so, keeps what was confirmed, and is over when there is room", async () => {
  const disk = mountSmallDisk(6);
  const file = disk === undefined ? newFile() : join(disk.folder, "handbill.db");
  try {
    const store = openSqlite({ file });
    await storeCampaigns(store, campaign("a"));
    const confirmed: string[] = [];
    const issueBatch = async (batch: number): Promise<void> => {
      const ids = Array.from({ length: 64 }, (_, n) => deliveryIdAt(batch, n));
      await store.issue(ids.map((id) => order(id, ["a"])));
      confirmed.push(...ids);
    };
    await issueBatch(0);
    if (disk === undefined) sayFull(file);
    else disk.fill();
    let outage: unknown;
    for (let batch = 1; batch < 500 && outage === undefined; batch += 1) {
      outage = await issueBatch(batch).then(
        () => undefined,
        (error: unknown) => error,
      );
    }
    expect(outage).toBeInstanceOf(StoreUnavailable);
    expect(outage).toMatchObject({ message: expect.stringContaining("The disk is full: make room on it.") });
    expect(await store.findDeliveries([confirmed.at(-1) ?? ""])).toMatchObject([{ campaignId: "a" }]);
    expect((await store.readSpend(["a"]))[0]?.heldMicros).toBe(confirmed.length * 100);

    if (disk === undefined) sayRoom(file);
    else disk.makeRoom();
    await issueBatch(1_000);
    await store.close();
    const again = openSqlite({ file });
    const charged = confirmed.slice(0, 64);
    expect(await again.record(charged.map(click))).toMatchObject(
      charged.map(() => ({ outcome: "recorded", charged: true })),
    );
    expect(await expectBooks(again)).toBe(6_400);
    await again.close();
  } finally {
    disk?.remove();
  }
});

/** Where mounting is not allowed, SQLite is made to say what it says of a full disk. */
function sayFull(file: string): void {
  const db = new DatabaseSync(file);
  db.exec(`CREATE TRIGGER full_disk BEFORE INSERT ON deliveries
    BEGIN SELECT raise(ABORT, 'database or disk is full'); END`);
  db.close();
}

function sayRoom(file: string): void {
  const db = new DatabaseSync(file);
  db.exec("DROP TRIGGER full_disk");
  db.close();
}
