import { spendOf } from "../../../core/billing/budgets.ts";
import { issueOrders } from "../../../core/billing/decide-issue.ts";
import { judgeEvent } from "../../../core/billing/judge-event.ts";
import { releaseHolds } from "../../../core/billing/release.ts";
import { parseDeliveryId } from "../../../core/signing/delivery-id.ts";
import type {
  Delivery,
  DeliveryEvent,
  IssueOrder,
  IssueOutcome,
  RecordOutcome,
} from "../../../core/storage/delivery.ts";
import { maxBatch, type Spend } from "../../../core/storage/serving-store.ts";
import { deliveryLifetimeMs } from "../../../core/timing/windows.ts";
import { StoreDataError } from "../errors.ts";
import { textOf } from "../stored-values.ts";
import { BatchLedger, sourceOf } from "./batch-ledger.ts";
import type { Clock } from "./clock.ts";
import { readRow } from "./columns.ts";
import { campaignDays, campaigns, toDelivery } from "./ledger-tables.ts";
import type { Connection } from "./session.ts";
import { withLedger } from "./with-ledger.ts";

export async function issue(
  db: Connection,
  clock: Clock,
  orders: readonly IssueOrder[],
): Promise<readonly IssueOutcome[]> {
  if (orders.length === 0) return [];
  const deliveryIds = checkedIds(orders);
  const campaignIds = orders.flatMap(({ choices }) => choices.map(({ campaignId }) => campaignId));
  const userKeys = orders.map(({ userKey }) => userKey);
  const batch = { campaignIds, deliveryIds, userKeys, maxExpired: Number.MAX_SAFE_INTEGER };
  return db.write((session) =>
    withLedger(session, clock, batch, (ledger, now) => issueOrders(ledger, orders, now)),
  );
}

/** The ids of the deliveries. A text that is no delivery id fails the batch, even if its order would be refused. */
export function checkedIds(orders: readonly IssueOrder[]): readonly string[] {
  const ids = orders.map(({ deliveryId }) => deliveryId);
  if (ids.every(isDeliveryId)) return ids;
  throw new StoreDataError("A delivery id is 22 letters of base64url: make it with createDeliveryId.");
}

export async function record(
  db: Connection,
  clock: Clock,
  events: readonly DeliveryEvent[],
): Promise<readonly RecordOutcome[]> {
  const asked = [...new Set(events.map(({ deliveryId }) => deliveryId).filter(isDeliveryId))];
  // The campaign of a delivery never changes, so its lock can be found without one.
  const owners = await db.all("SELECT id, campaign_id FROM @deliveries WHERE id IN (?)", asked);
  const batch = {
    campaignIds: owners.map((row) => textOf(row["campaign_id"])),
    deliveryIds: owners.map((row) => textOf(row["id"])).sort(),
  };
  if (owners.length === 0) return events.map(() => ({ outcome: "unknown" }));
  return db.write((session) =>
    withLedger(session, clock, batch, (ledger, now) => events.map((event) => judgeEvent(ledger, event, now))),
  );
}

function isDeliveryId(id: string): boolean {
  return parseDeliveryId(id) !== undefined;
}

export async function findDeliveries(
  db: Connection,
  ids: readonly string[],
): Promise<readonly (Delivery | undefined)[]> {
  const rows = await db.all("SELECT * FROM @deliveries WHERE id IN (?)", ids.filter(isDeliveryId));
  const byId = new Map(rows.map(toDelivery).map((delivery) => [delivery.id, delivery]));
  return ids.map((id) => byId.get(id));
}

const selectOwners = `SELECT campaign_id FROM @deliveries WHERE held = 1 AND issued_at < ?
  ORDER BY issued_at LIMIT ?`;

export async function releaseExpired(db: Connection, clock: Clock, limit: number): Promise<number> {
  const owners = await db.all(selectOwners, (await clock(db)) - deliveryLifetimeMs, limit);
  if (owners.length === 0) return 0;
  const batch = { campaignIds: owners.map((row) => textOf(row["campaign_id"])), maxExpired: limit };
  return db.write((session) =>
    withLedger(session, clock, batch, (ledger, now) => releaseHolds(ledger, now, limit)),
  );
}

const dayMs = 86_400_000;

/** One statement, so that all amounts of a campaign are of one moment. Its day is today, yesterday or tomorrow in UTC. */
const selectSpend = `SELECT c.*, d.campaign_id, d.day, d.daily_budget_micros AS day_budget_micros,
    d.used_micros AS day_used_micros, d.held_micros AS day_held_micros
  FROM @campaigns c LEFT JOIN @campaign_days d ON d.campaign_id = c.id AND d.day IN (?)
  WHERE c.id IN (?)`;

export async function readSpend(
  db: Connection,
  clock: Clock,
  ids: readonly string[],
): Promise<readonly (Spend | undefined)[]> {
  if (ids.length === 0) return [];
  const now = await clock(db);
  const near = [now - dayMs, now, now + dayMs].map((at) => new Date(at).toISOString().slice(0, 10));
  const rows = await db.all(selectSpend, near, [...new Set(ids)]);
  const source = sourceOf({
    campaigns: rows.map((row) => readRow(campaigns, row)),
    days: rows
      .filter((row) => row["day"] !== null)
      .map((row) =>
        readRow(campaignDays, {
          ...row,
          daily_budget_micros: row["day_budget_micros"],
          used_micros: row["day_used_micros"],
          held_micros: row["day_held_micros"],
        }),
      ),
    deliveries: [],
    expired: [],
    capCounts: [],
  });
  const ledger = new BatchLedger(source);
  return ids.map((id) => spendOf(ledger, id, now));
}

const selectOld = `SELECT id FROM @deliveries WHERE issued_at < ? AND held = 0 ORDER BY issued_at LIMIT ${maxBatch}`;

/** Drops at most {@link maxBatch} deliveries that were issued before `before`, the oldest first, and returns how many. */
export async function dropOldDeliveries(db: Connection, before: number): Promise<number> {
  const ids = (await db.all(selectOld, before)).map((row) => textOf(row["id"])).sort();
  if (ids.length > 0)
    await db.write((session) => session.run("DELETE FROM @deliveries WHERE id IN (?)", ids));
  return ids.length;
}

const selectOldNetworks = `SELECT id FROM @deliveries WHERE network_at < ? ORDER BY network_at LIMIT ${maxBatch}`;

/** Forgets at most {@link maxBatch} networks of deliveries that were issued before `before`, and returns how many. */
export async function dropOldNetworks(db: Connection, before: number): Promise<number> {
  const ids = (await db.all(selectOldNetworks, before)).map((row) => textOf(row["id"])).sort();
  const forget = "UPDATE @deliveries SET network = '', network_at = NULL WHERE id IN (?)";
  if (ids.length > 0) await db.write((session) => session.run(forget, ids));
  return ids.length;
}
