import { afterAll, beforeAll, expect, it } from "vitest";
import { openPlaced } from "../../adapters/placed/mod.ts";
import { openPostgres, type PostgresStore } from "../../adapters/postgres/mod.ts";
import { placeOfDelivery } from "../../core/signing/delivery-id.ts";
import type { Store } from "../../core/storage/store.ts";
import { campaign } from "../conformance/fixtures.ts";
import { type PostgresServer, startPostgresServer } from "../setup/postgres-server.ts";
import { openAdClient } from "./ad-client.ts";
import { change } from "./open-on.ts";

const price = 100;
let servers: readonly PostgresServer[] = [];
let stores: readonly PostgresStore[] = [];
let store: Store;

beforeAll(async () => {
  const both = await Promise.all([startPostgresServer(), startPostgresServer()]);
  servers = both;
  // Home and the first place on one server, the second place on the other.
  const opened = await Promise.all(
    [0, 0, 1].map((server, index) => openPostgres(both[server]?.url ?? "", { schema: `place_${index}` })),
  );
  stores = opened;
  for (const one of opened) await one.migrate();
  const [home, ...places] = opened;
  if (home === undefined) throw new Error("There is no home.");
  store = openPlaced({ home, places, awayAfterMs: 5_000 });
  for (const id of ["a", "b"]) await change(store, [campaign(id, { totalBudgetMicros: 40 * price })]);
});
afterAll(async () => {
  for (const one of stores) await one.close().catch(() => undefined);
  for (const server of servers) await server.stop();
});

it("of two servers one is killed under load: the other serves on, and each view is charged once", async () => {
  const { handbill, ads, request, view } = await openAdClient(store);
  const placesOf = (list: readonly { readonly id: string }[]): ReadonlySet<number> =>
    new Set(list.map(({ id }) => placeOfDelivery(id)));
  while (placesOf(ads).size < 2) await Promise.all(Array.from({ length: 8 }, request));

  const before = ads.length;
  const under = Array.from({ length: 8 }, request);
  await servers[1]?.kill9();
  await Promise.all(under);
  // The first place has money left; nothing that is away is offered for longer than a reading of the catalogue.
  const away = ads.length;
  await expect
    .poll(async () => {
      await request();
      return ads.length - away;
    })
    .toBeGreaterThan(4);
  expect(placesOf(ads.slice(Math.max(before + 8, away)))).toEqual(new Set([1]));

  const seenAt = Date.now();
  await expect.poll(() => Date.now() - seenAt).toBeGreaterThan(1_000);
  const first = await Promise.all(ads.map(view));
  expect(new Set(first.filter((_, index) => placeOfDelivery(ads[index]?.id ?? "") === 1))).toEqual(
    new Set([200]),
  );
  expect(new Set(first.filter((_, index) => placeOfDelivery(ads[index]?.id ?? "") === 2))).toEqual(
    new Set([503]),
  );

  await servers[1]?.restart();
  for (const ad of ads) await expect.poll(() => view(ad)).toBe(200);
  await handbill.close();
  const { campaigns, advertiserMicros } = await store.auditLedger();
  expect(campaigns.reduce((sum, { charges }) => sum + charges, 0)).toBe(ads.length);
  expect(advertiserMicros).toBe(ads.length * price);
  for (const line of campaigns) {
    expect(line.usedMicros + line.heldMicros).toBeLessThanOrEqual(40 * price);
    expect(line).toMatchObject({
      usedMicros: line.chargedMicros,
      heldMicros: line.openMicros,
      daysOutOfBalance: [],
    });
  }
}, 120_000);
