import { deliveryLifetimeMs } from "../../core/timing/windows.ts";
import type { Accounts } from "./accounts.ts";
import type { Database } from "./database.ts";
import { integerOf, textOf } from "./row.ts";

const releaseOldest = `UPDATE deliveries SET held = 0 WHERE id IN (
    SELECT id FROM deliveries WHERE held = 1 AND issued_at < ? ORDER BY issued_at LIMIT ?)
  RETURNING campaign_id, day, price`;

/** Gives back the holds of at most `limit` expired deliveries, oldest first, and says how many it was. */
export function releaseHolds(
  db: Database,
  accounts: Accounts,
  now: number,
  limit: number = Number.MAX_SAFE_INTEGER,
): number {
  const released = db.all(releaseOldest, now - deliveryLifetimeMs, limit);
  for (const row of released) {
    const heldMicros = -integerOf(row, "price");
    accounts.move(textOf(row, "campaign_id"), textOf(row, "day"), { spentMicros: 0, heldMicros });
  }
  return released.length;
}
