import type { Campaign } from "../../catalog/entities.ts";
import { maxBatch, type ServingStore } from "../../storage/serving-store.ts";
import type { NewWebhookMessage } from "../../storage/webhook-store.ts";
import type { Clock } from "../../timing/clock.ts";
import type { Listener } from "./event.ts";
import { mayUseBudget, messagesOfCampaigns } from "./messages-of-campaigns.ts";

/** Campaigns of one call: the next ones come with the next call, and after the last the first again. */
export const maxCampaignsPerCall: number = 16 * maxBatch;

export interface CampaignWatchOptions {
  readonly store: Pick<ServingStore, "readSpend">;
  readonly campaigns: () => Iterable<Campaign> | Promise<Iterable<Campaign>>;
  readonly clock: Clock;
}

/** Looks at some of the campaigns, and gives what is to be told of them to `handle`, a batch at a time. */
export type CampaignWatch = (
  listeners: readonly Listener[],
  handle: (messages: readonly NewWebhookMessage[]) => Promise<void>,
) => Promise<void>;

export function createCampaignWatch({ store, campaigns, clock }: CampaignWatchOptions): CampaignWatch {
  let place = 0;
  return async (listeners, handle) => {
    const now = clock();
    const asksBudgets = listeners.some(({ webhook }) =>
      webhook.events.some((type) => type.startsWith("budget.")),
    );
    const turn = takeFrom(await campaigns(), place);
    for (let start = 0; start < turn.length; start += maxBatch) {
      const batch = turn.slice(start, start + maxBatch);
      const spenders = asksBudgets ? batch.filter((campaign) => mayUseBudget(campaign, now)) : [];
      const spends = spenders.length === 0 ? [] : await store.readSpend(spenders.map(({ id }) => id));
      const spendOf = new Map(spenders.map(({ id }, index) => [id, spends[index]]));
      const states = batch.map((campaign) => ({ campaign, spend: spendOf.get(campaign.id) }));
      await handle(messagesOfCampaigns(states, now, listeners));
    }
    place = turn.length < maxCampaignsPerCall ? 0 : place + turn.length;
  };
}

function takeFrom(campaigns: Iterable<Campaign>, place: number): readonly Campaign[] {
  const turn: Campaign[] = [];
  let index = 0;
  for (const campaign of campaigns) {
    if (index++ < place) continue;
    turn.push(campaign);
    if (turn.length === maxCampaignsPerCall) break;
  }
  return turn;
}
