import type { Campaign } from "../../catalog/entities.ts";
import type { Micros } from "../../money.ts";
import type { Spend } from "../../storage/serving-store.ts";
import type { EpochMs } from "../../timing/clock.ts";
import type { Draw } from "../tie-sampling.ts";
import { type BudgetWindow, compilePlan, duePart, type Plan, spendPerHour } from "./plan.ts";
import type { Observed, TokenBucket } from "./token-bucket.ts";
import type { Traffic } from "./traffic.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Over this time issues are compared; views nearly always come within it. */
const freshMs = 3 * minuteMs;
/** Over this time issues of all campaigns together are compared, for a campaign that has few: minutes tell nothing. */
const latelyMs = hourMs;
/** Over this time a view rate is learned: a shorter one leaves so few views that chance moves what holds allow. */
const longMs = 24 * hourMs;
/** In this time a campaign is to be back on its curve; no more than this is ever made up for. */
const catchUpHours = 1 / 6;
/** A campaign that is ahead waits, for no longer than this; the rest of its day then has less. */
const waitHours = 1;
/** A view rate is not believed before so many ads, or so many counted ones. */
const priorAds = 5;
const priorViewRate = 0.4;
const mostCountedAds = 200;
const leastViewRate = 0.02;
/** What each instance takes beside its share, so that one with a small share can grow. */
const growth = 0.05;
/** Over this time it is learned which part of the wanted rate an instance takes while the store answers. */
const usualMs = hourMs / 2;

/** What an instance knows when it works out a rate. */
export interface Surroundings {
  /** Of all that is paced, the part that this instance issues. */
  readonly share: number;
  readonly traffic: Traffic;
  readonly draw: Draw;
}

/** Works out the rate from the store's answer. */
export function observe(
  meter: TokenBucket,
  spend: Spend,
  { share, traffic, draw }: Surroundings,
  now: EpochMs,
): void {
  const { campaign } = meter;
  const plan = planFor(meter, traffic, now);
  const before = meter.seen ?? firstLook(meter, spend, plan, { share, traffic }, now);
  // Many instances may begin at the same time: each issues its first ad somewhere within the time that it has for one.
  if (meter.seen === undefined) meter.allowance = -campaign.priceMicros * draw();
  const elapsed = Math.max(now - before.at, 0);
  const fading = Math.exp(-elapsed / freshMs);
  const spent = Math.max(spend.spentMicros - before.spent, 0);
  // Holds are made evenly enough over their hour that one part of it comes back in one part of it.
  const released = now - before.holdsFrom < hourMs ? 0 : before.held * Math.min(elapsed / hourMs, 1);
  const issued = spent + spend.heldMicros - before.held + released;
  const own = before.ema3mOwn * fading + meter.ownSince;
  const fresh = Math.max(before.ema3m * fading + issued, own);
  const freshSpent = before.ema3mSpent * fading + spent;
  const latelyFading = Math.exp(-elapsed / latelyMs);
  const longFading = Math.exp(-elapsed / longMs);
  const longIssued = before.ema24hIssued * longFading + issued;
  const longSpent = before.ema24hSpent * longFading + spent;
  // What was issued in these minutes may still be seen.
  const viewRate = viewRateOf(meter, longIssued - fresh, longSpent);
  const coming = Math.min(Math.max(viewRate * fresh - freshSpent, 0), spend.heldMicros);

  const wanted = wantedPerHour(plan, campaign, spend, coming, viewRate, traffic, now);
  const expected = spend.spentMicros + coming;
  const change = (wanted * elapsed) / hourMs - (expected - before.expected);
  const behind = Math.max(Math.min(before.behind + change, wanted * catchUpHours), -wanted * waitHours);
  const ownPart = (own + growth * fresh + share * campaign.priceMicros) / (fresh + campaign.priceMicros);
  const madeUp = wanted === 0 ? 0 : behind / catchUpHours / wanted;
  const part = Math.min(ownPart, 1) * Math.max(1 + madeUp, 0);
  const usualPart = before.usualPart + (part - before.usualPart) * (1 - Math.exp(-elapsed / usualMs));
  meter.perHour = (wanted / viewRate) * part;
  meter.steadyPerHour = (wanted / viewRate) * usualPart;
  if (isSpent(campaign, spend)) leaveToStore(meter);
  meter.seen = {
    at: now,
    spent: spend.spentMicros,
    held: spend.heldMicros,
    expected,
    holdsFrom: spend.heldMicros === 0 ? now : before.holdsFrom,
    ema3m: fresh,
    ema3mOwn: own,
    ema1h: before.ema1h * latelyFading + Math.max(issued, meter.ownSince),
    ema1hOwn: before.ema1hOwn * latelyFading + meter.ownSince,
    ema3mSpent: freshSpent,
    ema24hIssued: longIssued,
    ema24hSpent: longSpent,
    behind,
    usualPart,
  };
  meter.ownSince = 0;
}

/** What is spent for good is for the store to refuse: then the reason is the budget, not its pacing. */
function isSpent({ priceMicros, totalBudgetMicros, dailyBudgetMicros }: Campaign, spend: Spend): boolean {
  const total = spend.spentMicros + priceMicros;
  const day = spend.daySpentMicros + priceMicros;
  return total > (totalBudgetMicros ?? total) || day > (dailyBudgetMicros ?? day);
}

function leaveToStore(meter: TokenBucket): void {
  meter.perHour = undefined;
  meter.allowance = meter.campaign.priceMicros;
}

function planFor(meter: TokenBucket, { hourly }: Traffic, now: EpochMs): Plan {
  const { plan } = meter;
  const isGood =
    plan !== undefined && plan.hourly === hourly && now >= plan.day.startsAt && now < plan.day.endsAt;
  if (plan !== undefined && isGood) return plan;
  const compiled = compilePlan(meter.campaign, now, hourly);
  meter.plan = compiled;
  return compiled;
}

/** The slower of what its budgets ask for. */
function wantedPerHour(
  { daily, total }: Plan,
  { totalBudgetMicros }: Campaign,
  spend: Spend,
  coming: Micros,
  viewRate: number,
  traffic: Traffic,
  now: EpochMs,
): number {
  const left = (totalBudgetMicros ?? Number.POSITIVE_INFINITY) - spend.spentMicros - coming;
  const rate = (window: BudgetWindow | undefined, micros: Micros): number =>
    window === undefined
      ? Number.POSITIVE_INFINITY
      : spendPerHour(window, Math.min(micros, left), viewRate, traffic, now);
  const ofDay = (daily?.budgetMicros ?? left) - spend.daySpentMicros - coming;
  return Math.min(rate(daily, ofDay), rate(total, left));
}

/**
 * Before the first answer nothing is known of the last minutes: spending is taken to have gone by its plan, and is
 * brought to its curve from where it stands.
 */
function firstLook(
  meter: TokenBucket,
  spend: Spend,
  plan: Plan,
  { share, traffic }: Pick<Surroundings, "share" | "traffic">,
  now: EpochMs,
): Observed {
  const { campaign, ownSince } = meter;
  const committed = spend.spentMicros + spend.heldMicros;
  const { daily } = plan;
  const lately = daily === undefined ? 1 : lastHourPart(daily, traffic, now);
  // The ads of the last hour: what was spent in it, and what they still hold.
  const longSpent = spend.daySpentMicros * lately;
  const longIssued = longSpent + spend.dayHeldMicros;
  const viewRate = viewRateOf(meter, longIssued, longSpent);
  const wanted = wantedPerHour(plan, campaign, spend, 0, viewRate, traffic, now);
  const fresh = Math.min(committed, (wanted * freshMs) / hourMs / viewRate);
  const behind =
    behindOf(daily, spend.daySpentMicros, traffic, now) ??
    behindOf(plan.total, spend.spentMicros, traffic, now) ??
    0;
  return {
    at: now,
    spent: spend.spentMicros,
    held: spend.heldMicros,
    expected: spend.spentMicros,
    holdsFrom: committed <= ownSince ? now : now - hourMs,
    ema3m: fresh,
    ema3mOwn: 0,
    ema1h: 0,
    ema1hOwn: 0,
    ema3mSpent: viewRate * fresh,
    ema24hIssued: longIssued,
    ema24hSpent: longSpent,
    behind,
    usualPart: share,
  };
}

/** What was counted yesterday tells until there is enough of today. */
function viewRateOf({ campaign, counted }: TokenBucket, issued: Micros, spent: Micros): number {
  const known = Math.min(counted?.issued ?? 0, mostCountedAds);
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
  const due = window && duePart(window, traffic, now);
  return window && due !== undefined ? due * window.budgetMicros - spent : undefined;
}

/** The part of what was due so far that was due in the last hour. */
function lastHourPart(window: BudgetWindow, traffic: Traffic, now: EpochMs): number {
  const due = duePart(window, traffic, now) ?? 0;
  return due === 0 ? 1 : (due - (duePart(window, traffic, now - hourMs) ?? 0)) / due;
}
