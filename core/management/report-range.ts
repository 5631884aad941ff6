import * as v from "valibot";
import type { EpochMs } from "../timing/clock.ts";
import { zoneDay, zoneOffsetMs } from "../timing/zone-day.ts";
import { invalidField, type ManagementProblem } from "./problem.ts";

const maxDays = 400;
const defaultDays = 7;
const hourMs = 3_600_000;
const noon = 12 * hourMs;

/** Days are `YYYY-MM-DD` in `timeZone`, both inclusive. */
export interface RangeQuery {
  /** The first day. Default: the last 7 days. */
  readonly from?: string | undefined;
  /** The last day. Default: today. */
  readonly to?: string | undefined;
  /** An IANA name. Default: `UTC`. */
  readonly timeZone: string;
}

/** The days of a report, in whole hours. */
export interface Range {
  readonly from: EpochMs;
  readonly to: EpochMs;
  readonly days: readonly { readonly startsAt: EpochMs; readonly endsAt: EpochMs }[];
}

const dayAdvice = "Write an existing day from 1970 on, like 2026-11-21.";
/** The schema of `from` and `to`. */
export const reportDay: v.GenericSchema<unknown, string> = v.pipe(
  v.string(),
  v.isoDate(dayAdvice),
  v.check(isDay, dayAdvice),
);

/** The fault of a day of a report; `undefined`: the day is valid. */
export function dayFault(text: string): string | undefined {
  return v.safeParse(reportDay, text).issues?.[0].message;
}

/** Default: the last 7 days. */
export function readRange(query: RangeQuery, now: EpochMs): Range | ManagementProblem {
  const { timeZone: zone } = query;
  const last = query.to === undefined ? zoneDay(zone, now) : dayNamed(query.to, zone);
  const firstDay =
    query.from === undefined
      ? zoneDay(zone, last.startsAt - (defaultDays - 1) * 24 * hourMs + noon)
      : dayNamed(query.from, zone);
  const days = [];
  for (let one = firstDay; one.startsAt <= last.startsAt; one = zoneDay(zone, one.endsAt)) {
    days.push({ startsAt: wholeHour(one.startsAt), endsAt: wholeHour(one.endsAt) });
    if (days.length > maxDays) return invalidField("from", `Choose at most ${maxDays} days.`);
  }
  if (days.length === 0) {
    return query.to === undefined
      ? invalidField("from", "Choose a day that is not in the future.")
      : invalidField("to", "Must not be before from.");
  }
  return { from: wholeHour(firstDay.startsAt), to: wholeHour(last.endsAt), days };
}

/** Rounds up to the next full hour: hourly figures belong to the day on which the hour begins. */
function wholeHour(at: EpochMs): EpochMs {
  return Math.ceil(at / hourMs) * hourMs;
}

/** `Date.parse` reads the 31st of February as the 3rd of March, and its calendars read the year 0 as 1900. */
function isDay(name: string): boolean {
  const at = Date.parse(`${name}T00:00:00Z`);
  return at >= 0 && new Date(at).toISOString().startsWith(name);
}

function dayNamed(name: string, zone: string): ReturnType<typeof zoneDay> {
  const at = Date.parse(`${name}T12:00:00Z`);
  return zoneDay(zone, at - zoneOffsetMs(zone, at));
}
