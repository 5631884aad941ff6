import type { EpochMs } from "../timing/clock.ts";
import { zoneDay, zoneOffsetMs } from "../timing/zone-day.ts";

/** A calendar month of a time zone: `from` included, `to` excluded. */
export interface Period {
  /** `YYYY-MM`. */
  readonly name: string;
  /** IANA name. */
  readonly timeZone: string;
  readonly from: EpochMs;
  readonly to: EpochMs;
}

const noonMs = 12 * 3_600_000;

/** The month named `YYYY-MM`. `undefined`: no such month, or one before 1970. */
export function monthOf(name: string, timeZone: string): Period | undefined {
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(name) ?? [];
  if (year === undefined || month === undefined || Number(year) < 1970) return undefined;
  const from = firstInstant(Number(year), Number(month) - 1, timeZone);
  const to = firstInstant(Number(year), Number(month), timeZone);
  return { name, timeZone, from, to };
}

/** The first instant of a month; `month` counts from 0. Clocks change at midnight in some zones, but not at noon. */
function firstInstant(year: number, month: number, timeZone: string): EpochMs {
  const noon = Date.UTC(year, month, 1) + noonMs;
  return zoneDay(timeZone, noon - zoneOffsetMs(timeZone, noon)).startsAt;
}
