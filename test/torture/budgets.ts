import type { Store } from "../../core/storage/store.ts";
import type { Verdict } from "./books.ts";
import type { Client } from "./client.ts";
import { firstBudgets, prices } from "./shop.ts";

/** Edits budgets and pauses through the management API, and watches that no budget is passed. */
export interface BudgetEditor {
  /** Gives a campaign a budget that leaves room for so many views, by what the API says that is used and held. */
  readonly leaveRoom: (port: number, campaignId: string, views: number) => Promise<boolean>;
  /** Pauses or resumes a campaign. */
  readonly pause: (port: number, campaignId: string, isPaused: boolean) => Promise<boolean>;
  /** Compares what is used and held at one moment with the budgets that may be in force. */
  readonly observe: (store: Store) => Promise<void>;
}

/** Creates the editor of the campaigns of the shop. */
export function createBudgetEditor(client: Client, { check }: Verdict): BudgetEditor {
  /** The budgets that may be in force: of an edit without an answer both the old and the new one. */
  const inForce = new Map(Object.entries(firstBudgets).map(([id, budget]) => [id, [budget]]));
  const isDaily = (campaignId: string): boolean => campaignId === "daily";

  return {
    leaveRoom: async (port, campaignId, views) => {
      const stored = await client.manage(port, "GET", `/campaigns/${campaignId}`);
      const spend = await client.manage(port, "GET", `/campaigns/${campaignId}/spend`);
      if (stored.status !== 200 || spend.status !== 200) return false;
      const field = isDaily(campaignId) ? "dailyBudgetMicros" : "totalBudgetMicros";
      const { usedMicros, heldMicros, dayUsedMicros, dayHeldMicros } = spend.json;
      const taken = isDaily(campaignId)
        ? Number(dayUsedMicros) + Number(dayHeldMicros)
        : Number(usedMicros) + Number(heldMicros);
      const budget = taken + views * (prices[campaignId] ?? 0);
      const before = inForce.get(campaignId) ?? [];
      inForce.set(campaignId, [...before, budget]);
      const body = { ...stored.json, [field]: budget };
      const answer = await client.manage(port, "PUT", `/campaigns/${campaignId}`, {
        body,
        etag: stored.etag,
      });
      if (answer.status === 200) inForce.set(campaignId, [budget]);
      // 409: below what is used and held by now. 412: an edit without an answer came first.
      else if (answer.status >= 400 && answer.status < 500) inForce.set(campaignId, before);
      return answer.status === 200;
    },
    pause: async (port, campaignId, isPaused) => {
      const path = `/campaigns/${campaignId}/${isPaused ? "pause" : "resume"}`;
      return (await client.manage(port, "POST", path)).status === 200;
    },
    observe: async (store) => {
      const ids = [...inForce.keys()];
      const before = ids.map((id) => Math.max(...(inForce.get(id) ?? [])));
      const spends = await store.readSpend(ids);
      ids.forEach((id, index) => {
        const spend = spends[index];
        const budget = Math.max(before[index] ?? 0, ...(inForce.get(id) ?? []));
        if (spend === undefined) return;
        const taken = isDaily(id)
          ? spend.dayUsedMicros + spend.dayHeldMicros
          : spend.usedMicros + spend.heldMicros;
        check("spent and held never pass a budget", taken <= budget, () => {
          return `${id} has used and holds ${taken}. Its budget is ${budget}.`;
        });
      });
    },
  };
}
