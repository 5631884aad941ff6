import { deliveryLifetimeMs } from "../../core/timing/windows.ts";
import type { Account } from "./accounts.ts";
import type { Database } from "./database.ts";
import { integerOf } from "./row.ts";

/** Longer than any day of any zone, even if the campaign has moved across the date line since. */
const dayReachMs = 72 * 3_600_000;

/** Of web deliveries those that were seen, or still may be; of a bot's all: a posted message was shown. */
const countShown = (where: string): string => `SELECT count(*) AS n FROM (
  SELECT 1 FROM deliveries
  WHERE user_key = ? AND campaign_id = ? AND issued_at > ? ${where}
    AND (surface = 'bot' OR seen_at IS NOT NULL OR (issued_at >= ? AND (held = 1 OR price = 0)))
  LIMIT ?)`;

const countInWindow = countShown("");
const countOnDay = countShown("AND day = ?");

/** Whether the user has had as many deliveries of the campaign in the window as the cap allows. */
export function isCapReached(
  db: Database,
  { impressions, window }: NonNullable<Account["cap"]>,
  campaignId: string,
  userKey: string,
  today: string,
  now: number,
): boolean {
  const oldestOpen = now - deliveryLifetimeMs;
  const row =
    window === "day"
      ? db.get(countOnDay, userKey, campaignId, now - dayReachMs, today, oldestOpen, impressions)
      : db.get(countInWindow, userKey, campaignId, now - window, oldestOpen, impressions);
  return integerOf(row, "n") >= impressions;
}
