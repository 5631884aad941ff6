import type { Campaign } from "../catalog/entities.ts";
import type { EpochMs } from "../timing/clock.ts";

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
  const { day, hour } = wallTime(timeZone, now);
  return hours.some((window) => window.days.includes(day) && hour >= window.from && hour < window.to);
}

interface WallTime {
  /** Number of the quarter since 1970 in which it is valid. */
  readonly quarter: number;
  /** 1 = Monday … 7 = Sunday. */
  readonly day: number;
  readonly hour: number;
}

interface ZoneClock {
  readonly format: Intl.DateTimeFormat;
  /** The wall times of the last even and the last odd quarter that were computed. */
  readonly recent: (WallTime | undefined)[];
}

/** There are fewer zones than this; a catalogue cannot name others. */
const maxZones = 1_000;
const zones = new Map<string, ZoneClock>();

/** `Intl` takes microseconds, so each zone is computed once a quarter, whatever the number of campaigns. */
function wallTime(timeZone: string, now: EpochMs): WallTime {
  const zone = zones.get(timeZone) ?? openZone(timeZone);
  const quarter = Math.floor(now / quarterMs);
  const parity = quarter & 1;
  const known = zone.recent[parity];
  if (known?.quarter === quarter) return known;
  const parts = zone.format.formatToParts(now);
  const day = weekdays.indexOf(parts.find((part) => part.type === "weekday")?.value ?? "") + 1;
  const hour = Number(parts.find((part) => part.type === "hour")?.value);
  const computed = { quarter, day, hour };
  zone.recent[parity] = computed;
  return computed;
}

function openZone(timeZone: string): ZoneClock {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    weekday: "short",
    hour: "numeric",
    hourCycle: "h23",
  });
  if (zones.size >= maxZones) zones.clear();
  const zone: ZoneClock = { format, recent: [undefined, undefined] };
  zones.set(timeZone, zone);
  return zone;
}

const weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
