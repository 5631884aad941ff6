import type { Campaign } from "../../core/catalog/entities.ts";
import type { CatalogChange } from "../../core/storage/catalog-change.ts";
import type { Store } from "../../core/storage/store.ts";
import type { Prng } from "../conformance/prng.ts";
import { prices } from "../torture/shop.ts";
import type { Clockwork } from "./clockwork.ts";

/** The operator of a history: reads the catalogue, thinks, and changes it, while others do the same. */
export interface Operator {
  /** The largest budget of each campaign that may be in force. */
  readonly inForce: ReadonlyMap<string, number>;
  /** Leaves a campaign room for so many views, by what it has used and holds now. */
  readonly leaveRoom: (campaignId: string, views: number) => void;
  /** Pauses or resumes a campaign. */
  readonly pause: (campaignId: string, isPaused: boolean) => void;
}

const longestThoughtMs = 40;

/** Creates the operator. `budgets` are those of the beginning. */
export function createOperator(
  store: Store,
  clockwork: Clockwork,
  prng: Prng,
  budgets: Readonly<Record<string, number>>,
): Operator {
  const inForce = new Map(Object.entries(budgets));

  /** A change for a catalogue that is no longer there is refused, and the operator leaves it at that. */
  const edit = (campaignId: string, change: (campaign: Campaign) => Promise<Campaign>): void => {
    clockwork.after(0, async () => {
      const { version, catalog } = await store.readCatalog();
      const campaign = catalog.campaigns.find(({ id }) => id === campaignId);
      if (campaign === undefined) return;
      const changed = await change(campaign);
      clockwork.after(prng.below(longestThoughtMs), () => apply(version, changed));
    });
  };
  const apply = async (expectedVersion: string, campaign: Campaign): Promise<void> => {
    const upserts: CatalogChange["upserts"] = {
      publishers: [],
      platforms: [],
      campaigns: [campaign],
      creatives: [],
      topics: [],
    };
    const { outcome } = await store.applyCatalog({ expectedVersion, upserts, removals: [] });
    clockwork.trace(`operator changes ${campaign.id}: ${outcome}`);
    const budget = campaign.totalBudgetMicros ?? campaign.dailyBudgetMicros;
    if (outcome === "applied" && budget !== undefined) inForce.set(campaign.id, budget);
  };
  return {
    inForce,
    leaveRoom: (campaignId, views) =>
      edit(campaignId, async (campaign) => {
        const [spend] = await store.readSpend([campaignId]);
        const room = views * (prices[campaignId] ?? 0);
        if (spend === undefined) return campaign;
        return campaign.dailyBudgetMicros === undefined
          ? { ...campaign, totalBudgetMicros: spend.usedMicros + spend.heldMicros + room }
          : { ...campaign, dailyBudgetMicros: spend.dayUsedMicros + spend.dayHeldMicros + room };
      }),
    pause: (campaignId, isPaused) =>
      edit(campaignId, async (campaign) => ({ ...campaign, status: isPaused ? "paused" : "active" })),
  };
}
