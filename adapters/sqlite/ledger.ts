import { BatchLedger, type LedgerSource } from "../kit/sql/batch-ledger.ts";
import { columnOf, integerOf, readRow, type Table, valuesOf } from "../kit/sql/columns.ts";
import { campaignDays, campaigns, charges, deliveries, storedOf } from "../kit/sql/ledger-tables.ts";
import { toHold } from "../kit/sql/with-ledger.ts";
import type { Statements } from "./driver.ts";

const selectCampaign = "SELECT * FROM campaigns WHERE id = ?";
const selectDay = "SELECT * FROM campaign_days WHERE campaign_id = ? AND day = ?";
const selectDelivery = "SELECT * FROM deliveries WHERE id = ?";

/** `countsTowardCap` of the core in SQL. Values: user, campaign, issued after, (day,) open since, at most. */
const countShown = (ofDay: string): string => `SELECT count(*) AS n FROM (
  SELECT 1 FROM deliveries
  WHERE user_key = ? AND campaign_id = ? AND issued_at > ? ${ofDay}
    AND (surface = 'bot' OR seen_at IS NOT NULL OR (issued_at >= ? AND (held = 1 OR price_micros = 0)))
  LIMIT ?)`;
const countInWindow = countShown("");
const countOnDay = countShown("AND day = ?");

const selectExpired = `SELECT id, campaign_id, day, price_micros, unproven FROM deliveries
  WHERE held = 1 AND issued_at < ? ORDER BY issued_at LIMIT ? OFFSET ?`;
const release = "UPDATE deliveries SET held = 0 WHERE id = ?";

const updateCampaign =
  "UPDATE campaigns SET used_micros = ?, held_micros = ?, unproven_held_micros = ? WHERE id = ?";
const putDay = `${insertInto(campaignDays)} ON CONFLICT (campaign_id, day) DO UPDATE SET
  daily_budget_micros = excluded.daily_budget_micros, used_micros = excluded.used_micros, held_micros = excluded.held_micros`;
const insertDelivery = insertInto(deliveries);
/** What an event changes, and the key. */
const updatedFields = [
  "mark",
  "seenAt",
  "pressedAt",
  "clickedAt",
  "chargedAt",
  "presses",
  "held",
  "seenRecorded",
  "id",
] as const;
const updateDelivery = `UPDATE deliveries SET mark = ?, seen_at = ?, pressed_at = ?, clicked_at = ?, charged_at = ?, presses = ?,
  held = ?, seen_recorded = ? WHERE id = ?`;
const insertCharge = insertInto(charges);

/**
 * Runs `work` on a ledger that reads each row when it is asked for, in a transaction that is already open, and writes the changes. A
 * batch of 64 orders of one campaign reads and writes its account once.
 */
export function withLedger<T>(db: Statements, work: (ledger: BatchLedger) => T): T {
  const ledger = new BatchLedger(sourceOn(db));
  const result = work(ledger);
  const changes = ledger.changes();
  for (const { usedMicros, heldMicros, unprovenHeldMicros, id } of changes.campaigns) {
    db.run(updateCampaign, [usedMicros, heldMicros, unprovenHeldMicros, id]);
  }
  for (const day of changes.days) db.run(putDay, valuesOf(campaignDays, day));
  for (const delivery of changes.inserted) db.run(insertDelivery, valuesOf(deliveries, delivery));
  for (const delivery of changes.updated) {
    db.run(updateDelivery, valuesOf(deliveries, delivery, updatedFields));
  }
  for (const charge of changes.charged) db.run(insertCharge, valuesOf(charges, charge));
  for (const id of changes.released) db.run(release, [id]);
  return result;
}

function sourceOn(db: Statements): LedgerSource {
  let taken = 0;
  return {
    campaign: (id) => {
      const row = db.get(selectCampaign, [id]);
      return row && readRow(campaigns, row);
    },
    day: (campaignId, day) => {
      const row = db.get(selectDay, [campaignId, day]);
      return row && readRow(campaignDays, row);
    },
    delivery: (id) => {
      const row = db.get(selectDelivery, [id]);
      return row && storedOf(row);
    },
    countDeliveries: ({ userKey, campaignId, issuedAfter, day, openSince, most }) => {
      const counted =
        day === undefined
          ? db.get(countInWindow, [userKey, campaignId, issuedAfter, openSince, most])
          : db.get(countOnDay, [userKey, campaignId, issuedAfter, day, openSince, most]);
      return integerOf(counted?.["n"]);
    },
    takeExpired: (issuedBefore, limit) => {
      const holds = db.all(selectExpired, [issuedBefore, limit, taken]).map(toHold);
      taken += holds.length;
      return holds;
    },
  };
}

function insertInto<T extends object>({ name, fields }: Table<T>): string {
  const columns = fields.map(columnOf).join(", ");
  return `INSERT INTO ${name} (${columns}) VALUES (${fields.map(() => "?").join(", ")})`;
}
