import type { Campaign } from "../../catalog/entities.ts";
import { maxBatch, type ServingStore } from "../../storage/serving-store.ts";
import type { NewWebhookMessage } from "../../storage/webhook-store.ts";
import type { Clock } from "../../timing/clock.ts";
import type { Listener } from "./event.ts";
import { mayUseBudget, messagesOfCampaigns } from "./messages-of-campaigns.ts";

/** The campaigns checked in one call. The next call checks the next ones, and starts again after the last. */
export const maxCampaignsPerCall: number = 16 * maxBatch;

export interface CampaignWatchOptions {
  readonly store: Pick<ServingStore, "readSpend">;
  readonly campaigns: () => Iterable<Campaign> | Promise<Iterable<Campaign>>;
  /** Returns the currency of all amounts. */
  readonly currency: () => Promise<string>;
  readonly clock: Clock;
}

/** Checks some of the campaigns, and passes the messages about them to `handle`, one batch at a time. */
export type CampaignWatch = (
  listeners: readonly Listener[],
  handle: (messages: readonly NewWebhookMessage[]) => Promise<void>,
) => Promise<void>;

export function createCampaignWatch({
  store,
  campaigns,
  currency,
  clock,
}: CampaignWatchOptions): CampaignWatch {
  let position = 0;
  return async (listeners, handle) => {
    const now = clock();
    const needsSpend = listeners.some(({ webhook }) =>
      webhook.events.some((type) => type.startsWith("budget.")),
    );
    const named = needsSpend ? await currency() : "";
    const checked = takeFrom(await campaigns(), position);
    for (let start = 0; start < checked.length; start += maxBatch) {
      const batch = checked.slice(start, start + maxBatch);
      const spenders = needsSpend ? batch.filter((campaign) => mayUseBudget(campaign, now)) : [];
      const spends = spenders.length === 0 ? [] : await store.readSpend(spenders.map(({ id }) => id));
      const spendOf = new Map(spenders.map(({ id }, index) => [id, spends[index]]));
      const states = batch.map((campaign) => ({ campaign, spend: spendOf.get(campaign.id) }));
      await handle(messagesOfCampaigns(states, now, listeners, named));
    }
    position = checked.length < maxCampaignsPerCall ? 0 : position + checked.length;
  };
}

function takeFrom(campaigns: Iterable<Campaign>, position: number): readonly Campaign[] {
  const checked: Campaign[] = [];
  let index = 0;
  for (const campaign of campaigns) {
    if (index++ < position) continue;
    checked.push(campaign);
    if (checked.length === maxCampaignsPerCall) break;
  }
  return checked;
}
