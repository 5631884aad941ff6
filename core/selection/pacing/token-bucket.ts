import type { Campaign } from "../../catalog/entities.ts";
import type { Micros } from "../../money.ts";
import type { EpochMs } from "../../timing/clock.ts";
import type { Plan } from "./plan.ts";

/** The token bucket of one campaign on one instance: a token is a micro that may be issued. Amounts are in micros. */
export interface TokenBucket {
  campaign: Campaign;
  plan: Plan | undefined;
  /** The money that this instance may issue now. The campaign is active while it is above 0. */
  allowance: Micros;
  /** The refill rate per hour. `undefined` until the store is read: no limit. */
  perHour: number | undefined;
  /** The mean refill rate of the last hour, used while the store cannot be read. */
  steadyPerHour: number;
  refilledAt: EpochMs;
  usedAt: EpochMs;
  /** Issued by this instance since the store was last read. */
  ownSince: Micros;
  /** Counted views; `undefined` until the counts are read. */
  counted: CountedViews | undefined;
  seen: Observed | undefined;
}

/** Counted web deliveries of the last day. */
export interface CountedViews {
  readonly issued: number;
  readonly seen: number;
}

/** The last read of the store. An amount `ema…` is an exponential moving average over the time in its name. */
export interface Observed {
  readonly at: EpochMs;
  readonly spent: Micros;
  readonly held: Micros;
  /** Spent, and expected to be spent by unseen ads; the base of the last `behind`. */
  readonly expected: Micros;
  /** The earliest time at which the oldest hold was made. */
  readonly holdsFrom: EpochMs;
  /** Over 3 minutes: issued by all instances and by this one, and spent. */
  readonly ema3m: Micros;
  readonly ema3mOwn: Micros;
  readonly ema3mSpent: Micros;
  /** Over 1 hour: issued by all instances and by this one, since this instance started. */
  readonly ema1h: Micros;
  readonly ema1hOwn: Micros;
  /** Over 24 hours: issued and spent by all instances. */
  readonly ema24hIssued: Micros;
  readonly ema24hSpent: Micros;
  /** How far spending is behind the plan. Negative: ahead. */
  readonly behind: Micros;
  /**
   * The mean share of the wanted rate that this instance takes. The share of the last minutes is random, and all shares add up
   * to more than 1. Each read of the store corrects that, so the mean is used while there are no reads.
   */
  readonly meanShare: number;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** After this time without a read of the store, the mean rate is used. */
const staleMs = 10 * minuteMs;
/** The capacity of the bucket in hours of refill, and the most debt. */
const burstHours = 30 / 3_600;
const debtHours = 60 / 3_600;

/** A bucket that allows one ad before the store is read. */
export function createTokenBucket(campaign: Campaign, now: EpochMs): TokenBucket {
  const allowance = campaign.priceMicros;
  return {
    campaign,
    plan: undefined,
    allowance,
    perHour: undefined,
    steadyPerHour: 0,
    refilledAt: now,
    usedAt: now,
    ownSince: 0,
    counted: undefined,
    seen: undefined,
  };
}

/** Refills the bucket for the time since the last refill. */
export function refill(bucket: TokenBucket, now: EpochMs): void {
  const hours = Math.max(now - bucket.refilledAt, 0) / hourMs;
  bucket.refilledAt = now;
  if (bucket.seen !== undefined && bucket.perHour !== undefined && now - bucket.seen.at > staleMs) {
    bucket.perHour = bucket.steadyPerHour;
  }
  const { perHour, campaign } = bucket;
  if (perHour === undefined) return;
  const most = Math.max(campaign.priceMicros, perHour * burstHours);
  const least = -Math.max(2 * campaign.priceMicros, perHour * debtHours);
  bucket.allowance = Math.max(Math.min(bucket.allowance + perHour * hours, most), least);
}

/** Whether the campaign takes part. A campaign with a rate of 0 is ahead of its plan and waits. */
export function isActive({ allowance, perHour }: TokenBucket): boolean {
  return allowance > 0 && perHour !== 0;
}

/** Ads of the last hour: of this instance and of all instances. */
export function recentAds({ seen, campaign }: TokenBucket): { readonly own: number; readonly all: number } {
  if (seen === undefined) return { own: 0, all: 0 };
  return { own: seen.ema1hOwn / campaign.priceMicros, all: seen.ema1h / campaign.priceMicros };
}
