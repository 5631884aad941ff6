import { giveBack } from "../../core/billing/release.ts";
import { maxBatch } from "../../core/storage/serving-store.ts";
import type { Accounts } from "./accounts.ts";
import type { Database } from "./database.ts";
import { toHold } from "./ledger.ts";
import { bytesOf, integerOf } from "./row.ts";

const dropOldest = `DELETE FROM deliveries WHERE id IN (
  SELECT id FROM deliveries WHERE issued_at < ? AND held = 0 ORDER BY issued_at LIMIT ${maxBatch})`;

/** Drops the oldest {@link maxBatch} of the deliveries that were issued before `before`. How many it was. */
export function dropOldDeliveries(db: Database, before: number): number {
  return db.run(dropOldest, before);
}

const forgetSome = `DELETE FROM deliveries WHERE id IN (SELECT id FROM deliveries WHERE user_key = ? LIMIT ${maxBatch})
  RETURNING id, issued_at, campaign_id, day, price, held, unproven`;

const dropOldestNetworks = `DELETE FROM networks WHERE (issued_at, delivery_id) IN (
  SELECT issued_at, delivery_id FROM networks WHERE issued_at < ? ORDER BY issued_at LIMIT ${maxBatch})`;

/** Drops the oldest {@link maxBatch} of the networks of deliveries that were issued before `before`. How many it was. */
export function dropOldNetworks(db: Database, before: number): number {
  return db.run(dropOldestNetworks, before);
}

const forgetNetwork = "DELETE FROM networks WHERE issued_at = ? AND delivery_id = ?";

/** Deletes at most {@link maxBatch} deliveries of one user and gives back what they hold. How many it was. */
export function forgetDeliveries(db: Database, accounts: Accounts, userKey: string): number {
  const gone = db.all(forgetSome, userKey);
  for (const row of gone) {
    db.run(forgetNetwork, integerOf(row, "issued_at"), bytesOf(row, "id"));
    if (integerOf(row, "held") === 1) giveBack(accounts, toHold(row));
  }
  return gone.length;
}
