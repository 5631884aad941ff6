import { Lru } from "../lru.ts";
import { campaignDay } from "./campaign-day.ts";
import type { EpochMs } from "./clock.ts";
import { localTime } from "./zones.ts";

/** One day of a time zone, as long as the zone makes it: 23 or 25 hours where the clocks change. */
export interface ZoneDay {
  readonly startsAt: EpochMs;
  /** The first instant of the next day. */
  readonly endsAt: EpochMs;
}

const quarterMs = 900_000;
/** The longest day has 25 hours; with this many quarters on either side both its ends are found. */
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
    startsAt: lastWith(current - reach, current, (quarter) => !isSame(quarter)) * quarterMs + quarterMs,
    endsAt: lastWith(current, current + reach, isSame) * quarterMs + quarterMs,
  };
  days.set(timeZone, found);
  return found;
}

/** The last integer that is so, of a range that begins with such and ends with others. */
function lastWith(from: number, to: number, isSo: (value: number) => boolean): number {
  let low = from;
  let high = to;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isSo(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** How far a zone's clocks are ahead of UTC at an instant, in milliseconds. */
export function zoneOffsetMs(timeZone: string, at: EpochMs): number {
  return localTime(timeZone, at).offsetMs;
}
