import { releaseExpiredHolds } from "../billing/release.ts";
import type { ServingStore } from "../storage/serving-store.ts";
import type { EpochMs } from "../timing/clock.ts";
import type { ActiveSet } from "./active-set.ts";
import type { Snapshot } from "./snapshot.ts";

/**
 * Campaigns that the store refused for their budget. They are excluded from selection, so that they do not take the place of
 * others, until the store has money for them again: a hold was released, a budget was raised, or a new day began.
 */
export interface BudgetBlockList {
  /** Excludes a campaign. A later reason replaces the earlier one. */
  readonly add: (campaignId: string, reason: "budget" | "daily_budget") => void;
  /** Reads the spend of blocked campaigns and unblocks those with money. Rejects when the store cannot be reached. */
  readonly recheck: (snapshot: Pick<Snapshot, "campaigns">) => Promise<void>;
  /**
   * The same for a request that would get no ad, so that an expired hold costs no ad. Runs at most once in 200 ms; calls in
   * between share the result. Resolves to whether a campaign was unblocked. Never rejects: a failing store unblocks none.
   */
  readonly recheckBeforeNoAd: (snapshot: Pick<Snapshot, "campaigns">, now: EpochMs) => Promise<boolean>;
}

const recheckEveryMs = 200;

/** The most campaigns that one call checks. The others wait for the next call. */
const maxChecked = 512;

/** The blocked campaigns: plain data, which the instances of one isolate share. */
export interface BudgetBlockState {
  /** In the order in which campaigns are checked. */
  readonly queue: Map<string, "budget" | "daily_budget">;
  checkedAt: EpochMs;
}

/** No blocked campaign. */
export function createBudgetBlockState(): BudgetBlockState {
  return { queue: new Map(), checkedAt: Number.NEGATIVE_INFINITY };
}

/** The block list over its state. */
export function createBudgetBlockList(
  store: ServingStore,
  active: ActiveSet,
  state: BudgetBlockState = createBudgetBlockState(),
): BudgetBlockList {
  const { queue } = state;
  const recheck = async ({ campaigns }: Pick<Snapshot, "campaigns">): Promise<boolean> => {
    const ids: string[] = [];
    for (const id of queue.keys()) if (ids.push(id) === maxChecked) break;
    if (ids.length === 0) return false;
    // No order is placed for these campaigns, so only maintenance would release their expired holds.
    await releaseExpiredHolds(store);
    const spends = await store.readSpend(ids);
    ids.forEach((id, index) => {
      const reason = queue.get(id) ?? "budget";
      queue.delete(id);
      const campaign = campaigns.get(id);
      const spend = spends[index];
      if (campaign === undefined || spend === undefined) {
        active.enter(id, reason);
        return;
      }
      const { priceMicros, totalBudgetMicros, dailyBudgetMicros } = campaign;
      const total = spend.usedMicros + spend.heldMicros + priceMicros;
      const day = spend.dayUsedMicros + spend.dayHeldMicros + priceMicros;
      const hasMoney = total <= (totalBudgetMicros ?? total) && day <= (dailyBudgetMicros ?? day);
      // To the end of the queue, so that every campaign is checked in turn.
      if (hasMoney) active.enter(id, reason);
      else queue.set(id, reason);
    });
    return ids.some((id) => !queue.has(id));
  };
  let lastCheck: Promise<boolean> = Promise.resolve(false);
  return {
    add: (campaignId, reason) => {
      const before = queue.get(campaignId);
      queue.set(campaignId, reason);
      active.leave(campaignId, reason);
      if (before !== undefined && before !== reason) active.enter(campaignId, before);
    },
    recheck: async (snapshot) => void (await recheck(snapshot)),
    recheckBeforeNoAd: (snapshot, now) => {
      if (queue.size === 0) return Promise.resolve(false);
      if (now - state.checkedAt < recheckEveryMs && now >= state.checkedAt) return lastCheck;
      state.checkedAt = now;
      lastCheck = recheck(snapshot).catch(() => false);
      return lastCheck;
    },
  };
}
