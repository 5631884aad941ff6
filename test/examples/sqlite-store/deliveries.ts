import type { Delivery } from "../../../core/storage.ts";
import { deliveryLifetimeMs } from "../../../core/timing/windows.ts";
import { type Database, parsed } from "./database.ts";
import { move } from "./ledger.ts";

/** A delivery and what nobody outside sees of it. */
export interface Entry {
  readonly delivery: Delivery;
  /** Whether `seen` itself was recorded; `seenAt` is also set by a press or a click. */
  readonly seenRecorded: boolean;
  /** What became of the held price. `none`: nothing was ever held. */
  readonly hold: "none" | "open" | "spent" | "released";
}

export function findDelivery(db: Database, id: string): Entry | undefined {
  const row = db.get("SELECT body FROM deliveries WHERE id = ?", id);
  return row && parsed<Entry>(row);
}

/** The body is the truth; the columns are what queries look for. */
export function saveDelivery(db: Database, entry: Entry): void {
  const { id, campaignId, userKey, day, priceMicros, issuedAt, surface, seenAt } = entry.delivery;
  db.run(
    "INSERT OR REPLACE INTO deliveries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
    id,
    campaignId,
    userKey,
    day,
    priceMicros,
    issuedAt,
    entry.hold,
    // A bot's message was shown in any case.
    surface === "bot" || seenAt !== undefined ? 1 : 0,
    JSON.stringify(entry),
  );
}

export function isExpired({ delivery, hold }: Entry, now: number): boolean {
  return now - delivery.issuedAt > deliveryLifetimeMs || hold === "released";
}

/** Gives back the holds of at most `limit` expired deliveries, oldest first; -1 is no limit. */
export function releaseHolds(db: Database, limit: number, now: number): number {
  const rows = db.all(
    "SELECT body FROM deliveries WHERE hold = 'open' AND issued_at < ? ORDER BY issued_at LIMIT ?",
    now - deliveryLifetimeMs,
    limit,
  );
  for (const row of rows) {
    const entry = parsed<Entry>(row);
    saveDelivery(db, { ...entry, hold: "released" });
    move(db, entry.delivery, 0, -entry.delivery.priceMicros);
  }
  return rows.length;
}
