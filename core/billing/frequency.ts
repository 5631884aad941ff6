import type { CampaignDay } from "../timing/campaign-day.ts";
import type { EpochMs } from "../timing/clock.ts";
import { deliveryLifetimeMs } from "../timing/windows.ts";
import type { Account, CapQuery, Ledger, StoredDelivery } from "./ledger.ts";
import { isReleased } from "./release.ts";

/** Longer than any day of any zone, even if the campaign has moved across the date line since. */
const dayReachMs = 72 * 3_600_000;

/**
 * Whether the frequency cap refuses the user: "fewer than `impressions` deliveries of this campaign to this `userKey` were
 * issued in the window".
 */
export function isCapReached(
  ledger: Ledger,
  { campaignId, frequencyCap }: Account,
  userKey: string,
  today: CampaignDay,
  now: EpochMs,
): boolean {
  if (frequencyCap === undefined) return false;
  const { impressions, window } = frequencyCap;
  const counted = ledger.countDeliveries({
    campaignId,
    userKey,
    // "A sliding window of w ms reaches back to deliveries younger than w; `day` counts those of the campaign's current day."
    issuedAfter: now - (window === "day" ? dayReachMs : window),
    day: window === "day" ? today : undefined,
    openSince: now - deliveryLifetimeMs,
    most: impressions,
  });
  return counted >= impressions;
}

/** Whether a delivery of the query's campaign to its user counts. A store may say the same in its own language. */
export function countsTowardCap(stored: StoredDelivery, query: CapQuery): boolean {
  const { surface, day, issuedAt, seenAt } = stored.delivery;
  if (issuedAt <= query.issuedAfter || (query.day !== undefined && day !== query.day)) return false;
  // "Not counting web deliveries that expired before they were seen." "Bot deliveries count in any case."
  const isOpen = issuedAt >= query.openSince && !isReleased(stored);
  return surface === "bot" || seenAt !== undefined || isOpen;
}
