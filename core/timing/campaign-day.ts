import type { EpochMs } from "./clock.ts";

/** Day of a campaign in its own time zone, `YYYY-MM-DD`. */
export type CampaignDay = string;

const minuteMs = 60_000;

/** IANA has about 600 names; more than this are spellings of the same ones. */
const maxZones = 1_000;

interface Zone {
  readonly format: Intl.DateTimeFormat;
  minute: number;
  day: CampaignDay;
}

const zones = new Map<string, Zone>();

/**
 * The day on which `at` falls in an IANA time zone, `YYYY-MM-DD`. Days are as long as the zone makes them: 23 or 25
 * hours where the clocks change. Throws a RangeError for a name that the runtime does not know.
 */
export function campaignDay(timeZone: string, at: EpochMs): CampaignDay {
  const zone = zones.get(timeZone) ?? addZone(timeZone);
  // Since 1972 every zone's offset is whole minutes and changes on a whole minute, so a minute has one day.
  // Formatting takes microseconds, and one order needs up to eight days.
  const minute = Math.floor(at / minuteMs);
  if (zone.minute !== minute) {
    zone.day = formatDay(zone.format, at);
    zone.minute = minute;
  }
  return zone.day;
}

function addZone(timeZone: string): Zone {
  const format = new Intl.DateTimeFormat("en-US-u-ca-gregory-nu-latn", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  if (zones.size >= maxZones) zones.clear();
  const zone: Zone = { format, minute: Number.NaN, day: "" };
  zones.set(timeZone, zone);
  return zone;
}

function formatDay(format: Intl.DateTimeFormat, at: EpochMs): CampaignDay {
  const parts = new Map(format.formatToParts(at).map((part) => [part.type, part.value]));
  return `${(parts.get("year") ?? "").padStart(4, "0")}-${parts.get("month")}-${parts.get("day")}`;
}
