import type { Campaign } from "../../catalog/entities.ts";
import type { Micros } from "../../money.ts";
import type { Spend } from "../../storage/serving-store.ts";
import type { NewWebhookMessage } from "../../storage/webhook-store.ts";
import type { EpochMs } from "../../timing/clock.ts";
import { type Listener, messagesOf, type WebhookEvent } from "./event.ts";

/** For how long after it started or ended a campaign is still told about: as long as nobody may look. */
const reportedForMs: number = 3 * 24 * 3_600_000;

export interface CampaignState {
  readonly campaign: Campaign;
  /** What it has spent; absent if nobody asked, or the store does not have it. */
  readonly spend?: Spend | undefined;
}

/**
 * What of campaigns is to be told to whom at this instant. The same event has the same id whenever it is noticed: that of
 * a budget is made from its amount, so that a raised budget can be used up anew, and from the day if it is a daily one.
 * Campaigns are the operator's, so a publisher's webhook hears nothing of them.
 */
export function messagesOfCampaigns(
  states: readonly CampaignState[],
  now: EpochMs,
  listeners: readonly Listener[],
): NewWebhookMessage[] {
  return messagesOf(
    states.flatMap(({ campaign, spend }) => [
      ...scheduleEvents(campaign, now),
      ...(spend === undefined ? [] : budgetEvents(campaign, spend, now)),
    ]),
    listeners,
  );
}

/** Whether a campaign's spend can be news: it has a budget, has started, and has not ended long ago. */
export function mayUseBudget(campaign: Campaign, now: EpochMs): boolean {
  if (campaign.totalBudgetMicros === undefined && campaign.dailyBudgetMicros === undefined) return false;
  const startsAt = instant(campaign.startsAt) ?? Number.NEGATIVE_INFINITY;
  const endsAt = instant(campaign.endsAt) ?? Number.POSITIVE_INFINITY;
  return startsAt <= now && now - endsAt <= reportedForMs;
}

/** A paused campaign does not start, but its end comes. One without dates neither starts nor ends by the clock. */
function* scheduleEvents(campaign: Campaign, now: EpochMs): Generator<WebhookEvent> {
  const startsAt = instant(campaign.startsAt);
  const endsAt = instant(campaign.endsAt);
  const isNews = (at: EpochMs): boolean => at <= now && now - at <= reportedForMs;
  if (startsAt !== undefined && isNews(startsAt) && campaign.status === "active") {
    yield scheduleEvent(campaign, "campaign.started", startsAt, "starts_at");
  }
  if (endsAt !== undefined && isNews(endsAt)) {
    yield scheduleEvent(campaign, "campaign.ended", endsAt, "ends_at");
  }
}

function scheduleEvent(
  campaign: Campaign,
  type: "campaign.started" | "campaign.ended",
  at: EpochMs,
  field: string,
): WebhookEvent {
  return {
    type,
    publisherId: "",
    at,
    identity: [campaign.id, String(at)],
    data: { campaign_id: campaign.id, [field]: new Date(at).toISOString() },
  };
}

function* budgetEvents(campaign: Campaign, spend: Spend, now: EpochMs): Generator<WebhookEvent> {
  const { totalBudgetMicros, dailyBudgetMicros } = campaign;
  if (totalBudgetMicros !== undefined) {
    yield* usedUp(campaign, totalBudgetMicros, spend.spentMicros, now, { budget: "total" });
  }
  if (dailyBudgetMicros !== undefined) {
    yield* usedUp(campaign, dailyBudgetMicros, spend.daySpentMicros, now, {
      budget: "daily",
      day: spend.day,
    });
  }
}

type WhichBudget = { readonly budget: "total" } | { readonly budget: "daily"; readonly day: string };

function* usedUp(
  { id, priceMicros }: Campaign,
  budgetMicros: Micros,
  spentMicros: Micros,
  now: EpochMs,
  which: WhichBudget,
): Generator<WebhookEvent> {
  if (spentMicros === 0) return;
  const identity = [id, which.budget, String(budgetMicros), which.budget === "daily" ? which.day : ""];
  const data = { campaign_id: id, ...which, budget_micros: budgetMicros, spent_micros: spentMicros };
  const event = { publisherId: "", at: now, identity, data };
  // Four fifths rounded up, without leaving the safe integers.
  if (spentMicros >= budgetMicros - Math.floor(budgetMicros / 5))
    yield { type: "budget.80_percent", ...event };
  // What is left when it pays no further impression will never be spent.
  if (budgetMicros - spentMicros < Math.max(priceMicros, 1)) yield { type: "budget.exhausted", ...event };
}

function instant(text: string | undefined): EpochMs | undefined {
  const at = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(at) ? undefined : at;
}
