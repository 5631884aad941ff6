import { maxTotals } from "../../../core/storage/counts.ts";
import type { Delivery } from "../../../core/storage/delivery.ts";
import type { LedgerAudit } from "../../../core/storage/ledger-audit.ts";
import type {
  ChargeField,
  ChargeQuery,
  ChargeTotal,
  DeliveryListQuery,
  ListedDelivery,
  RecentQuery,
  UniqueListQuery,
  UniquesQuery,
  UniquesTotal,
} from "../../../core/storage/report-store.ts";
import { ledgerAuditOf } from "../ledger-audit.ts";
import { listedDelivery } from "../listed-delivery.ts";
import { textOf } from "../stored-values.ts";
import { chargeTotal } from "../totals.ts";
import { uniquesTotal } from "../uniques.ts";
import { columnIn, integerOf } from "./columns.ts";
import { charges, deliveries, toDelivery } from "./ledger-tables.ts";
import type { Connection } from "./session.ts";
import { conditionOf, groupOf, ownerFilters, pageAfter, sumsOf } from "./sums.ts";

const hourMs = 3_600_000;

/** Fields of a report that are no columns of a charge. */
const expressions: ReadonlyMap<ChargeField, string> = new Map([
  ["hour", `at - at % ${hourMs}`],
  [
    "creativeId",
    `COALESCE((SELECT v.creative_id FROM @creative_versions v
      WHERE v.version_id = movements.creative_version_id), '')`,
  ],
]);

const chargeColumns = [
  "publisher_id",
  "platform_id",
  "placement",
  "api_key_id",
  "campaign_id",
  "advertiser",
  "creative_version_id",
  "topic_id",
  "language",
  "format",
  "mark",
]
  .map((column) => `c.${column}`)
  .join(", ");

/** Charges, and adjustments with the fields of their charges. */
const movements = `(
  SELECT ${chargeColumns}, c.charged_at AS at, 1 AS charged, 0 AS adjusted, c.price_micros AS micros,
    c.publisher_micros AS publisher, 0 AS taken, 0 AS publisher_taken FROM @charges c
  UNION ALL SELECT ${chargeColumns}, a.at, 0, 1, -a.micros, -a.publisher_micros, a.micros, a.publisher_micros
    FROM @adjustments a JOIN @charges c ON c.id = a.delivery_id) movements`;

export async function readCharges(db: Connection, query: ChargeQuery): Promise<readonly ChargeTotal[]> {
  const by = [...new Set(query.by)];
  const rows = await sumsOf(db, {
    from: movements,
    by: by.map((field) => expressions.get(field) ?? columnIn(charges, field)),
    sums: [
      "SUM(charged) AS charges",
      "SUM(adjusted) AS adjustments",
      "SUM(micros) AS spent",
      "SUM(publisher) AS publisher",
      "SUM(taken) AS adjusted",
      "SUM(publisher_taken) AS adjusted_publisher",
    ],
    largestFirst: "spent",
    filters: [
      ["at >= ?", query.from],
      ["at < ?", query.to],
      ["mark IN (?)", query.marks],
      ...ownerFilters(query),
    ],
    limit: query.limit,
  });
  return rows.map((row) => {
    const sum = (name: string): number => integerOf(row[name]);
    const sums = {
      charges: sum("charges"),
      adjustments: sum("adjustments"),
      spentMicros: sum("spent"),
      publisherMicros: sum("publisher"),
      adjustedMicros: sum("adjusted"),
      adjustedPublisherMicros: sum("adjusted_publisher"),
    };
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

export async function listUniques(
  db: Connection,
  { of, from, to, after, limit, ...owners }: UniqueListQuery,
): Promise<readonly string[]> {
  const [column, none] = of === "networks" ? ["network", ""] : ["user_key", undefined];
  const { where, values } = conditionOf([
    ["seen_at >= ?", from],
    ["seen_at < ?", to],
    ["network <> ?", none],
    [`${column} > ?`, after],
    ...ownerFilters(owners),
  ]);
  const sql = `SELECT DISTINCT ${column} AS found FROM @deliveries WHERE ${where} ORDER BY ${column} LIMIT ?`;
  return (await db.whole(sql, ...values, limit)).map((row) => textOf(row["found"]));
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

export async function listDeliveries(
  db: Connection,
  { from, to, after, limit }: DeliveryListQuery,
): Promise<readonly ListedDelivery[]> {
  const { where, values } = conditionOf([
    ["issued_at >= ?", Math.max(from, after?.issuedAt ?? from)],
    ["issued_at < ?", to],
  ]);
  const next = pageAfter(after && { at: after.issuedAt, id: after.id }, "issued_at");
  const sql = `SELECT * FROM @deliveries WHERE ${where} AND ${next.where} ORDER BY issued_at, id LIMIT ?`;
  return (await db.whole(sql, ...values, ...next.values, limit)).map((row) =>
    listedDelivery(toDelivery(row)),
  );
}

/**
 * Accounts and adjustments, which have an empty day; days; charges and open holds, from their own rows. One statement, so that all are
 * of one moment. Reads every charge.
 */
const selectLedger = `SELECT campaign_id, day, SUM(used) AS used, SUM(held) AS held, SUM(unproven_held) AS unproven_held,
    SUM(waived) AS waived, SUM(charged) AS charged, SUM(publisher) AS publisher, SUM(charges) AS charges,
    SUM(open_micros) AS open_micros, SUM(unproven_open) AS unproven_open, SUM(adjusted) AS adjusted, SUM(restored) AS restored,
    SUM(adjusted_publisher) AS adjusted_publisher
  FROM (
    SELECT id AS campaign_id, '' AS day, used_micros AS used, held_micros AS held, unproven_held_micros AS unproven_held,
      waived_micros AS waived, 0 AS charged, 0 AS publisher, 0 AS charges, 0 AS open_micros, 0 AS unproven_open, 0 AS adjusted,
      0 AS restored, 0 AS adjusted_publisher FROM @campaigns
    UNION ALL SELECT campaign_id, day, used_micros, held_micros, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 FROM @campaign_days
    UNION ALL SELECT campaign_id, day, 0, 0, 0, 0, price_micros, publisher_micros, 1, 0, 0, 0, 0, 0 FROM @charges
    UNION ALL SELECT campaign_id, '', 0, 0, 0, 0, 0, 0, 0, 0, 0, micros, restores_budget * micros, publisher_micros
      FROM @adjustments
    UNION ALL SELECT campaign_id, day, 0, 0, 0, 0, 0, 0, 0, price_micros, unproven * price_micros, 0, 0, 0
      FROM @deliveries WHERE held = 1) ledger_lines
  GROUP BY campaign_id, day ORDER BY campaign_id, day`;

export async function auditLedger(db: Connection): Promise<LedgerAudit> {
  return ledgerAuditOf(
    (await db.all(selectLedger)).map((row) => {
      const sum = (name: string): number => integerOf(row[name]);
      return {
        campaignId: textOf(row["campaign_id"]),
        day: textOf(row["day"]),
        usedMicros: sum("used"),
        heldMicros: sum("held"),
        unprovenHeldMicros: sum("unproven_held"),
        waivedMicros: sum("waived"),
        chargedMicros: sum("charged"),
        publisherMicros: sum("publisher"),
        charges: sum("charges"),
        adjustedMicros: sum("adjusted"),
        restoredMicros: sum("restored"),
        adjustedPublisherMicros: sum("adjusted_publisher"),
        openMicros: sum("open_micros"),
        unprovenOpenMicros: sum("unproven_open"),
      };
    }),
  );
}
