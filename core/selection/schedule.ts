import type { Campaign } from "../catalog/entities.ts";
import type { EpochMs } from "../timing/clock.ts";
import { localTime } from "../timing/zones.ts";

/** Zones differ by multiples of a quarter of an hour, so the local day and hour are constant within a quarter. */
export const quarterMs: number = 3_600_000 / 4;

/** Whether a campaign has a start, an end or weekly hours. */
export function hasSchedule({ startsAt, endsAt, hours }: Campaign): boolean {
  return startsAt !== undefined || endsAt !== undefined || hours !== undefined;
}

/** Whether an active campaign runs at an instant. */
export function isRunningAt(campaign: Campaign, now: EpochMs): boolean {
  return (
    !hasSchedule(campaign) || (now >= startOf(campaign) && now < endOf(campaign) && isInHours(campaign, now))
  );
}

/** The first instant of a campaign. */
export function startOf({ startsAt }: Campaign): EpochMs {
  return startsAt === undefined ? Number.NEGATIVE_INFINITY : Date.parse(startsAt);
}

/** The first instant after a campaign. */
export function endOf({ endsAt }: Campaign): EpochMs {
  return endsAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(endsAt);
}

/** Whether an instant is in the weekly hours of a campaign. */
export function isInHours({ hours, timeZone }: Campaign, now: EpochMs): boolean {
  if (hours === undefined) return true;
  const { weekday, hour } = localTime(timeZone, now);
  return hours.some((window) => window.days.includes(weekday) && hour >= window.from && hour < window.to);
}
