import type { FrequencyCap } from "../../core/catalog/entities.ts";
import type { CampaignDay } from "../../core/timing/campaign-day.ts";
import type { EpochMs } from "../../core/timing/clock.ts";
import type { Account } from "./accounts.ts";
import { type Entry, isExpired } from "./deliveries.ts";

/** Longer than any day of any zone, even if the campaign has moved across the date line since. */
const dayReachMs = 72 * 3_600_000;

/** Whether the user has had as many deliveries of the campaign in the window as the cap allows. */
export function capReached(
  { byUser }: Account,
  cap: FrequencyCap,
  userKey: string,
  today: CampaignDay,
  now: EpochMs,
): boolean {
  const ofUser = byUser?.get(userKey) ?? [];
  const reachMs = cap.window === "day" ? dayReachMs : cap.window;
  let counted = 0;
  for (let index = ofUser.length - 1; index >= 0 && counted < cap.impressions; index -= 1) {
    const entry = ofUser[index];
    if (entry === undefined || now - entry.delivery.issuedAt >= reachMs) break;
    if (cap.window === "day" && entry.delivery.day !== today) continue;
    if (!isLost(entry, now)) counted += 1;
  }
  return counted >= cap.impressions;
}

/** Expired before it was seen. A bot's message was shown in any case. */
function isLost(entry: Entry, now: EpochMs): boolean {
  return entry.delivery.surface === "web" && entry.delivery.seenAt === undefined && isExpired(entry, now);
}
