import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestClock } from "../conformance/clock.ts";
import { campaign, choice, deliveryIdAt, order } from "../conformance/fixtures.ts";
import { issueAll, storeCampaigns } from "../setup/store-campaigns.ts";
import { type Backend, startBackend } from "./backend.ts";

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

test("the recent deliveries of an owner are found however many others have since, in requests that stay small", async () => {
  const clock = createTestClock();
  const prefix = backend.newPrefix();
  const store = backend.openStore({ prefix, clock: clock.now });
  await storeCampaigns(store, campaign("a", { priceMicros: 0 }), campaign("b", { priceMicros: 0 }));
  const first = clock.now();
  const id = (n: number): string => deliveryIdAt(first, n);
  const wish = (campaignId: string, advertiser: string) => [choice(campaignId, 0, { advertiser })];
  const few = { publisherId: "few", platformId: "pf_few", apiKeyId: "KEYfew00", userKey: "user-0" };
  await issueAll(store, [order(id(0), wish("b", "Few"), few)]);
  clock.advance(1);
  await issueAll(store, [order(id(1), wish("a", "Many"), { ...few, publisherId: "many" })]);
  const many = { publisherId: "many", platformId: "pf_many", apiKeyId: "KEYmany0" };
  for (let n = 2; n < 5_002; n += 500) {
    clock.advance(1);
    await issueAll(
      store,
      Array.from({ length: 500 }, (_, k) =>
        order(id(n + k), wish("a", "Many"), { ...many, userKey: `user-${k}` }),
      ),
    );
  }
  const asked = [
    { publisherIds: ["few"] },
    { publisherIds: ["few", "nobody"], platformIds: ["pf_few", "pf_many"] },
    { advertisers: ["Few"] },
    { apiKeyIds: ["KEYfew00"], campaignIds: ["b"] },
    { campaignIds: ["b"] },
  ];
  for (const filter of asked) {
    backend.bridge.forget();
    const found = await store.readRecentDeliveries({ limit: 512, ...filter });
    expect([filter, found.map((one) => one.id)]).toEqual([filter, [id(0)]]);
    expect(backend.bridge.commands.length).toBeLessThan(10);
  }
  const ofMany = await store.readRecentDeliveries({ limit: 512, publisherIds: ["many"] });
  expect(ofMany.length).toBe(512);
  expect(ofMany.every(({ issuedAt }) => issuedAt >= clock.now() - 1)).toBe(true);
  const moved = { publisherIds: ["many"], platformIds: ["pf_few"] };
  expect((await store.readRecentDeliveries({ limit: 9, ...moved })).map((one) => one.id)).toEqual([id(1)]);

  // Nothing is kept for longer than it is recent.
  clock.advance(3_600_001);
  await issueAll(store, [order(id(6_000), wish("a", "Many"), { ...many, userKey: "user-0" })]);
  for (const list of ["recent", "recent:pf_many"]) {
    expect(await backend.bridge.redis("ZCARD", `{${prefix}}:${list}`)).toBe(1);
  }
});
