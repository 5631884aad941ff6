import { maxTotals } from "../../../core/storage/counts.ts";
import type { Delivery } from "../../../core/storage/delivery.ts";
import type { LedgerAudit } from "../../../core/storage/ledger-audit.ts";
import type {
  ChargeField,
  ChargeQuery,
  ChargeTotal,
  RecentQuery,
  UniquesQuery,
  UniquesTotal,
} from "../../../core/storage/report-store.ts";
import { ledgerAuditOf } from "../ledger-audit.ts";
import { textOf } from "../stored-values.ts";
import { chargeTotal } from "../totals.ts";
import { uniquesTotal } from "../uniques.ts";
import { columnIn, integerOf } from "./columns.ts";
import { charges, deliveries, toDelivery } from "./ledger-tables.ts";
import type { Connection } from "./session.ts";
import { conditionOf, groupOf, ownerFilters, sumsOf } from "./sums.ts";

const hourMs = 3_600_000;

/** Fields of a report that are no columns of a charge. */
const expressions: ReadonlyMap<ChargeField, string> = new Map([
  ["hour", `charged_at - charged_at % ${hourMs}`],
  [
    "creativeId",
    `COALESCE((SELECT v.creative_id FROM @creative_versions v
      WHERE v.version_id = @charges.creative_version_id), '')`,
  ],
]);

export async function readCharges(db: Connection, query: ChargeQuery): Promise<readonly ChargeTotal[]> {
  const by = [...new Set(query.by)];
  const rows = await sumsOf(db, {
    from: "@charges",
    by: by.map((field) => expressions.get(field) ?? columnIn(charges, field)),
    sums: ["COUNT(*) AS charges", "SUM(price_micros) AS spent", "SUM(publisher_micros) AS publisher"],
    largestFirst: "spent",
    filters: [
      ["charged_at >= ?", query.from],
      ["charged_at < ?", query.to],
      ["mark IN (?)", query.marks],
      ...ownerFilters(query),
    ],
    limit: query.limit,
  });
  return rows.map((row) => {
    const [spentMicros, publisherMicros] = [integerOf(row["spent"]), integerOf(row["publisher"])];
    const operatorMicros = spentMicros - publisherMicros;
    const sums = { charges: integerOf(row["charges"]), spentMicros, publisherMicros, operatorMicros };
    return chargeTotal(sums, by, groupOf(row, by));
  });
}

export async function readUniques(db: Connection, query: UniquesQuery): Promise<readonly UniquesTotal[]> {
  const { ranges, of, by = [], limit = maxTotals } = query;
  const counted: UniquesTotal[] = [];
  const [column, ofNetworks] = of === "networks" ? ["network", ""] : ["user_key"];
  for (const [range, { from, to }] of ranges.entries()) {
    if (counted.length === limit) break;
    const rows = await sumsOf(db, {
      from: "@deliveries",
      by: by.map((field) => columnIn(deliveries, field)),
      sums: [`COUNT(DISTINCT ${column}) AS n`],
      largestFirst: "n",
      filters: [
        ["seen_at >= ?", from],
        ["seen_at < ?", to],
        ["network <> ?", ofNetworks],
        ...ownerFilters(query),
      ],
      limit: limit - counted.length,
    });
    const found = rows.length === 0 && by.length === 0 ? [{ n: 0 }] : rows;
    for (const row of found) counted.push(uniquesTotal(range, integerOf(row["n"]), by, groupOf(row, by)));
  }
  return counted;
}

export async function readRecentDeliveries(
  db: Connection,
  query: RecentQuery,
  now: number,
): Promise<readonly Delivery[]> {
  const { where, values } = conditionOf([
    ["issued_at >= ?", now - hourMs],
    ["mark IN (?)", query.marks],
    ...ownerFilters(query),
  ]);
  const sql = `SELECT * FROM @deliveries WHERE ${where} ORDER BY issued_at DESC LIMIT ?`;
  return (await db.whole(sql, ...values, query.limit)).map(toDelivery);
}

/**
 * Accounts, which have an empty day; their days; charges and open holds, from their own rows. One statement, so that all are of one
 * moment. Reads every charge.
 */
const selectLedger = `SELECT campaign_id, day, SUM(spent) AS spent, SUM(held) AS held, SUM(unproven_held) AS unproven_held,
    SUM(charged) AS charged, SUM(publisher) AS publisher, SUM(charges) AS charges, SUM(open_micros) AS open_micros,
    SUM(unproven_open) AS unproven_open
  FROM (
    SELECT id AS campaign_id, '' AS day, spent_micros AS spent, held_micros AS held, unproven_held_micros AS unproven_held,
      0 AS charged, 0 AS publisher, 0 AS charges, 0 AS open_micros, 0 AS unproven_open FROM @campaigns
    UNION ALL SELECT campaign_id, day, spent_micros, held_micros, 0, 0, 0, 0, 0, 0 FROM @campaign_days
    UNION ALL SELECT campaign_id, day, 0, 0, 0, price_micros, publisher_micros, 1, 0, 0 FROM @charges
    UNION ALL SELECT campaign_id, day, 0, 0, 0, 0, 0, 0, price_micros, unproven * price_micros
      FROM @deliveries WHERE held = 1) ledger_lines
  GROUP BY campaign_id, day ORDER BY campaign_id, day`;

export async function auditLedger(db: Connection): Promise<LedgerAudit> {
  return ledgerAuditOf(
    (await db.all(selectLedger)).map((row) => ({
      campaignId: textOf(row["campaign_id"]),
      day: textOf(row["day"]),
      spentMicros: integerOf(row["spent"]),
      heldMicros: integerOf(row["held"]),
      unprovenHeldMicros: integerOf(row["unproven_held"]),
      chargedMicros: integerOf(row["charged"]),
      publisherMicros: integerOf(row["publisher"]),
      charges: integerOf(row["charges"]),
      openMicros: integerOf(row["open_micros"]),
      unprovenOpenMicros: integerOf(row["unproven_open"]),
    })),
  );
}
