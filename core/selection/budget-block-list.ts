import { releaseExpiredHolds } from "../billing/release.ts";
import type { ServingStore } from "../storage/serving-store.ts";
import type { EpochMs } from "../timing/clock.ts";
import type { ActiveSet } from "./active-set.ts";
import type { Snapshot } from "./snapshot.ts";

/**
 * Campaigns that the store refused for their budget. They stay out of selection until the store says that there is
 * money again (a hold came back, a budget was raised, a day began), so that they do not take the place of others.
 */
export interface BudgetBlockList {
  readonly add: (campaignId: string, reason: "budget" | "daily_budget") => void;
  /** Asks the store about those that are out and lets those in again that have money. */
  readonly recheck: (snapshot: Pick<Snapshot, "campaigns">) => Promise<void>;
  /**
   * The same for a request that would get no ad, so that an expired hold costs none; at most once in 200 ms, whoever asks
   * meanwhile waits for it. Fulfilled with whether anybody is in again; a store that fails lets nobody in.
   */
  readonly recheckBeforeNoAd: (snapshot: Pick<Snapshot, "campaigns">, now: EpochMs) => Promise<boolean>;
}

const recheckEveryMs = 200;

/** Checked in one call; the others wait for the next. */
const maxChecked = 512;

export function createExhausted(store: ServingStore, active: ActiveSet): BudgetBlockList {
  /** Who is asked about next comes first. */
  const queue = new Map<string, "budget" | "daily_budget">();
  const recheck = async ({ campaigns }: Pick<Snapshot, "campaigns">): Promise<boolean> => {
    const ids: string[] = [];
    for (const id of queue.keys()) if (ids.push(id) === maxChecked) break;
    if (ids.length === 0) return false;
    // Nobody issues these, so nobody else would give their expired holds back before the next maintenance.
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
      const total = spend.spentMicros + spend.heldMicros + priceMicros;
      const day = spend.daySpentMicros + spend.dayHeldMicros + priceMicros;
      const hasMoney = total <= (totalBudgetMicros ?? total) && day <= (dailyBudgetMicros ?? day);
      // Again at the end of the queue, so that all get their turn.
      if (hasMoney) active.enter(id, reason);
      else queue.set(id, reason);
    });
    return ids.some((id) => !queue.has(id));
  };
  let checkedAt: EpochMs = Number.NEGATIVE_INFINITY;
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
      if (now - checkedAt < recheckEveryMs && now >= checkedAt) return lastCheck;
      checkedAt = now;
      lastCheck = recheck(snapshot).catch(() => false);
      return lastCheck;
    },
  };
}
