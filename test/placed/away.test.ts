import { afterEach, describe, expect, it, vi } from "vitest";
import { StoreUnavailable } from "../../adapters/kit/errors.ts";
import { openPlaced } from "../../adapters/placed/mod.ts";
import { createInstallation, type Installation } from "../../core/management/mod.ts";
import { createDeliveryId } from "../../core/signing/delivery-id.ts";
import { systemRandom } from "../../core/signing/random.ts";
import type { AuditEntry } from "../../core/storage/audit-store.ts";
import type { Store } from "../../core/storage/store.ts";
import { createTestClock } from "../conformance/clock.ts";
import { campaign, creativeVersion, order, press, seen } from "../conformance/fixtures.ts";
import { change, instanceOn, memoryStores, type Stores, withEveryCall } from "./open-on.ts";

const clock = createTestClock();
const operatorToken = "operator-token-of-the-tests-0123456789";
const idAt = (place: number): string => createDeliveryId(clock.now(), systemRandom, true, place);

const open: Installation[] = [];
// Its timer would go on in the tests after these.
afterEach(async () => {
  for (const installation of open.splice(0)) await installation.close().catch(() => undefined);
});

interface World {
  readonly stores: Stores;
  readonly store: Store;
  /** The places that cannot be reached. */
  readonly away: Set<number>;
}

/** Campaigns a, b and c of their own advertisers on places 1, 2 and 3. */
async function world(): Promise<World> {
  const stores = memoryStores(clock.now);
  const away = new Set<number>();
  const store = instanceOn(stores, (one, place) =>
    withEveryCall(one, async () => {
      if (away.has(place)) throw new StoreUnavailable("This place is away.");
    }),
  );
  for (const id of ["a", "b", "c"]) {
    await change(store, [campaign(id, { totalBudgetMicros: 1_000_000, advertiser: `Owner ${id}` })]);
  }
  return { stores, store, away };
}

interface Reply {
  readonly status: number;
  readonly body: unknown;
}

/** Calls the management API as the operator, or as an advertiser. */
function managed(
  store: Store,
): (method: string, path: string, body?: object, advertiser?: string) => Promise<Reply> {
  const installation = createInstallation({
    store,
    clock: clock.now,
    log: () => {},
    baseUrl: "https://ads.example",
    secrets: ["a signing secret of at least 32 letters"],
    operatorTokens: [operatorToken],
    authorize: async (request) => {
      const advertiser = request.header("x-advertiser");
      return advertiser === undefined ? undefined : { role: "advertiser", name: "somebody", advertiser };
    },
  });
  open.push(installation);
  return async (method, path, body, advertiser) => {
    const caller =
      advertiser === undefined
        ? { authorization: `Bearer ${operatorToken}` }
        : { "x-advertiser": advertiser };
    const response = await installation.fetch(
      new Request(`https://ads.example/api/v1/manage${path}`, {
        method,
        headers: { ...caller, "content-type": "application/json", "if-match": "*" },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );
    const text = await response.text();
    return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
  };
}

describe("while a place is away", () => {
  it("nobody can take over one of its campaigns", async () => {
    const { store, stores, away } = await world();
    const call = managed(store);
    await call("GET", "/campaigns");
    away.add(1);
    const own = campaign("a", { advertiser: "Owner b", totalBudgetMicros: 5_000_000 });
    const { id, name, priceMicros, totalBudgetMicros } = own;
    const wanted = { id, name, advertiser: "Owner b", priceMicros, totalBudgetMicros };
    expect((await call("POST", "/campaigns", wanted, "Owner b")).status).toBe(409);
    const { campaigns } = (await stores.home.readCatalog()).catalog;
    expect(campaigns.find((one) => one.id === "a")).toMatchObject({ advertiser: "Owner a" });
  });

  it("the management API answers for its campaigns, and their pause gets 503", async () => {
    const { store, away } = await world();
    const call = managed(store);
    expect(
      (await call("POST", "/topics", { id: "t1", name: "Topic", phrases: { en: ["cheap flights"] } })).status,
    ).toBe(201);
    await change(store, [
      campaign("a", { advertiser: "Owner a", totalBudgetMicros: 1_000_000, topics: ["t1"] }),
    ]);
    const before = await call("GET", "/catalog");
    away.add(1);
    expect(await call("GET", "/catalog")).toEqual(before);
    expect((await call("GET", "/campaigns/a")).status).toBe(200);
    expect((await call("DELETE", "/topics/t1")).status).toBe(409);
    // Nobody knows whether the place would go on with it.
    expect((await call("POST", "/campaigns/a/pause")).status).toBe(503);
    expect((await call("POST", "/campaigns/b/pause")).status).toBe(200);
    const creative = await call("GET", "/creatives/cr-a");
    expect(creative.status).toBe(200);
    away.delete(1);
    expect((await call("POST", "/campaigns/a/pause")).status).toBe(200);
  });

  it("the explanation of a request says why its campaigns are not shown", async () => {
    const { store, away } = await world();
    const call = managed(store);
    const passedOver = async (): Promise<unknown> => {
      const { body } = await call("POST", "/explain", { platform_id: "pf_one" });
      return body;
    };
    expect(await passedOver()).toMatchObject({ passedOver: [] });
    away.add(1);
    expect(await passedOver()).toMatchObject({
      passedOver: [{ reason: "away", campaigns: 1, campaignIds: ["a"] }],
    });
    away.delete(1);
    expect(await passedOver()).toMatchObject({ passedOver: [] });
  });

  it("an unknown delivery id rejects no known one of another place", async () => {
    const { store, away } = await world();
    const place = store.places?.of("b") ?? 0;
    const [known, unknown] = [idAt(place), idAt(place)];
    await store.issue([order(known, ["b"])]);
    clock.advance(2_000);
    away.add(1);
    const found = await store.findDeliveries([known, unknown]);
    expect(found.map((delivery) => delivery?.campaignId)).toEqual(["b", undefined]);
    const recorded = await store.record([press(known), seen(unknown)]);
    expect(recorded).toMatchObject([{ outcome: "recorded", charged: true }, { outcome: "unknown" }]);
  });

  it("an order that repeats an id is not issued again", async () => {
    const { store, away } = await world();
    const id = idAt(store.places?.of("b") ?? 0);
    expect((await store.issue([order(id, ["a"])]))[0]).toMatchObject({ outcome: "issued" });
    away.add(store.places?.of("a") ?? 0);
    await expect(store.issue([order(id, ["c"])])).rejects.toThrow(StoreUnavailable);
  });

  const entry: AuditEntry = {
    actor: "operator",
    action: "forget",
    kind: "user",
    entityId: "pf_one",
    publisherId: "pub-1",
    changes: "{}",
  };

  it("a person is forgotten at home together with the entry", async () => {
    const stores = memoryStores(clock.now);
    await change(stores.home, [campaign("old")]);
    let fails = false;
    const store = instanceOn(stores, (one, place) =>
      withEveryCall(one, async (name) => {
        if (fails && place === 0 && name !== "forgetUser") throw new StoreUnavailable("Home went away.");
      }),
    );
    const id = idAt(0);
    await store.issue([order(id, ["old"], { userKey: "person" })]);
    fails = true;
    await store.forgetUser("person", entry).catch(() => undefined);
    fails = false;
    await store.forgetUser("person", entry);
    expect((await store.findDeliveries([id]))[0]).toBeUndefined();
    const audit = await store.readAudit({ limit: 10 });
    expect(audit.filter(({ kind }) => kind === "user")).toMatchObject([entry]);
  });

  it("a person is forgotten at the others, and that is noted", async () => {
    const { store, away } = await world();
    const id = idAt(store.places?.of("a") ?? 0);
    await store.issue([order(id, ["a"], { userKey: "person" })]);
    away.add(store.places?.of("a") === 1 ? 3 : 1);
    const noted = async () => (await store.readAudit({ limit: 10 })).filter(({ kind }) => kind === "user");
    await expect(store.forgetUser("person", entry)).rejects.toThrow(StoreUnavailable);
    expect((await store.findDeliveries([id]))[0]).toBeUndefined();
    expect(await noted()).toMatchObject([entry]);
    away.clear();
    expect(await store.forgetUser("person", entry)).toBe(0);
    expect(await noted()).toHaveLength(1);
    away.add(0);
    await expect(store.forgetUser("person", entry)).rejects.toThrow(StoreUnavailable);
  });

  it("a replaced creative of another place is found, and one that may lie there is an outage", async () => {
    const { store, stores, away } = await world();
    const place = stores.places[(store.places?.of("b") ?? 0) - 1];
    const replaced = { ...creativeVersion("b"), versionId: "replaced" };
    if (place !== undefined)
      place.readCreatives = async (ids) => ids.map((id) => (id === "replaced" ? replaced : undefined));
    away.add(store.places?.of("a") ?? 0);
    expect(await store.readCreatives(["replaced"])).toEqual([replaced]);
    await expect(store.readCreatives(["replaced", "nowhere"])).rejects.toThrow(/Place 1/);
    away.clear();
    await store.catalogChanges();
    expect(await store.readCreatives(["nowhere"])).toEqual([undefined]);
  });
});

describe("a store that is slow", () => {
  it("is waited for if it is home", async () => {
    const stores = memoryStores(clock.now);
    await change(instanceOn(stores), [campaign("a")]);
    const slow = withEveryCall(stores.home, (name) =>
      name === "catalogChanges" ? new Promise((resolve) => setTimeout(resolve, 50)) : Promise.resolve(),
    );
    const store = openPlaced({ home: slow, places: stores.places, awayAfterMs: 1 });
    expect((await store.catalogChanges()).delta?.campaigns).toHaveLength(1);
  });

  it("is asked once for what its reader did not wait for, if it is a place", async () => {
    const stores = memoryStores(clock.now);
    await change(instanceOn(stores), [campaign("a")]);
    const gate = Promise.withResolvers<void>();
    let whole = 0;
    const places = stores.places.map(
      (place, index): Store =>
        index > 0
          ? place
          : {
              ...place,
              catalogChanges: async (since) => {
                if (since === undefined) {
                  whole += 1;
                  await gate.promise;
                }
                return place.catalogChanges(since);
              },
            },
    );
    const store = openPlaced({ home: stores.home, places, awayAfterMs: 20 });
    const isAway = async (): Promise<boolean> => {
      await store.catalogChanges();
      return store.places?.away().has(1) ?? true;
    };
    expect([await isAway(), await isAway()]).toEqual([true, true]);
    gate.resolve();
    await expect.poll(isAway).toBe(false);
    expect(whole).toBe(1);
  });
});

describe("places that hang", () => {
  const awayAfterMs = 1_000;
  const forever = (): Promise<never> => new Promise(() => {});
  afterEach(() => {
    vi.useRealTimers();
  });

  /** The answer, and after how many milliseconds it came. */
  const timed = async <T>(work: Promise<T>): Promise<readonly [T, ms: number]> => {
    let ms: number | undefined;
    const begun = performance.now();
    const done = work.finally(() => {
      ms = performance.now() - begun;
    });
    while (ms === undefined) await vi.advanceTimersByTimeAsync(awayAfterMs / 20);
    return [await done, ms];
  };

  it("keep a new instance waiting for as long as one of them", async () => {
    const { home, places } = memoryStores(clock.now);
    const hanging = memoryStores(clock.now).places;
    const all = [...places, ...hanging, ...memoryStores(clock.now).places];
    const ids = Array.from({ length: all.length }, (_, n) => `c${n}`);
    await change(
      openPlaced({ home, places: all }),
      ids.map((id) => campaign(id)),
    );
    vi.useFakeTimers();
    const store = openPlaced({
      home,
      places: all.map((place, index) => (index < places.length ? place : withEveryCall(place, forever))),
    });
    const serve = async (): Promise<unknown> => {
      await store.catalogChanges();
      await store.readSpend(ids);
      return (await store.issue([order(idAt(1), ["c0"])]))[0]?.outcome;
    };
    const [outcome, ms] = await timed(serve());
    expect(outcome).toBe("issued");
    expect(ms).toBeLessThanOrEqual(awayAfterMs);
  });

  it("refuse an order after that time, when they hung since the last reading", async () => {
    const stores = memoryStores(clock.now);
    const hanging = new Set<number>();
    const store = instanceOn(stores, (one, place) =>
      withEveryCall(one, async () => {
        if (hanging.has(place)) await forever();
      }),
    );
    for (const id of ["a", "b"]) await change(store, [campaign(id)]);
    const [a, b] = ["a", "b"].map((id) => store.places?.of(id) ?? 0);
    hanging.add(a ?? 0);
    vi.useFakeTimers();
    const orders = [order(idAt(a ?? 0), ["a"]), order(idAt(b ?? 0), ["b"])];
    const [outcomes, ms] = await timed(store.issue(orders));
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(["refused", "issued"]);
    expect(ms).toBeLessThanOrEqual(awayAfterMs);
  });
});

describe("a change that home refuses", () => {
  it("leaves no place of its new campaigns behind, so that no budget is spent twice", async () => {
    const stores = memoryStores(clock.now);
    const [first, second] = [instanceOn(stores), instanceOn(stores)];
    const c = campaign("c", { totalBudgetMicros: 100 });
    const spend = async (store: Store): Promise<string | undefined> => {
      const id = idAt(store.places?.of("c") ?? 0);
      const [outcome] = await store.issue([order(id, ["c"])]);
      if (outcome?.outcome === "issued") await store.record([press(id)]);
      return outcome?.outcome;
    };
    await change(first, [campaign("x", { totalBudgetMicros: 1_000 })]);
    await first.issue([order(idAt(first.places?.of("x") ?? 0), ["x"])]);
    expect(await change(first, [campaign("x", { totalBudgetMicros: 50 }), c])).toBe("budget_below_floor");
    // Another instance chooses another place for it.
    await change(second, [campaign("d")]);
    await change(second, [c]);
    expect(await spend(second)).toBe("issued");
    await change(
      second,
      [],
      [
        { kind: "creative", id: "cr-c" },
        { kind: "campaign", id: "c" },
      ],
    );
    await change(first, [c]);
    expect(first.places?.of("c")).toBe(second.places?.of("c"));
    expect(await spend(first)).toBe("refused");
  });
});

it("deliveries are kept until they are exported only if every store keeps them", () => {
  const { home, places } = memoryStores(clock.now);
  const keeping = (store: Store): Store => ({
    ...store,
    retention: { ...store.retention, untilExported: true },
  });
  expect(openPlaced({ home: keeping(home), places }).retention.untilExported).toBe(false);
  const all = openPlaced({ home: keeping(home), places: places.map(keeping) });
  expect(all.retention.untilExported).toBe(true);
});
