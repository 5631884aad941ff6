import { campaignDay } from "../../../core/timing/campaign-day.ts";
import { deliveryLifetimeMs } from "../../../core/timing/windows.ts";
import { textOf } from "../stored-values.ts";
import { BatchLedger, type CapCount, type ExpiredHold, sourceOf } from "./batch-ledger.ts";
import { integerOf } from "./columns.ts";
import type { SqlRow } from "./dialect.ts";
import { campaignDays, campaigns, charges, deliveries, storedOf } from "./ledger-tables.ts";
import type { Session } from "./session.ts";

const selectDeliveries = "SELECT * FROM @deliveries WHERE id IN (?)";

/** The rows of one batch. */
export interface Batch {
  /** Campaigns whose accounts may change. */
  readonly campaignIds: Iterable<string>;
  /** Deliveries that the batch may find. They belong to these campaigns, or only their state is read. */
  readonly deliveryIds?: readonly string[] | undefined;
  /** Users whose frequency caps are judged. */
  readonly userKeys?: readonly string[] | undefined;
  /** Most expired holds that are loaded, the oldest first. Default: none. */
  readonly maxExpired?: number | undefined;
  /** Days beside those of the deliveries, of the expired holds and of today. */
  readonly days?: (now: number) => readonly string[];
}

/**
 * Runs `work` on the ledger of a batch, in an open transaction, and writes its changes. First locks the accounts in the order of
 * ids: everything that belongs to a campaign changes only under the lock of its account, so the rows that are read after it stay as
 * they are. A transaction that needs the catalogue's lock, too, takes it before.
 */
export async function withLedger<T>(
  session: Session,
  clock: (session: Session) => Promise<number>,
  { campaignIds, deliveryIds = [], userKeys = [], maxExpired = 0, days = () => [] }: Batch,
  work: (ledger: BatchLedger, now: number) => T,
): Promise<T> {
  const ids = [...new Set(campaignIds)].sort();
  const accounts = await session.rows(campaigns, "id IN (?) ORDER BY id @lock", ids);
  const now = await clock(session);
  const found =
    deliveryIds.length === 0 ? [] : (await session.all(selectDeliveries, deliveryIds)).map(storedOf);
  const expired = maxExpired === 0 ? [] : await readExpired(session, ids, now, maxExpired);
  const capped = accounts.filter(({ capImpressions }) => capImpressions !== undefined).map(({ id }) => id);
  const allDays = new Set([
    ...found.map(({ delivery }) => delivery.day),
    ...expired.map(({ day }) => day),
    ...accounts.map(({ timeZone }) => campaignDay(timeZone, now)),
    ...days(now),
  ]);
  const source = sourceOf({
    campaigns: accounts,
    days: await session.rows(campaignDays, "campaign_id IN (?) AND day IN (?)", ids, [...allDays]),
    deliveries: found,
    expired,
    capCounts:
      capped.length * userKeys.length === 0 ? [] : await readCapCounts(session, capped, userKeys, now),
  });
  const ledger = new BatchLedger(source);
  const result = work(ledger, now);
  await writeChanges(session, ledger);
  return result;
}

async function writeChanges(session: Session, ledger: BatchLedger): Promise<void> {
  const { campaigns: accounts, days, inserted, updated, charged, released } = ledger.changes();
  await session.upsert(campaigns, accounts);
  await session.upsert(campaignDays, days);
  await session.insert(deliveries, inserted);
  await session.upsert(deliveries, updated);
  await session.insert(charges, charged);
  if (released.length > 0) await session.run("UPDATE @deliveries SET held = 0 WHERE id IN (?)", released);
}

const selectExpired = `SELECT id, campaign_id, day, price_micros, unproven, issued_at FROM @deliveries
  WHERE held = 1 AND issued_at < ? AND campaign_id IN (?) ORDER BY issued_at LIMIT ?`;

async function readExpired(
  session: Session,
  campaignIds: readonly string[],
  now: number,
  limit: number,
): Promise<readonly ExpiredHold[]> {
  const rows = await session.all(selectExpired, now - deliveryLifetimeMs, campaignIds, limit);
  // A list that was split has an order of its own in each part.
  return rows
    .toSorted((a, b) => integerOf(a["issued_at"]) - integerOf(b["issued_at"]))
    .slice(0, limit)
    .map(toHold);
}

export function toHold(row: SqlRow): ExpiredHold {
  return {
    id: textOf(row["id"]),
    campaignId: textOf(row["campaign_id"]),
    day: textOf(row["day"]),
    priceMicros: integerOf(row["price_micros"]),
    unproven: integerOf(row["unproven"]) === 1,
  };
}

/** Longer than any day of any zone, even if the campaign has moved across the date line since. */
const dayReachMs = 72 * 3_600_000;

/** `countsTowardCap` of the core in SQL, by user, campaign and day. */
const selectCapCounts = `SELECT d.user_key, d.campaign_id, d.day, COUNT(*) AS n
  FROM @deliveries d JOIN @campaigns c ON c.id = d.campaign_id
  WHERE d.user_key IN (?) AND d.campaign_id IN (?) AND d.issued_at > ? - COALESCE(c.cap_window_ms, ${dayReachMs})
    AND (d.surface = 'bot' OR d.seen_at IS NOT NULL
      OR (d.issued_at >= ? AND (d.held = 1 OR d.price_micros = 0)))
  GROUP BY d.user_key, d.campaign_id, d.day`;

async function readCapCounts(
  session: Session,
  campaignIds: readonly string[],
  userKeys: readonly string[],
  now: number,
): Promise<readonly CapCount[]> {
  const users = [...new Set(userKeys)];
  const rows = await session.all(selectCapCounts, users, campaignIds, now, now - deliveryLifetimeMs);
  return rows.map((row) => ({
    userKey: textOf(row["user_key"]),
    campaignId: textOf(row["campaign_id"]),
    day: textOf(row["day"]),
    n: integerOf(row["n"]),
  }));
}
