import type { CapQuery, Hold, Ledger } from "../../core/billing/ledger.ts";
import { withAccounts } from "./accounts.ts";
import { insertCharge } from "./charge-row.ts";
import type { Database } from "./database.ts";
import { findDelivery, insertDelivery, updateDelivery } from "./delivery-row.ts";
import { integerOf, type Row, textOf } from "./row.ts";

/** `countsTowardCap` of the core in SQL. Values: user, campaign, issued after, (day,) open since, at most. */
const countShown = (ofDay: string): string => `SELECT count(*) AS n FROM (
  SELECT 1 FROM deliveries
  WHERE user_key = ? AND campaign_id = ? AND issued_at > ? ${ofDay}
    AND (surface = 'bot' OR seen_at IS NOT NULL OR (issued_at >= ? AND (held = 1 OR price = 0)))
  LIMIT ?)`;

const countInWindow = countShown("");
const countOnDay = countShown("AND day = ?");

const releaseOldest = `UPDATE deliveries SET held = 0 WHERE id IN (
    SELECT id FROM deliveries WHERE held = 1 AND issued_at < ? ORDER BY issued_at LIMIT ?)
  RETURNING campaign_id, day, price, unproven`;

/** Runs `work` on the ledger in a transaction that is already open, and writes the accounts at its end. */
export function withLedger<T>(db: Database, work: (ledger: Ledger) => T): T {
  return withAccounts(db, (accounts) =>
    work({
      ...accounts,
      findDelivery: (id) => findDelivery(db, id),
      insertDelivery: (stored) => insertDelivery(db, stored),
      updateDelivery: (after, charged) => {
        updateDelivery(db, after);
        if (charged) insertCharge(db, after.delivery);
      },
      countDeliveries: (query) => countDeliveries(db, query),
      takeExpiredHolds: (issuedBefore, limit) => db.all(releaseOldest, issuedBefore, limit).map(toHold),
    }),
  );
}

function countDeliveries(db: Database, query: CapQuery): number {
  const { userKey, campaignId, issuedAfter, day, openSince, most } = query;
  const row =
    day === undefined
      ? db.get(countInWindow, userKey, campaignId, issuedAfter, openSince, most)
      : db.get(countOnDay, userKey, campaignId, issuedAfter, day, openSince, most);
  return integerOf(row, "n");
}

/** Reads `campaign_id`, `day`, `price` and `unproven` of a delivery. */
export function toHold(row: Row): Hold {
  return {
    campaignId: textOf(row, "campaign_id"),
    day: textOf(row, "day"),
    priceMicros: integerOf(row, "price"),
    unproven: integerOf(row, "unproven") === 1,
  };
}
