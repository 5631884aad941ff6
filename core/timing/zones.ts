import { Lru } from "../lru.ts";
import type { EpochMs } from "./clock.ts";

/** The local date and time of a time zone at an instant. */
export interface LocalTime {
  /** Number of the minute since 1970 for which it holds. */
  readonly minute: number;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** 1 = Monday … 7 = Sunday. */
  readonly weekday: number;
  readonly hour: number;
  /** How far the clocks are ahead of UTC. */
  readonly offsetMs: number;
}

interface Zone {
  readonly format: Intl.DateTimeFormat;
  /** Of the last even and the last odd minute: one of any two quarters of an hour in a row begins on each. */
  readonly recent: (LocalTime | undefined)[];
}

const minuteMs = 60_000;
/** IANA has about 600 names; more than this are spellings of the same ones. */
const maxZones = 1_000;
const zones = new Lru<Zone>(maxZones);

/**
 * The local time of an IANA time zone at an instant. Since 1972 every zone's offset is whole minutes and changes on a whole
 * minute, so one call of `Intl`, which takes microseconds, serves a minute. Throws a RangeError for a name that the runtime does
 * not know.
 */
export function localTime(timeZone: string, at: EpochMs): LocalTime {
  const zone = zones.get(timeZone) ?? openZone(timeZone);
  const minute = Math.floor(at / minuteMs);
  const parity = minute & 1;
  const known = zone.recent[parity];
  if (known?.minute === minute) return known;
  const read = readTime(zone.format, minute);
  zone.recent[parity] = read;
  return read;
}

function openZone(timeZone: string): Zone {
  const format = new Intl.DateTimeFormat("en-US-u-ca-gregory-nu-latn", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    weekday: "short",
    hour: "numeric",
    minute: "numeric",
    hourCycle: "h23",
  });
  const zone: Zone = { format, recent: [undefined, undefined] };
  zones.set(timeZone, zone);
  return zone;
}

const weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

function readTime(format: Intl.DateTimeFormat, minute: number): LocalTime {
  const parts = new Map<string, string>(
    format.formatToParts(minute * minuteMs).map(({ type, value }) => [type, value]),
  );
  const part = (type: string): string => parts.get(type) ?? "";
  const [year, month, day] = [part("year"), part("month"), part("day")];
  const hour = Number(part("hour"));
  const local = Date.UTC(Number(year), Number(month) - 1, Number(day), hour, Number(part("minute")));
  return {
    minute,
    date: `${year.padStart(4, "0")}-${month}-${day}`,
    weekday: weekdays.indexOf(part("weekday")) + 1,
    hour,
    offsetMs: local - minute * minuteMs,
  };
}
