import type { EpochMs } from "./clock.ts";
import { localTime } from "./zones.ts";

/** Day of a campaign in its own time zone, `YYYY-MM-DD`. */
export type CampaignDay = string;

/**
 * The day on which `at` falls in an IANA time zone, `YYYY-MM-DD`. Days are as long as the zone makes them: 23 or 25
 * hours where the clocks change. Throws a RangeError for a name that the runtime does not know.
 */
export function campaignDay(timeZone: string, at: EpochMs): CampaignDay {
  return localTime(timeZone, at).date;
}
