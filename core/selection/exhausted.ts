import { releaseExpiredHolds } from "../billing/release.ts";
import type { ServingStore } from "../storage.ts";
import type { NoAdReason } from "./eligibility.ts";
import type { Snapshot } from "./snapshot.ts";

/**
 * Campaigns that the store refused for their budget. They stay out of selection until the store says that there is
 * money again (a hold came back, a budget was raised, a day began), so that they do not take the place of others.
 */
export interface Exhausted {
  readonly reasonOf: (campaignId: string) => NoAdReason | undefined;
  readonly add: (campaignId: string, reason: "budget" | "daily_budget") => void;
  /** Asks the store about those that are out and lets those in again that have money. */
  readonly recheck: (snapshot: Snapshot) => Promise<void>;
}

/** Checked in one call; the others wait for the next. */
const maxChecked = 512;

export function createExhausted(store: ServingStore): Exhausted {
  const out = new Map<string, NoAdReason>();
  return {
    reasonOf: (campaignId) => out.get(campaignId),
    add: (campaignId, reason) => out.set(campaignId, reason),
    recheck: async (snapshot) => {
      const ids = [...out.keys()].slice(0, maxChecked);
      if (ids.length === 0) return;
      // Nobody issues these, so nobody else would give their expired holds back before the next maintenance.
      await releaseExpiredHolds(store);
      const spends = await store.readSpend(ids);
      ids.forEach((id, index) => {
        const reason = out.get(id) ?? "budget";
        out.delete(id);
        const campaign = snapshot.campaigns.get(id);
        const spend = spends[index];
        if (campaign === undefined || spend === undefined) return;
        const { priceMicros, totalBudgetMicros, dailyBudgetMicros } = campaign;
        const total = spend.spentMicros + spend.heldMicros + priceMicros;
        const day = spend.daySpentMicros + spend.dayHeldMicros + priceMicros;
        const hasMoney = total <= (totalBudgetMicros ?? total) && day <= (dailyBudgetMicros ?? day);
        // Again at the end of the queue, so that all get their turn.
        if (!hasMoney) out.set(id, reason);
      });
    },
  };
}
