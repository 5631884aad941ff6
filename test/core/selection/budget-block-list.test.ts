import { describe, expect, it } from "vitest";
import type { Campaign } from "../../../core/catalog/entities.ts";
import { type ActiveSet, createActiveSet } from "../../../core/selection/active-set.ts";
import { type BudgetBlockList, createBudgetBlockList } from "../../../core/selection/budget-block-list.ts";
import { applyDelta, type Snapshot } from "../../../core/selection/snapshot.ts";
import type { Spend } from "../../../core/storage/serving-store.ts";
import { campaign } from "../../conformance/fixtures.ts";
import { delta } from "./scenery.ts";
import { spend, storeWith } from "./stub-store.ts";

function snapshotOf(...campaigns: readonly Campaign[]): Snapshot {
  return applyDelta(undefined, delta("1", { reload: true, campaigns }));
}

/** Exhausted campaigns over a store that spends as `spends` says at the moment of asking. */
function scene(spends: Map<string, Spend>): {
  readonly exhausted: BudgetBlockList;
  readonly active: ActiveSet;
  readonly asked: (readonly string[])[];
} {
  const asked: (readonly string[])[] = [];
  const store = storeWith({
    readSpend: async (ids) => {
      asked.push(ids);
      return ids.map((id) => spends.get(id));
    },
  });
  const active = createActiveSet(() => {});
  return { exhausted: createBudgetBlockList(store, active), active, asked };
}

describe("a campaign that the store refused for its budget", () => {
  it("is out for the reason it was refused for", () => {
    const { exhausted, active } = scene(new Map());
    exhausted.add("a", "budget");
    exhausted.add("b", "daily_budget");
    expect([active.reasonOf("a"), active.reasonOf("b"), active.reasonOf("c")]).toEqual([
      "budget",
      "daily_budget",
      undefined,
    ]);
  });

  const limits: readonly (readonly [string, Partial<Campaign>, Partial<Spend>, boolean])[] = [
    ["the total leaves its price", { totalBudgetMicros: 1_000 }, { usedMicros: 800, heldMicros: 100 }, true],
    ["the total is short by one", { totalBudgetMicros: 1_000 }, { usedMicros: 800, heldMicros: 101 }, false],
    [
      "the day leaves its price",
      { dailyBudgetMicros: 300 },
      { dayUsedMicros: 100, dayHeldMicros: 100 },
      true,
    ],
    [
      "the day is short by one",
      { dailyBudgetMicros: 300 },
      { dayUsedMicros: 101, dayHeldMicros: 100 },
      false,
    ],
    [
      "only the day has room",
      { totalBudgetMicros: 1_000, dailyBudgetMicros: 300 },
      { usedMicros: 1_000 },
      false,
    ],
    [
      "only the total has room",
      { totalBudgetMicros: 1_000, dailyBudgetMicros: 300 },
      { dayUsedMicros: 300 },
      false,
    ],
    ["it has no budget any more", {}, { usedMicros: 10 ** 15, dayUsedMicros: 10 ** 15 }, true],
  ];

  it.each(limits)(
    "is let in again exactly when it can pay one more: %s",
    async (_name, fields, spent, back) => {
      const { exhausted, active } = scene(new Map([["a", spend("a", spent)]]));
      exhausted.add("a", "budget");
      await exhausted.recheck(snapshotOf(campaign("a", { priceMicros: 100, ...fields })));
      expect(active.reasonOf("a")).toBe(back ? undefined : "budget");
    },
  );

  it("comes back when a hold is released, a budget raised or a day begun, and not before", async () => {
    const spends = new Map([["a", spend("a", { usedMicros: 900, heldMicros: 100, dayUsedMicros: 300 })]]);
    const { exhausted, active } = scene(spends);
    const poor = snapshotOf(campaign("a", { totalBudgetMicros: 1_000, dailyBudgetMicros: 300 }));
    const rich = snapshotOf(campaign("a", { totalBudgetMicros: 2_000, dailyBudgetMicros: 300 }));
    exhausted.add("a", "daily_budget");
    await exhausted.recheck(poor);
    expect(active.reasonOf("a")).toBe("daily_budget");
    await exhausted.recheck(rich);
    expect(active.reasonOf("a")).toBe("daily_budget");
    spends.set("a", spend("a", { usedMicros: 900, heldMicros: 100, day: "2026-03-05" }));
    await exhausted.recheck(poor);
    expect(active.reasonOf("a")).toBe("daily_budget");
    spends.set("a", spend("a", { usedMicros: 900, day: "2026-03-05" }));
    await exhausted.recheck(poor);
    expect(active.reasonOf("a")).toBeUndefined();
  });

  it("is forgotten when it is gone from the catalogue or from the store", async () => {
    const { exhausted, active } = scene(new Map([["gone", spend("gone")]]));
    exhausted.add("gone", "budget");
    exhausted.add("unknown", "budget");
    await exhausted.recheck(snapshotOf(campaign("unknown", { totalBudgetMicros: 0 })));
    expect([active.reasonOf("gone"), active.reasonOf("unknown")]).toEqual([undefined, undefined]);
  });

  it("stays excluded when the store cannot be read", async () => {
    const active = createActiveSet(() => {});
    const store = storeWith({ readSpend: () => Promise.reject(new Error("not there")) });
    const exhausted = createBudgetBlockList(store, active);
    exhausted.add("a", "budget");
    await expect(exhausted.recheck(snapshotOf(campaign("a")))).rejects.toThrow("not there");
    expect(active.reasonOf("a")).toBe("budget");
  });
});

describe("a request that would get no ad", () => {
  it("waits until the store is read again, and reports whether a campaign came back", async () => {
    const spends = new Map([["a", spend("a", { usedMicros: 900, heldMicros: 100 })]]);
    const { exhausted, active, asked } = scene(spends);
    const snapshot = snapshotOf(campaign("a", { totalBudgetMicros: 1_000 }));
    expect(await exhausted.recheckBeforeNoAd(snapshot, 0)).toBe(false);
    expect(asked).toEqual([]);
    exhausted.add("a", "budget");
    expect(await exhausted.recheckBeforeNoAd(snapshot, 1_000)).toBe(false);
    spends.set("a", spend("a", { usedMicros: 900 }));
    expect(await exhausted.recheckBeforeNoAd(snapshot, 1_199)).toBe(false);
    expect(asked).toHaveLength(1);
    const both = [exhausted.recheckBeforeNoAd(snapshot, 1_200), exhausted.recheckBeforeNoAd(snapshot, 1_201)];
    expect(await Promise.all(both)).toEqual([true, true]);
    expect(asked).toHaveLength(2);
    expect(active.reasonOf("a")).toBeUndefined();
  });

  it("is not held up by a store that fails", async () => {
    const store = storeWith({ readSpend: () => Promise.reject(new Error("not there")) });
    const exhausted = createBudgetBlockList(
      store,
      createActiveSet(() => {}),
    );
    exhausted.add("a", "budget");
    expect(await exhausted.recheckBeforeNoAd(snapshotOf(campaign("a")), 0)).toBe(false);
  });
});

describe("asking the store about campaigns that are out", () => {
  it("is not done when none is", async () => {
    const { exhausted, asked } = scene(new Map());
    await exhausted.recheck(snapshotOf(campaign("a")));
    expect(asked).toEqual([]);
  });

  it("is done for at most 512 at a time, and all of more than that get their turn", async () => {
    const ids = Array.from({ length: 1_200 }, (_, index) => `c${index}`);
    const { exhausted, active, asked } = scene(new Map(ids.map((id) => [id, spend(id)])));
    const snapshot = snapshotOf(...ids.map((id) => campaign(id, { totalBudgetMicros: 1 })));
    for (const id of ids) exhausted.add(id, "budget");
    for (let round = 0; round < 3; round++) await exhausted.recheck(snapshot);
    expect(asked.map((batch) => batch.length)).toEqual([512, 512, 512]);
    expect(new Set(asked.flat()).size).toBe(1_200);
    expect(ids.every((id) => active.reasonOf(id) === "budget")).toBe(true);
  });
});
