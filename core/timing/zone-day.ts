import { Lru } from "../lru.ts";
import { campaignDay } from "./campaign-day.ts";
import type { EpochMs } from "./clock.ts";
import { localTime } from "./zones.ts";

/** One day of a time zone, as long as the zone makes it: 23 or 25 hours where the clocks change. */
export interface ZoneDay {
  /** The first instant of the day. */
  readonly startsAt: EpochMs;
  /** The first instant of the next day. */
  readonly endsAt: EpochMs;
}

const quarterMs = 900_000;
/** The longest day has 25 hours, so both ends lie within this many quarters. */
const reach = 26 * 4;
const maxZones = 1_000;

const days = new Lru<ZoneDay>(maxZones);

/** The day of an IANA time zone on which `at` falls. Throws a RangeError for a name that the runtime does not know. */
export function zoneDay(timeZone: string, at: EpochMs): ZoneDay {
  const known = days.get(timeZone);
  if (known !== undefined && at >= known.startsAt && at < known.endsAt) return known;
  const day = campaignDay(timeZone, at);
  const isSame = (quarter: number): boolean => campaignDay(timeZone, quarter * quarterMs) === day;
  // Zones differ from UTC by whole quarters of an hour, so a day begins on one.
  const current = Math.floor(at / quarterMs);
  const found: ZoneDay = {
    startsAt: lastWhere(current - reach, current, (quarter) => !isSame(quarter)) * quarterMs + quarterMs,
    endsAt: lastWhere(current, current + reach, isSame) * quarterMs + quarterMs,
  };
  days.set(timeZone, found);
  return found;
}

/** The last integer that satisfies a predicate that holds up to some point of the range. Binary search. */
function lastWhere(from: number, to: number, holds: (value: number) => boolean): number {
  let low = from;
  let high = to;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** How far a zone's clocks are ahead of UTC at an instant, in milliseconds. */
export function zoneOffsetMs(timeZone: string, at: EpochMs): number {
  return localTime(timeZone, at).offsetMs;
}
