import type { Campaign } from "../../catalog/entities.ts";
import type { Micros } from "../../money.ts";
import type { EpochMs } from "../../timing/clock.ts";
import type { Plan } from "./plan.ts";

/** What one instance knows of the pace of one campaign. Amounts in micros. */
export interface TokenBucket {
  campaign: Campaign;
  plan: Plan | undefined;
  /** What this instance may issue now; the campaign takes part while it is above 0. */
  allowance: Micros;
  /** What this instance may issue in an hour. `undefined` until the store was asked. */
  perHour: number | undefined;
  /** The same as it was in the mean of the last hour, for when the store cannot be asked. */
  steadyPerHour: number;
  filledAt: EpochMs;
  usedAt: EpochMs;
  /** Issued here since the store was last asked. */
  ownSince: Micros;
  /** What the statistics say of its views; `undefined` until they were asked. */
  counted: CountedViews | undefined;
  seen: Observed | undefined;
}

/** Web deliveries of a day or so that were counted. */
export interface CountedViews {
  readonly issued: number;
  readonly seen: number;
}

/** The store's answers, faded: each amount loses its weight over the time that its name says. */
export interface Observed {
  readonly at: EpochMs;
  readonly spent: Micros;
  readonly held: Micros;
  /** Spent and expected to be spent, as `behind` was last told. */
  readonly expected: Micros;
  /** When the oldest hold can have been made. */
  readonly holdsFrom: EpochMs;
  /** Issued by all and by this instance, and spent by all, over some minutes. */
  readonly ema3m: Micros;
  readonly ema3mOwn: Micros;
  readonly ema3mSpent: Micros;
  /** Issued by all and by this instance over an hour or so, as far as it was there. */
  readonly ema1h: Micros;
  readonly ema1hOwn: Micros;
  /** Issued and spent by all over some hours. */
  readonly ema24hIssued: Micros;
  readonly ema24hSpent: Micros;
  /** How far spending is behind the plan; negative: ahead. */
  readonly behind: Micros;
  /**
   * The mean of what this instance took of the wanted rate. Its share of the last minutes is off by chance, and all
   * shares together are more than one: corrected from answer to answer, but not while there are none.
   */
  readonly usualPart: number;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** An answer of the store that is older than this says nothing of what is to be made up for. */
const staleMs = 10 * minuteMs;
/** An allowance that nobody uses is kept for so long, and one that was overdrawn is paid back for so long. */
const burstHours = 30 / 3_600;
const debtHours = 60 / 3_600;

/** One ad may be issued before the store is asked. */
export function createMeter(campaign: Campaign, now: EpochMs): TokenBucket {
  const allowance = campaign.priceMicros;
  return {
    campaign,
    plan: undefined,
    allowance,
    perHour: undefined,
    steadyPerHour: 0,
    filledAt: now,
    usedAt: now,
    ownSince: 0,
    counted: undefined,
    seen: undefined,
  };
}

/** Adds what the time since the last call allows, at the rate that was last worked out. */
export function fill(meter: TokenBucket, now: EpochMs): void {
  const hours = Math.max(now - meter.filledAt, 0) / hourMs;
  meter.filledAt = now;
  if (meter.seen !== undefined && meter.perHour !== undefined && now - meter.seen.at > staleMs) {
    meter.perHour = meter.steadyPerHour;
  }
  const { perHour, campaign } = meter;
  if (perHour === undefined) return;
  const most = Math.max(campaign.priceMicros, perHour * burstHours);
  const least = -Math.max(2 * campaign.priceMicros, perHour * debtHours);
  meter.allowance = Math.max(Math.min(meter.allowance + perHour * hours, most), least);
}

/** A campaign that is ahead of its curve waits, whatever is left of its allowance. */
export function isActive({ allowance, perHour }: TokenBucket): boolean {
  return allowance > 0 && perHour !== 0;
}

/** What this instance and all others issued in the last hour or so, in ads. */
export function adsLately({ seen, campaign }: TokenBucket): { readonly own: number; readonly all: number } {
  if (seen === undefined) return { own: 0, all: 0 };
  return { own: seen.ema1hOwn / campaign.priceMicros, all: seen.ema1h / campaign.priceMicros };
}
