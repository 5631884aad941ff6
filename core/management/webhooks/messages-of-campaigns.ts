import type { Campaign } from "../../catalog/entities.ts";
import type { Micros } from "../../money.ts";
import type { Spend } from "../../storage/serving-store.ts";
import type { NewWebhookMessage } from "../../storage/webhook-store.ts";
import type { EpochMs } from "../../timing/clock.ts";
import { type Listener, messagesOf, type WebhookEvent } from "./event.ts";

/** How long after its start or end a campaign still causes an event: the longest supported time without a run. */
const reportedForMs: number = 3 * 24 * 3_600_000;

export interface CampaignState {
  readonly campaign: Campaign;
  /** The spend. Absent: not read, or unknown to the store. */
  readonly spend?: Spend | undefined;
}

/**
 * Builds the messages about campaigns at this instant. An event has the same id at any time of collection. A budget's
 * event id contains its amount, so a raised budget can be exhausted again, and the day of a daily budget. Campaigns
 * belong to the operator, so publishers' webhooks receive none of these events.
 */
export function messagesOfCampaigns(
  states: readonly CampaignState[],
  now: EpochMs,
  listeners: readonly Listener[],
  currency: string,
): NewWebhookMessage[] {
  return messagesOf(
    states.flatMap(({ campaign, spend }) => [
      ...scheduleEvents(campaign, now),
      ...(spend === undefined ? [] : budgetEvents({ campaign, spend }, now, currency)),
    ]),
    listeners,
  );
}

/** Whether a campaign's spend can cause an event: it has a budget, has started, and has not ended long ago. */
export function mayUseBudget(campaign: Campaign, now: EpochMs): boolean {
  if (campaign.totalBudgetMicros === undefined && campaign.dailyBudgetMicros === undefined) return false;
  const startsAt = instant(campaign.startsAt) ?? Number.NEGATIVE_INFINITY;
  const endsAt = instant(campaign.endsAt) ?? Number.POSITIVE_INFINITY;
  return startsAt <= now && now - endsAt <= reportedForMs;
}

/** A paused campaign causes no start event, but an end event. Campaigns without dates cause neither. */
function* scheduleEvents(campaign: Campaign, now: EpochMs): Generator<WebhookEvent> {
  const startsAt = instant(campaign.startsAt);
  const endsAt = instant(campaign.endsAt);
  const isRecent = (at: EpochMs): boolean => at <= now && now - at <= reportedForMs;
  if (startsAt !== undefined && isRecent(startsAt) && campaign.status === "active") {
    yield scheduleEvent(campaign, "campaign.started", startsAt, "starts_at");
  }
  if (endsAt !== undefined && isRecent(endsAt)) {
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

function* budgetEvents(
  { campaign, spend }: CampaignState & { readonly spend: Spend },
  now: EpochMs,
  currency: string,
): Generator<WebhookEvent> {
  const { totalBudgetMicros, dailyBudgetMicros } = campaign;
  if (totalBudgetMicros !== undefined) {
    yield* thresholdEvents(campaign, totalBudgetMicros, spend.usedMicros, now, {
      budget: "total",
      currency,
    });
  }
  if (dailyBudgetMicros !== undefined) {
    yield* thresholdEvents(campaign, dailyBudgetMicros, spend.dayUsedMicros, now, {
      budget: "daily",
      currency,
      day: spend.day,
    });
  }
}

type WhichBudget = { readonly currency: string } & (
  | { readonly budget: "total" }
  | { readonly budget: "daily"; readonly day: string }
);

function* thresholdEvents(
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
  // 80 % rounded up, within the safe integers.
  if (spentMicros >= budgetMicros - Math.floor(budgetMicros / 5))
    yield { type: "budget.80_percent", ...event };
  // A remainder below the price of one impression will never be spent.
  if (budgetMicros - spentMicros < Math.max(priceMicros, 1)) yield { type: "budget.exhausted", ...event };
}

function instant(text: string | undefined): EpochMs | undefined {
  const at = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(at) ? undefined : at;
}
