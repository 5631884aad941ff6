import { describe, expect, it } from "vitest";
import type { Campaign } from "../../core/catalog/entities.ts";
import type { Store } from "../../core/storage/store.ts";
import { campaign } from "../conformance/fixtures.ts";
import { createPrng } from "../conformance/prng.ts";
import { change, instanceOn, memoryStores, type Stores, withEveryCall } from "./open-on.ts";

const all = ["a", "b", "c", "d"];

function budgets(total: number, fields: Partial<Campaign> = {}): readonly Campaign[] {
  return all.map((id) => campaign(id, { totalBudgetMicros: total, dailyBudgetMicros: total, ...fields }));
}

/** The places that let a campaign spend more than home does. */
async function violations({ home, places }: Stores): Promise<readonly string[]> {
  const agreed = new Map((await home.readCatalog()).catalog.campaigns.map((one) => [one.id, one]));
  const found: string[] = [];
  for (const [index, place] of places.entries()) {
    for (const { id, status, totalBudgetMicros: total = 0 } of (await place.readCatalog()).catalog
      .campaigns) {
      const home = agreed.get(id);
      const isMore =
        status === "active" && (home?.status !== "active" || total > (home.totalBudgetMicros ?? 0));
      if (isMore) found.push(`place ${index + 1} has ${id} with ${total}`);
    }
  }
  return found;
}

/** The campaigns of all places, as they stand there. */
async function placed({ places }: Stores): Promise<readonly unknown[]> {
  const catalogs = await Promise.all(places.map((place) => place.readCatalog()));
  const campaigns = catalogs.flatMap(({ catalog }) => catalog.campaigns);
  return campaigns.sort((one, other) => (one.id < other.id ? -1 : 1));
}

async function marks({ places }: Stores): Promise<number> {
  const catalogs = await Promise.all(places.map((place) => place.readCatalog()));
  return catalogs.flatMap(({ catalog }) => catalog.publishers).length;
}

const changes: readonly (readonly [name: string, run: (store: Store) => Promise<string>])[] = [
  ["raises budgets", (store) => change(store, budgets(2_000))],
  ["lowers budgets", (store) => change(store, budgets(500))],
  ["pauses campaigns", (store) => change(store, budgets(1_000, { status: "paused" }))],
  [
    "raises one budget and lowers another",
    (store) =>
      change(store, [
        campaign("a", { totalBudgetMicros: 3_000, dailyBudgetMicros: 3_000 }),
        campaign("b", { totalBudgetMicros: 100, dailyBudgetMicros: 100 }),
      ]),
  ],
  ["adds a campaign", (store) => change(store, [campaign("e", { totalBudgetMicros: 900 })])],
  ["removes a campaign", (store) => change(store, [], [{ kind: "campaign", id: "a" }])],
];

describe("a change that ends at any call", () => {
  it.each(changes)(
    "that %s is completed by another instance, and no budget is above home's",
    async (_, run) => {
      for (let last = 0; ; last++) {
        const stores = memoryStores();
        await change(instanceOn(stores), budgets(1_000));
        let calls = 0;
        const found: string[] = [];
        const around = (store: Store): Store =>
          withEveryCall(store, async () => {
            found.push(...(await violations(stores)));
            calls += 1;
            if (calls > last) throw new Error("This instance has crashed.");
          });
        const outcome = await run(instanceOn(stores, around)).catch(() => "crashed");
        let now = 0;
        const other = instanceOn(stores, undefined, () => now);
        await other.catalogChanges();
        now += 10_000;
        await other.catalogChanges();
        expect(found).toEqual([]);
        expect(await violations(stores)).toEqual([]);
        // The form is the same, but for the numbers of the places.
        expect(await placed(stores)).toEqual((await other.readCatalog()).catalog.campaigns);
        expect(await marks(stores)).toBe(0);
        if (calls <= last) {
          expect(outcome).toBe("applied");
          expect(calls).toBeGreaterThan(5);
          return;
        }
      }
    },
  );
});

/** Three instances change budgets at once; their calls take turns in an order that the seed decides. */
async function compete(
  seed: number,
  spoil: (store: Store, place: number) => Store,
): Promise<readonly string[]> {
  const { below } = createPrng(seed);
  const stores = memoryStores();
  await change(instanceOn(stores), budgets(1_000));
  const waiting: (() => void)[] = [];
  const found: string[] = [];
  const around = (store: Store, place: number): Store =>
    withEveryCall(spoil(store, place), () => new Promise<void>((resolve) => waiting.push(resolve)));
  const amounts = [2_000, 400, 3_000, 300, 1_500, 200];
  let running = 3;
  const work = Array.from({ length: 3 }, async (_, index) => {
    const store = instanceOn(stores, around);
    for (const amount of [amounts[index], amounts[index + 3]]) {
      while ((await change(store, budgets(amount ?? 0))) === "conflict");
    }
    running -= 1;
  });
  while (running > 0) {
    const [next] = waiting.splice(below(waiting.length || 1), 1);
    next?.();
    await new Promise((resolve) => setImmediate(resolve));
    found.push(...(await violations(stores)));
  }
  await Promise.all(work);
  const last = instanceOn(stores);
  await last.catalogChanges();
  expect(await placed(stores)).toEqual((await last.readCatalog()).catalog.campaigns);
  return found;
}

describe("three instances that change budgets at once", () => {
  it("never let a place have more than home", async () => {
    for (let seed = 1; seed <= 30; seed++)
      expect(await compete(seed, (store) => store), `seed ${seed}`).toEqual([]);
  });

  it.each([
    [
      "a place without the marks of changes under way",
      (store: Store, place: number): Store =>
        place === 0
          ? store
          : {
              ...store,
              applyCatalog: (wanted) =>
                store.applyCatalog({ ...wanted, upserts: { ...wanted.upserts, publishers: [] } }),
            },
    ],
    [
      "a place that takes a change for any version",
      (store: Store, place: number): Store =>
        place === 0
          ? store
          : {
              ...store,
              applyCatalog: async (wanted) =>
                store.applyCatalog({ ...wanted, expectedVersion: (await store.readCatalog()).version }),
            },
    ],
  ])("are caught with %s", async (_, spoil) => {
    const found: string[] = [];
    for (let seed = 1; seed <= 60 && found.length === 0; seed++) {
      found.push(...(await compete(seed, spoil).catch(() => ["not equal to home"])));
    }
    expect(found).not.toEqual([]);
  });
});
