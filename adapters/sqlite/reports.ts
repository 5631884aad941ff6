import { maxTotals } from "../../core/storage/counts.ts";
import type { Delivery } from "../../core/storage/delivery.ts";
import type {
  ChargeField,
  ChargeQuery,
  ChargeTotal,
  RecentQuery,
  UniquesQuery,
  UniquesTotal,
} from "../../core/storage/report-store.ts";
import { chargeTotal } from "../kit/totals.ts";
import { uniquesTotal } from "../kit/uniques.ts";
import type { Database } from "./database.ts";
import { toDelivery, withNetworks } from "./delivery-row.ts";
import { ownerFilters } from "./owner-filters.ts";
import { integerOf, type Row, type Value } from "./row.ts";
import { anyOf, type Filter, groupOf, sumsOf } from "./sums.ts";

/** The columns of the fields of a query. A field's name never goes into SQL itself. */
const columnOf: Readonly<Record<ChargeField, string>> = {
  hour: "charged_at / 3600000 * 3600000",
  publisherId: "publisher_id",
  advertiser: "advertiser",
  apiKeyId: "api_key_id",
  platformId: "platform_id",
  placement: "placement",
  campaignId: "campaign_id",
  creativeId: `ifnull((SELECT v.creative_id FROM creative_versions v
    WHERE v.version_id = charges.creative_version_id), '')`,
  topicId: "topic_id",
  language: "language",
  format: "format",
  mark: "mark",
};

export function readCharges(db: Database, query: ChargeQuery): readonly ChargeTotal[] {
  const fields = [...new Set(query.by)];
  const rows = sumsOf(db, {
    from: "charges",
    by: fields.map((field) => columnOf[field]),
    sums: ["count(*) AS charges", "sum(price) AS spent", "sum(publisher_part) AS publisher"],
    largestFirst: "spent",
    filters: [
      { sql: "charged_at >= ?", value: query.from },
      { sql: "charged_at < ?", value: query.to },
      ...ownerFilters(query),
      anyOf("mark", query.marks),
    ],
    limit: query.limit,
  });
  return rows.map((row) => toTotal(row, fields));
}

function toTotal(row: Row, by: readonly ChargeField[]): ChargeTotal {
  const spentMicros = integerOf(row, "spent");
  const publisherMicros = integerOf(row, "publisher");
  const operatorMicros = spentMicros - publisherMicros;
  const sums = { charges: integerOf(row, "charges"), spentMicros, publisherMicros, operatorMicros };
  return chargeTotal(sums, by, groupOf(row, by.length));
}

export function readUniques(db: Database, query: UniquesQuery): readonly UniquesTotal[] {
  const { ranges, of, by = [], limit = maxTotals } = query;
  const isOfNetworks = of === "networks";
  const counted: UniquesTotal[] = [];
  for (const [range, { from, to }] of ranges.entries()) {
    if (counted.length === limit) break;
    const rows = sumsOf(db, {
      from: isOfNetworks ? withNetworks : "deliveries",
      by: by.map((field) => columnOf[field]),
      sums: [`count(DISTINCT ${isOfNetworks ? "network" : "user_key"}) AS n`],
      largestFirst: "n",
      filters: [
        { sql: "seen_at >= ?", value: from },
        { sql: "seen_at < ?", value: to },
        isOfNetworks ? { sql: "network <> ?", value: "" } : undefined,
        ...ownerFilters(query),
      ],
      limit: limit - counted.length,
    });
    const found = rows.length === 0 && by.length === 0 ? [{ n: 0 }] : rows;
    for (const row of found) {
      counted.push(uniquesTotal(range, integerOf(row, "n"), by, groupOf(row, by.length)));
    }
  }
  return counted;
}

const hourMs = 3_600_000;

export function readRecentDeliveries(db: Database, query: RecentQuery, now: number): readonly Delivery[] {
  const { conditions, values } = only([...ownerFilters(query), anyOf("mark", query.marks)]);
  const sql = `SELECT deliveries.*, network FROM ${withNetworks}
    WHERE deliveries.issued_at >= ? ${conditions} ORDER BY deliveries.issued_at DESC LIMIT ?`;
  return db.ask(sql, [now - hourMs, ...values, query.limit]).map(toDelivery);
}

function only(filters: readonly Filter[]): {
  readonly conditions: string;
  readonly values: readonly Value[];
} {
  const asked = filters.filter((filter) => filter !== undefined);
  return {
    conditions: asked.map(({ sql }) => `AND ${sql}`).join(" "),
    values: asked.map(({ value }) => value),
  };
}
