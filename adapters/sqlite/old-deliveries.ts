import { maxBatch } from "../../core/storage/serving-store.ts";
import type { Accounts } from "./accounts.ts";
import type { Database } from "./database.ts";
import { toHold } from "./ledger.ts";
import { integerOf } from "./row.ts";

const dropOldest = `DELETE FROM deliveries WHERE id IN (
  SELECT id FROM deliveries WHERE issued_at < ? AND held = 0 ORDER BY issued_at LIMIT ${maxBatch})`;

/** Drops the oldest {@link maxBatch} of the deliveries that were issued before `before`. How many it was. */
export function dropOldDeliveries(db: Database, before: number): number {
  return db.run(dropOldest, before);
}

const forgetSome = `DELETE FROM deliveries WHERE id IN (SELECT id FROM deliveries WHERE user_key = ? LIMIT ${maxBatch})
  RETURNING campaign_id, day, price, held`;

/** Deletes at most {@link maxBatch} deliveries of one user and gives back what they hold. How many it was. */
export function forgetDeliveries(db: Database, accounts: Accounts, userKey: string): number {
  const gone = db.all(forgetSome, userKey);
  for (const row of gone) {
    if (integerOf(row, "held") === 0) continue;
    const { campaignId, day, priceMicros } = toHold(row);
    accounts.move(campaignId, day, { spentMicros: 0, heldMicros: -priceMicros });
  }
  return gone.length;
}
