import { adjustCharges as judge } from "../../../core/billing/adjust-charge.ts";
import type { AuditEntry } from "../../../core/storage/audit-store.ts";
import type {
  Adjustment,
  AdjustmentListQuery,
  AdjustmentOrder,
  AdjustmentOutcome,
  Charge,
  ChargeListQuery,
  Statement,
  StatementQuery,
} from "../../../core/storage/settlement-store.ts";
import { loadAdjustments } from "../load-adjustments.ts";
import { textOf } from "../stored-values.ts";
import { type CatalogSession, changeCatalog } from "./catalog-state.ts";
import type { Clock } from "./clock.ts";
import { integerOf, readRow } from "./columns.ts";
import type { SqlRow } from "./dialect.ts";
import { type AdjustedChargeRow, adjustedCharges, adjustments, campaigns } from "./ledger-tables.ts";
import type { Connection, Session } from "./session.ts";
import { conditionOf, type Filter, ownerFilters, pageAfter } from "./sums.ts";
import { statements } from "./tables.ts";

const selectCharges = `SELECT * FROM @charges c LEFT JOIN @adjusted_charges a ON a.delivery_id = c.id`;

export async function listCharges(db: Connection, query: ChargeListQuery): Promise<readonly Charge[]> {
  const { from, to, marks, deliveryIds, after, limit } = query;
  const filters: readonly Filter[] = [
    ["charged_at >= ?", Math.max(from, after?.chargedAt ?? from)],
    ["charged_at < ?", to],
    ["mark IN (?)", marks],
    ["id IN (?)", deliveryIds],
    ...ownerFilters(query),
  ];
  const { where, values } = conditionOf(filters);
  const last = after && { at: after.chargedAt, id: after.deliveryId };
  const next = pageAfter(last, "charged_at");
  const sql = `${selectCharges} WHERE ${where} AND ${next.where} ORDER BY charged_at, id LIMIT ?`;
  return (await db.whole(sql, ...values, ...next.values, limit)).map(toCharge);
}

export async function listAdjustments(
  db: Connection,
  query: AdjustmentListQuery,
): Promise<readonly Adjustment[]> {
  const { from, to, after, limit } = query;
  const { where, values } = conditionOf([
    ["at >= ?", Math.max(from, after?.at ?? from)],
    ["at < ?", to],
    ...ownerFilters(query),
  ]);
  const next = pageAfter(after, "at");
  const sql = `SELECT * FROM @adjustments WHERE ${where} AND ${next.where} ORDER BY at, id LIMIT ?`;
  return (await db.whole(sql, ...values, ...next.values, limit)).map((row) => readRow(adjustments, row));
}

/**
 * Runs the rule of core/billing on the charges of the orders. The lock of a campaign's account is that of its charges, too, and the
 * catalogue's lock, which orders the audit trail, comes before it.
 */
export function adjustCharges(
  db: Connection,
  clock: Clock,
  orders: readonly AdjustmentOrder[],
  audit: AuditEntry | undefined,
): Promise<readonly AdjustmentOutcome[]> {
  if (audit === undefined)
    return db.write(async (session) => adjustIn(session, orders, () => clock(session)));
  return changeCatalog(db, clock, (session) => adjustNoted(session, orders, audit));
}

async function adjustNoted(
  session: CatalogSession,
  orders: readonly AdjustmentOrder[],
  audit: AuditEntry,
): Promise<readonly AdjustmentOutcome[]> {
  const outcomes = await adjustIn(session, orders, async () => session.now);
  if (outcomes.some(({ outcome }) => outcome === "adjusted")) await session.note([audit]);
  return outcomes;
}

async function adjustIn(
  session: Session,
  orders: readonly AdjustmentOrder[],
  clock: () => Promise<number>,
): Promise<readonly AdjustmentOutcome[]> {
  const charged = [...new Set(orders.map(({ deliveryId }) => deliveryId))].sort();
  const owners = await session.all("SELECT campaign_id FROM @charges WHERE id IN (?)", charged);
  const campaignIds = [...new Set(owners.map((row) => textOf(row["campaign_id"])))].sort();
  await session.rows(campaigns, "id IN (?) ORDER BY id @lock", campaignIds);
  const known = await session.rows(
    adjustments,
    "id IN (?)",
    orders.map(({ id }) => id),
  );
  const charges = (await session.all(`${selectCharges} WHERE id IN (?)`, charged)).map(toCharge);
  const ledger = loadAdjustments(known, charges);
  const outcomes = judge(ledger, orders, await clock());
  if (ledger.inserted.length > 0) await write(session, ledger.inserted, ledger.findCharge);
  return outcomes;
}

async function write(
  session: Session,
  inserted: readonly Adjustment[],
  findCharge: (deliveryId: string) => Charge | undefined,
): Promise<void> {
  await session.insert(adjustments, inserted);
  const changed = [...new Set(inserted.map(({ deliveryId }) => deliveryId))].sort();
  await session.upsert(
    adjustedCharges,
    changed.flatMap((deliveryId) => findCharge(deliveryId) ?? []).map(toAdjustedCharge),
    ["adjustedMicros", "adjustedPublisherMicros"],
  );
  for (const [campaignId, ofCampaign] of Map.groupBy(inserted, (one) => one.campaignId)) {
    const sum = (restores: boolean): number =>
      ofCampaign
        .filter(({ restoresBudget }) => restoresBudget === restores)
        .reduce((total, { micros }) => total + micros, 0);
    const update =
      "UPDATE @campaigns SET used_micros = used_micros - ?, waived_micros = waived_micros + ? WHERE id = ?";
    await session.run(update, sum(true), sum(false), campaignId);
  }
}

function toAdjustedCharge(charge: Charge): AdjustedChargeRow {
  const { deliveryId, priceMicros, publisherMicros, adjustedMicros, adjustedPublisherMicros } = charge;
  return {
    deliveryId,
    chargedMicros: priceMicros,
    chargedPublisherMicros: publisherMicros,
    adjustedMicros,
    adjustedPublisherMicros,
  };
}

function toCharge(row: SqlRow): Charge {
  return {
    deliveryId: textOf(row["id"]),
    publisherId: textOf(row["publisher_id"]),
    platformId: textOf(row["platform_id"]),
    apiKeyId: textOf(row["api_key_id"]),
    advertiser: textOf(row["advertiser"]),
    campaignId: textOf(row["campaign_id"]),
    chargedAt: integerOf(row["charged_at"]),
    mark: textOf(row["mark"]),
    priceMicros: integerOf(row["price_micros"]),
    publisherMicros: integerOf(row["publisher_micros"]),
    adjustedMicros: integerOf(row["adjusted_micros"] ?? 0),
    adjustedPublisherMicros: integerOf(row["adjusted_publisher_micros"] ?? 0),
  };
}

/** The account has exactly the statements before this one, and the catalogue's lock keeps it so. */
export async function addStatement(
  session: CatalogSession,
  statement: Statement,
  audit: AuditEntry | undefined,
): Promise<"added" | "exists"> {
  const { account, number } = statement;
  const [last] = await session.all("SELECT MAX(number) AS last FROM @statements WHERE account = ?", account);
  if (integerOf(last?.["last"] ?? 0) !== number - 1) return "exists";
  await session.insert(statements, [statement]);
  await session.note([audit]);
  return "added";
}

export async function listStatements(
  db: Connection,
  { accounts, before, limit }: StatementQuery,
): Promise<readonly Statement[]> {
  const { where, values } = conditionOf([
    ["number >= ?", 1],
    ["number < ?", before],
    ["account IN (?)", accounts],
  ]);
  const sql = `SELECT * FROM @statements WHERE ${where} ORDER BY number DESC, account LIMIT ?`;
  return (await db.whole(sql, ...values, limit)).map((row) => readRow(statements, row));
}
