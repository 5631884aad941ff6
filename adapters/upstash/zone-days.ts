import { campaignDay } from "../../core/timing/campaign-day.ts";
import type { EpochMs } from "../../core/timing/clock.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const beforeMs = 48 * hourMs;
const spanMs = 16 * 24 * hourMs;

export interface ZoneDays {
  /** `start day start day … end -`: each day lasts until the next start, and nothing is known from the end on. */
  readonly text: string;
  readonly end: EpochMs;
}

/**
 * The days of a time zone around a moment, for scripts, which know no time zones. Throws a RangeError for a zone that the
 * runtime does not know.
 */
export function zoneDays(timeZone: string, now: EpochMs): ZoneDays {
  const start = Math.floor(now / hourMs) * hourMs - beforeMs;
  const end = start + spanMs;
  let day = campaignDay(timeZone, start);
  const parts = [`${start} ${day}`];
  for (let at = start; at < end; at += hourMs) {
    const next = campaignDay(timeZone, at + hourMs);
    if (next === day) continue;
    parts.push(`${firstMinuteOf(timeZone, next, at)} ${next}`);
    day = next;
  }
  return { text: [...parts, `${end} -`].join(" "), end };
}

/** Days begin on whole minutes (core/timing/campaign-day.ts). */
function firstMinuteOf(timeZone: string, day: string, after: EpochMs): EpochMs {
  let [low, high] = [0, hourMs / minuteMs];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (campaignDay(timeZone, after + middle * minuteMs) === day) high = middle;
    else low = middle;
  }
  return after + high * minuteMs;
}
