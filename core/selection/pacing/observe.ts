import type { Campaign } from "../../catalog/entities.ts";
import type { Micros } from "../../money.ts";
import type { Spend } from "../../storage/serving-store.ts";
import type { EpochMs } from "../../timing/clock.ts";
import type { Draw } from "../tie-sampling.ts";
import { type BudgetWindow, compilePlan, dueShare, type Plan, spendPerHour } from "./plan.ts";
import type { Observed, TokenBucket } from "./token-bucket.ts";
import type { Traffic } from "./traffic.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Averaging time of `ema3m`. Views nearly always arrive within it. */
const shortMs = 3 * minuteMs;
/** Averaging time of `ema1h`: the share of this instance, for campaigns with few ads in minutes. */
const mediumMs = hourMs;
/** Averaging time of `ema24h`: the view rate. A shorter time has too few views. */
const longMs = 24 * hourMs;
/** A campaign that is behind returns to its curve in this time, and never makes up for more. */
const catchUpHours = 1 / 6;
/** A campaign that is ahead waits no longer than this; the rest of its day has less. */
const waitHours = 1;
/** Weight of the prior view rate, in ads … */
const priorAds = 5;
const priorViewRate = 0.4;
/** … and the most weight of counted ads. */
const maxCountedAds = 200;
const leastViewRate = 0.02;
/** The extra that each instance takes beyond its share, so that a small share can grow. */
const growth = 0.05;
/** Averaging time of `meanShare`. */
const meanShareMs = hourMs / 2;

/** The inputs of a refill rate besides the campaign. */
export interface RefillInputs {
  /** Share of this instance in all paced ads, 0 to 1. */
  readonly share: number;
  readonly traffic: Traffic;
  readonly draw: Draw;
}

/** Computes the refill rate from a read of the store. */
export function observe(
  bucket: TokenBucket,
  spend: Spend,
  { share, traffic, draw }: RefillInputs,
  now: EpochMs,
): void {
  const { campaign } = bucket;
  const plan = planFor(bucket, traffic, now);
  const before = bucket.seen ?? firstLook(bucket, spend, plan, { share, traffic }, now);
  // Many instances may start together. Each issues its first ad at a random time within its interval.
  if (bucket.seen === undefined) bucket.allowance = -campaign.priceMicros * draw();
  const elapsed = Math.max(now - before.at, 0);
  const fading = Math.exp(-elapsed / shortMs);
  const spent = Math.max(spend.usedMicros - before.spent, 0);
  // Holds are spread evenly over their hour, so each part of the hour releases its part of them.
  const released = now - before.holdsFrom < hourMs ? 0 : before.held * Math.min(elapsed / hourMs, 1);
  const issued = spent + spend.heldMicros - before.held + released;
  const own = before.ema3mOwn * fading + bucket.ownSince;
  const recent = Math.max(before.ema3m * fading + issued, own);
  const recentSpent = before.ema3mSpent * fading + spent;
  const mediumFading = Math.exp(-elapsed / mediumMs);
  const longFading = Math.exp(-elapsed / longMs);
  const longIssued = before.ema24hIssued * longFading + issued;
  const longSpent = before.ema24hSpent * longFading + spent;
  // Ads of the last minutes may still be seen.
  const viewRate = viewRateOf(bucket, longIssued - recent, longSpent);
  const coming = Math.min(Math.max(viewRate * recent - recentSpent, 0), spend.heldMicros);

  const wanted = wantedPerHour(plan, campaign, spend, coming, viewRate, traffic, now);
  const expected = spend.usedMicros + coming;
  const change = (wanted * elapsed) / hourMs - (expected - before.expected);
  const behind = Math.max(Math.min(before.behind + change, wanted * catchUpHours), -wanted * waitHours);
  const ownPart = (own + growth * recent + share * campaign.priceMicros) / (recent + campaign.priceMicros);
  const madeUp = wanted === 0 ? 0 : behind / catchUpHours / wanted;
  const part = Math.min(ownPart, 1) * Math.max(1 + madeUp, 0);
  const meanShare = before.meanShare + (part - before.meanShare) * (1 - Math.exp(-elapsed / meanShareMs));
  bucket.perHour = (wanted / viewRate) * part;
  bucket.steadyPerHour = (wanted / viewRate) * meanShare;
  if (isSpent(campaign, spend)) leaveToStore(bucket);
  bucket.seen = {
    at: now,
    spent: spend.usedMicros,
    held: spend.heldMicros,
    expected,
    holdsFrom: spend.heldMicros === 0 ? now : before.holdsFrom,
    ema3m: recent,
    ema3mOwn: own,
    ema1h: before.ema1h * mediumFading + Math.max(issued, bucket.ownSince),
    ema1hOwn: before.ema1hOwn * mediumFading + bucket.ownSince,
    ema3mSpent: recentSpent,
    ema24hIssued: longIssued,
    ema24hSpent: longSpent,
    behind,
    meanShare,
  };
  bucket.ownSince = 0;
}

/** Whether the budget is used up. The store then refuses the campaign for its budget, not for its pacing. */
function isSpent({ priceMicros, totalBudgetMicros, dailyBudgetMicros }: Campaign, spend: Spend): boolean {
  const total = spend.usedMicros + priceMicros;
  const day = spend.dayUsedMicros + priceMicros;
  return total > (totalBudgetMicros ?? total) || day > (dailyBudgetMicros ?? day);
}

function leaveToStore(bucket: TokenBucket): void {
  bucket.perHour = undefined;
  bucket.allowance = bucket.campaign.priceMicros;
}

function planFor(bucket: TokenBucket, { hourly }: Traffic, now: EpochMs): Plan {
  const { plan } = bucket;
  const isGood =
    plan !== undefined && plan.hourly === hourly && now >= plan.day.startsAt && now < plan.day.endsAt;
  if (plan !== undefined && isGood) return plan;
  const compiled = compilePlan(bucket.campaign, now, hourly);
  bucket.plan = compiled;
  return compiled;
}

/** The lower rate of the daily and the total budget. */
function wantedPerHour(
  { daily, total }: Plan,
  { totalBudgetMicros }: Campaign,
  spend: Spend,
  coming: Micros,
  viewRate: number,
  traffic: Traffic,
  now: EpochMs,
): number {
  const left = (totalBudgetMicros ?? Number.POSITIVE_INFINITY) - spend.usedMicros - coming;
  const rate = (window: BudgetWindow | undefined, micros: Micros): number =>
    window === undefined
      ? Number.POSITIVE_INFINITY
      : spendPerHour(window, Math.min(micros, left), viewRate, traffic, now);
  const ofDay = (daily?.budgetMicros ?? left) - spend.dayUsedMicros - coming;
  return Math.min(rate(daily, ofDay), rate(total, left));
}

/**
 * The state before the first read. The last minutes are unknown, so they are assumed to have followed the plan.
 */
function firstLook(
  bucket: TokenBucket,
  spend: Spend,
  plan: Plan,
  { share, traffic }: Pick<RefillInputs, "share" | "traffic">,
  now: EpochMs,
): Observed {
  const { campaign, ownSince } = bucket;
  const committed = spend.usedMicros + spend.heldMicros;
  const { daily } = plan;
  const lastHour = daily === undefined ? 1 : lastHourPart(daily, traffic, now);
  // The ads of the last hour: what they spent, and what they still hold.
  const longSpent = spend.dayUsedMicros * lastHour;
  const longIssued = longSpent + spend.dayHeldMicros;
  const viewRate = viewRateOf(bucket, longIssued, longSpent);
  const wanted = wantedPerHour(plan, campaign, spend, 0, viewRate, traffic, now);
  const recent = Math.min(committed, (wanted * shortMs) / hourMs / viewRate);
  const behind =
    behindOf(daily, spend.dayUsedMicros, traffic, now) ??
    behindOf(plan.total, spend.usedMicros, traffic, now) ??
    0;
  return {
    at: now,
    spent: spend.usedMicros,
    held: spend.heldMicros,
    expected: spend.usedMicros,
    holdsFrom: committed <= ownSince ? now : now - hourMs,
    ema3m: recent,
    ema3mOwn: 0,
    ema1h: 0,
    ema1hOwn: 0,
    ema3mSpent: viewRate * recent,
    ema24hIssued: longIssued,
    ema24hSpent: longSpent,
    behind,
    meanShare: share,
  };
}

/** Counts of yesterday are the prior until there are enough ads of today. */
function viewRateOf({ campaign, counted }: TokenBucket, issued: Micros, spent: Micros): number {
  const known = Math.min(counted?.issued ?? 0, maxCountedAds);
  const rate = known < priorAds ? priorViewRate : Math.min((counted?.seen ?? 0) / (counted?.issued ?? 1), 1);
  const prior = Math.max(known, priorAds) * campaign.priceMicros;
  const found = (spent + rate * prior) / (Math.max(issued, spent) + prior);
  return Math.min(Math.max(found, leastViewRate), 1);
}

function behindOf(
  window: BudgetWindow | undefined,
  spent: Micros,
  traffic: Traffic,
  now: EpochMs,
): Micros | undefined {
  const due = window && dueShare(window, traffic, now);
  return window && due !== undefined ? due * window.budgetMicros - spent : undefined;
}

/** The share of the last hour in what is due so far. */
function lastHourPart(window: BudgetWindow, traffic: Traffic, now: EpochMs): number {
  const due = dueShare(window, traffic, now) ?? 0;
  return due === 0 ? 1 : (due - (dueShare(window, traffic, now - hourMs) ?? 0)) / due;
}
