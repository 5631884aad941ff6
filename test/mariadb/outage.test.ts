import { afterAll, beforeAll, expect, test } from "vitest";
import { isOutage, type Store, StoreDataError } from "../../adapters/kit/mod.ts";
import { campaign, click, deliveryIdAt, order } from "../conformance/fixtures.ts";
import { openMariadb } from "../examples/mariadb.ts";
import { type MariadbServer, startMariadbServer } from "../setup/mariadb-server.ts";
import { issueAll, storeCampaigns } from "../setup/store-campaigns.ts";

let server: MariadbServer;
let store: Store;
let made = 0;

beforeAll(async () => {
  server = await startMariadbServer();
  const { socketPath, user } = server;
  store = openMariadb({ socketPath, user, database: "mysql" });
  await store.migrate();
  await storeCampaigns(store, campaign("a"));
});
afterAll(async () => {
  await store.close();
  await server.stop();
});

function newId(): string {
  made += 1;
  return deliveryIdAt(Date.now(), made);
}

test("time is that of the server, in UTC", async () => {
  const before = Date.now();
  const [delivery] = await issueAll(store, [order(newId(), ["a"])]);
  expect(delivery?.issuedAt).toBeGreaterThanOrEqual(before);
  expect(delivery?.issuedAt).toBeLessThanOrEqual(Date.now());
});

test("a text that is too long for its column is a data error", async () => {
  const failure = store.issue([order(newId(), ["a"], { placement: "x".repeat(257) })]);
  await expect(failure).rejects.toBeInstanceOf(StoreDataError);
});

test("what was confirmed survives kill -9 of the server, and the store returns by itself", async () => {
  const issued: string[] = [];
  const clicked: string[] = [];
  const failures: unknown[] = [];
  const shop = async (): Promise<void> => {
    while (failures.length === 0) {
      const id = newId();
      await issueAll(store, [order(id, ["a"])]);
      issued.push(id);
      const [outcome] = await store.record([click(id)]);
      if (outcome?.outcome === "recorded") clicked.push(id);
      if (clicked.length === 100) await server.kill9();
    }
  };
  await Promise.all(
    Array.from({ length: 8 }, () => shop().catch((error: unknown) => void failures.push(error))),
  );
  expect(failures.filter((error) => !isOutage(error))).toEqual([]);
  await expect(store.readSpend(["a"])).rejects.toMatchObject({ outage: true });

  await server.restart();
  const found = [];
  for (let first = 0; first < issued.length; first += 512) {
    found.push(...(await store.findDeliveries(issued.slice(first, first + 512))));
  }
  expect(found.filter((delivery) => delivery === undefined)).toEqual([]);
  const charged = found.flatMap((delivery) => (delivery?.chargedAt === undefined ? [] : [delivery.id]));
  expect(clicked.filter((id) => !charged.includes(id))).toEqual([]);
  const { campaigns } = await store.auditLedger();
  for (const { usedMicros, chargedMicros, heldMicros, openMicros, daysOutOfBalance } of campaigns) {
    expect([chargedMicros, openMicros, daysOutOfBalance]).toEqual([usedMicros, heldMicros, []]);
  }
});
