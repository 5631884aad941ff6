import { afterEach, describe, expect, it } from "vitest";
import { StoreUnavailable } from "../../adapters/kit/errors.ts";
import { openPlaced } from "../../adapters/placed/mod.ts";
import { createHandbill, type Handbill } from "../../core/handbill.ts";
import { createApiKey } from "../../core/signing/api-key.ts";
import { createDeliveryId, placeOfDelivery } from "../../core/signing/delivery-id.ts";
import { systemRandom } from "../../core/signing/random.ts";
import type { Store } from "../../core/storage/store.ts";
import { createTestClock, type TestClock } from "../conformance/clock.ts";
import { apiKey, campaign, order, press, seen } from "../conformance/fixtures.ts";
import { issued } from "../conformance/world.ts";
import { change, instanceOn, memoryStores, type Stores, withEveryCall } from "./open-on.ts";

const secret = "a signing secret of at least 32 letters";
const key = createApiKey("live", systemRandom);

const open: Handbill[] = [];
// Its timer would go on in the tests after these.
afterEach(async () => {
  for (const handbill of open.splice(0)) await handbill.close().catch(() => undefined);
});

interface Served {
  readonly handbill: Handbill;
  readonly clock: TestClock;
  readonly stores: Stores;
  readonly store: Store;
  /** The calls of each store, home first, since the last look. */
  readonly calls: () => readonly (readonly string[])[];
  /** The places that cannot be reached. */
  readonly away: Set<number>;
}

/** An ad server whose campaigns a, b and c lie on places 1, 2 and 3. */
async function serve(): Promise<Served> {
  const clock = createTestClock();
  const stores = memoryStores(clock.now);
  const away = new Set<number>();
  let calls: string[][] = [[], [], [], []];
  const store = instanceOn(stores, (one, place) =>
    withEveryCall(one, async (name) => {
      calls[place]?.push(name);
      if (away.has(place)) throw new StoreUnavailable("This place is away.");
    }),
  );
  for (const id of ["a", "b", "c"]) await change(store, [campaign(id, { totalBudgetMicros: 1_000_000 })]);
  await store.addApiKey(apiKey(key.id, 0, { hash: key.hash }));
  const handbill = createHandbill({
    store,
    clock: clock.now,
    log: () => {},
    baseUrl: "https://ads.example",
    secrets: [secret],
    trafficRules: { unprovenHolds: false },
    health: true,
  });
  open.push(handbill);
  const taken = (): readonly (readonly string[])[] => {
    const before = calls;
    calls = [[], [], [], []];
    return before;
  };
  return { handbill, clock, stores, store, calls: taken, away };
}

interface Ad {
  readonly delivery_id: string;
  readonly view: string;
}

let users = 0;

async function ask(handbill: Handbill, path: string, body: object): Promise<Response> {
  return handbill.fetch(
    new Request(`https://ads.example/api/v1/web/${path}`, {
      method: "POST",
      body: JSON.stringify({ platform_id: "pf_one", ...body }),
      headers: { "content-type": "application/json", authorization: `Bearer ${key.key}` },
    }),
  );
}

/** An ad for a new user; `null` for none. */
async function anAd({ handbill }: Served): Promise<{ ad: Ad | null; user: string; status: number }> {
  users += 1;
  const user = `user-${users}`;
  const response = await ask(handbill, "ads", { stable_user_id: user });
  const body: { ad?: Ad | null } = await response.json();
  return { ad: body.ad ?? null, user, status: response.status };
}

describe("an ad server over three places", () => {
  it("names the place of an ad in its id, and calls no other about it", async () => {
    const served = await serve();
    const places = new Set<number>();
    for (let n = 0; n < 20; n++) {
      const { ad, user } = await anAd(served);
      const id = ad?.delivery_id ?? "";
      served.clock.advance(1_000);
      served.calls();
      const answer = await ask(served.handbill, "seen", {
        stable_user_id: user,
        delivery_id: id,
        view: ad?.view,
      });
      expect(answer.status).toBe(200);
      const writers = served.calls().flatMap((names, place) => (names.includes("record") ? [place] : []));
      expect(writers).toEqual([placeOfDelivery(id)]);
      places.add(placeOfDelivery(id));
    }
    expect([...places].sort()).toEqual([1, 2, 3]);
    const { campaigns, advertiserMicros } = await served.store.auditLedger();
    expect(campaigns.reduce((sum, { charges }) => sum + charges, 0)).toBe(20);
    expect(advertiserMicros).toBe(2_000);
  });

  it("serves the campaigns of the others while a place is away, and its own when it is back", async () => {
    const served = await serve();
    const { away, clock, handbill } = served;
    const placesOf = async (n: number): Promise<readonly number[]> => {
      const found = new Set<number>();
      for (let asked = 0; asked < n; asked++) {
        const { ad, status } = await anAd(served);
        expect([status, ad === null]).toEqual([200, false]);
        found.add(placeOfDelivery(ad?.delivery_id ?? ""));
      }
      return [...found].sort();
    };
    expect(await placesOf(30)).toEqual([1, 2, 3]);
    away.add(2);
    // From the first request on: an order that a place does not take goes on with the others.
    expect(await placesOf(30)).toEqual([1, 3]);
    clock.advance(3_000);
    served.calls();
    expect(await placesOf(30)).toEqual([1, 3]);
    expect(served.calls()[2]).not.toContain("issue");
    const ready = await handbill.fetch(new Request("https://ads.example/readyz"));
    expect(ready.status).toBe(200);
    away.delete(2);
    clock.advance(3_000);
    await placesOf(1);
    clock.advance(3_000);
    expect(await placesOf(30)).toEqual([1, 2, 3]);
  });

  it("answers 503 to the views of a place that is away, and to no others", async () => {
    const served = await serve();
    const ads = [];
    for (let n = 0; n < 30; n++) ads.push(await anAd(served));
    served.clock.advance(1_000);
    served.away.add(2);
    const answers = await Promise.all(
      ads.map(async ({ ad, user }) => {
        const id = ad?.delivery_id ?? "";
        const { status } = await ask(served.handbill, "seen", {
          stable_user_id: user,
          delivery_id: id,
          view: ad?.view,
        });
        return [placeOfDelivery(id), status] as const;
      }),
    );
    expect(new Set(answers.map(([place, status]) => `${place} ${status}`))).toEqual(
      new Set(["1 200", "2 503", "3 200"]),
    );
  });
});

describe("the store over three places", () => {
  const clock = createTestClock();
  const idAt = (place: number): string => createDeliveryId(clock.now(), systemRandom, true, place);

  it("issues an order once, whoever repeats it at once", async () => {
    const stores = memoryStores(clock.now);
    const [first, second] = [instanceOn(stores), instanceOn(stores)];
    await change(first, [campaign("a", { totalBudgetMicros: 100 })]);
    const repeated = order(idAt(1), ["a"]);
    const outcomes = await Promise.all(
      Array.from({ length: 64 }, (_, n) => (n % 2 === 0 ? first : second).issue([repeated])),
    );
    expect(new Set(outcomes.flat().map((outcome) => issued(outcome).id)).size).toBe(1);
    expect((await first.readSpend(["a"]))[0]?.heldMicros).toBe(100);
  });

  it("finds a delivery whose id was made before there were places", async () => {
    const stores = memoryStores(clock.now);
    const store = instanceOn(stores);
    await change(store, [campaign("a"), campaign("b"), campaign("c")]);
    for (const [index, named] of [0, 1, 2, 3, 700].entries()) {
      const id = idAt(named);
      await store.issue([order(id, ["b"], { userKey: `user-${index}` })]);
      expect((await store.record([press(id)]))[0]).toMatchObject({ outcome: "recorded", charged: true });
      expect((await store.record([press(id)]))[0]).toMatchObject({ outcome: "duplicate" });
      expect((await store.findDeliveries([id]))[0]?.campaignId).toBe("b");
    }
    expect((await store.record([seen(idAt(2))]))[0]).toEqual({ outcome: "unknown" });
  });

  it("leaves the campaigns that home had before in home", async () => {
    const stores = memoryStores(clock.now);
    await change(stores.home, [campaign("old", { totalBudgetMicros: 250 })]);
    await stores.home.issue([order(createDeliveryId(clock.now(), systemRandom), ["old"])]);
    const store = instanceOn(stores);
    await change(store, [campaign("new")]);
    const outcomes = await store.issue([
      order(idAt(0), ["old"], { userKey: "user-2" }),
      order(idAt(0), ["old"], { userKey: "user-3" }),
    ]);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(["issued", "refused"]);
    expect(store.places?.of("old")).toBe(0);
    expect(store.places?.of("new")).toBeGreaterThan(0);
  });

  it("counts a user of several places once, also across pages", async () => {
    const stores = memoryStores(clock.now);
    const store = instanceOn(stores, (one) => ({
      ...one,
      // Pages of ten, so that the union needs many.
      listUniques: async (query) => (await one.listUniques(query)).slice(0, 10),
    }));
    await change(store, [campaign("a"), campaign("b"), campaign("c")]);
    const userOf = { a: 40, b: 25, c: 10 } as const;
    for (const [id, most] of Object.entries(userOf)) {
      for (let user = 0; user < most; user++) {
        const delivery = idAt(store.places?.of(id) ?? 0);
        await store.issue([order(delivery, [id], { userKey: `user-${user}` })]);
        await store.record([press(delivery)]);
      }
    }
    const ranges = [{ from: 0, to: Number.MAX_SAFE_INTEGER }];
    expect(await store.readUniques({ ranges })).toEqual([{ range: 0, n: 40 }]);
    expect(await store.readUniques({ ranges, campaignIds: ["b", "c"], by: ["platformId"] })).toEqual([
      { range: 0, platformId: "pf_one", n: 25 },
    ]);
  });

  it("lists each delivery once when the last one of a page is forgotten before the next", async () => {
    const store = instanceOn(memoryStores(clock.now));
    await change(store, [campaign("a"), campaign("b"), campaign("c")]);
    for (let n = 0; n < 9; n++) {
      const id = ["a", "b", "c"][n % 3] ?? "";
      const own = idAt(store.places?.of(id) ?? 0);
      await store.issue([order(own, [id], { userKey: `user-${n}` })]);
    }
    const query = { from: 0, to: clock.now() + 1, limit: 5 };
    const first = (await store.listDeliveries?.(query)) ?? [];
    const after = first.at(-1);
    const [found] = await store.findDeliveries([after?.id ?? ""]);
    expect(await store.forgetUser(found?.userKey ?? "")).toBe(1);
    const second = (await store.listDeliveries?.({ ...query, after })) ?? [];
    expect(new Set([...first, ...second].map(({ id }) => id)).size).toBe(9);
    expect(second).toHaveLength(4);
  });

  it("adds up charges that pass 2^53 - 1 before the adjustments of another place are taken off", async () => {
    const most = Number.MAX_SAFE_INTEGER;
    const netOf = [0, most, 2, -2];
    const store = instanceOn(memoryStores(), (one, place) => ({
      ...one,
      readCharges: async () => [
        {
          charges: 1,
          adjustments: 0,
          spentMicros: netOf[place] ?? 0,
          publisherMicros: 0,
          operatorMicros: netOf[place] ?? 0,
          adjustedMicros: 0,
          adjustedPublisherMicros: 0,
        },
      ],
    }));
    const [total] = await store.readCharges({ from: 0, to: 1, by: [], limit: 10 });
    expect(total).toMatchObject({ charges: 4, spentMicros: most, operatorMicros: most });
  });

  it("closes every store, although one cannot be closed", async () => {
    const closed: number[] = [];
    const store = instanceOn(memoryStores(clock.now), (one, place) => ({
      ...one,
      close: async () => {
        if (place === 1) throw new Error("not now");
        closed.push(place);
      },
    }));
    await expect(store.close()).rejects.toThrow("not now");
    expect(closed).toEqual([0, 2, 3]);
  });

  it("names the place of a risk", async () => {
    const risk = { message: "No commit waits.", fix: "Name a standby." };
    const store = instanceOn(memoryStores(clock.now), (one, place) =>
      place === 1 ? one : { ...one, findRisks: async () => [risk] },
    );
    expect((await store.findRisks?.())?.map(({ message }) => message)).toEqual(
      ["Home", "Place 2", "Place 3"].map((name) => `${name}: No commit waits.`),
    );
  });

  it("refuses stores that belong to other places, and says so", async () => {
    const stores = memoryStores(clock.now);
    await change(instanceOn(stores), [campaign("a")]);
    const [first, second, third] = stores.places;
    const places = [second, first, third].filter((store) => store !== undefined);
    const swapped = openPlaced({ home: stores.home, places });
    await expect(change(swapped, [campaign("b")])).rejects.toThrow(/order/);
    const stranger = memoryStores(clock.now);
    const other = openPlaced({ home: stranger.home, places: stores.places });
    await expect(change(other, [campaign("b")])).rejects.toThrow(/installation/);
    expect(() => openPlaced({ home: stores.home, places: [stores.home] })).toThrow(/2 to 64/);
  });

  it("gives a new campaign one place when two instances add it at once", async () => {
    const stores = memoryStores(clock.now);
    const [first, second] = [instanceOn(stores), instanceOn(stores)];
    await change(first, [campaign("z")]);
    await second.catalogChanges();
    const outcomes = await Promise.all([
      change(first, [campaign("x"), campaign("y")]),
      change(second, [campaign("y"), campaign("x")]),
    ]);
    expect(outcomes).toContain("applied");
    for (const id of ["x", "y"]) {
      await Promise.all([first.catalogChanges(), second.catalogChanges()]);
      expect(first.places?.of(id)).toBe(second.places?.of(id));
      const found = await Promise.all(stores.places.map((place) => place.readCatalog()));
      const holders = found.flatMap(({ catalog }, index) =>
        catalog.campaigns.some((one) => one.id === id) ? [index + 1] : [],
      );
      expect(holders).toEqual([first.places?.of(id)]);
    }
  });
});
