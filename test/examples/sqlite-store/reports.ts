import type { CreativeVersion } from "../../../core/catalog/entities.ts";
import type {
  ChargeField,
  ChargeFields,
  ChargeQuery,
  ChargeTotal,
  RecentQuery,
  UniquesQuery,
} from "../../../core/reporting/report-store.ts";
import type { Delivery } from "../../../core/storage.ts";
import { type Database, integer, parsed } from "./database.ts";
import type { Entry } from "./deliveries.ts";

/** What a query asks by is looked up here and never put into SQL as it came. */
const known: readonly ChargeField[] = [
  "hour",
  "platformId",
  "placement",
  "campaignId",
  "creativeId",
  "topicId",
  "language",
  "format",
];

/** What reports tell a charge apart by, at the time of the charge. */
export function chargeFields(db: Database, delivery: Delivery, now: number): ChargeFields {
  const { platformId, placement, campaignId, creativeVersionId, topicId = "", language, format } = delivery;
  const row = db.get("SELECT body FROM versions WHERE id = ?", creativeVersionId);
  const creativeId = row === undefined ? "" : parsed<CreativeVersion>(row).creative.id;
  const hour = Math.floor(now / 3_600_000) * 3_600_000;
  return { hour, platformId, placement, campaignId, creativeId, topicId, language, format };
}

export function readCharges(db: Database, query: ChargeQuery): readonly ChargeTotal[] {
  const by = known.filter((field) => query.by.includes(field));
  const fields = by.map((field) => `'${field}', fields ->> '${field}'`);
  const sums = [
    "'charges', count(*)",
    "'spentMicros', sum(price)",
    "'publisherMicros', sum(publisher)",
    "'operatorMicros', sum(price) - sum(publisher)",
  ];
  const rows = db.all(
    `SELECT json_object(${[...fields, ...sums].join(", ")}) AS total FROM charges
     WHERE charged_at >= ?1 AND charged_at < ?2
       AND (?3 = 'null' OR fields ->> 'platformId' IN (SELECT value FROM json_each(?3)))
       AND (?4 = 'null' OR campaign IN (SELECT value FROM json_each(?4)))
     GROUP BY ${["NULL", ...by.map((field) => `fields ->> '${field}'`)].join(", ")}
     ORDER BY sum(price) DESC LIMIT ?5`,
    query.from,
    query.to,
    JSON.stringify(query.platformIds ?? null),
    JSON.stringify(query.campaignIds ?? null),
    query.limit,
  );
  return rows.map((row) => parsed<ChargeTotal>(row, "total"));
}

export function readUniques(db: Database, query: UniquesQuery): readonly number[] {
  return query.ranges.map(({ from, to }) =>
    integer(
      db.get(
        `SELECT count(DISTINCT user_key) AS users FROM deliveries
         WHERE body ->> '$.delivery.seenAt' >= ?1 AND body ->> '$.delivery.seenAt' < ?2
           AND (?3 = 'null' OR body ->> '$.delivery.platformId' IN (SELECT value FROM json_each(?3)))
           AND (?4 = 'null' OR campaign IN (SELECT value FROM json_each(?4)))`,
        from,
        to,
        JSON.stringify(query.platformIds ?? null),
        JSON.stringify(query.campaignIds ?? null),
      ),
      "users",
    ),
  );
}

export function readRecentDeliveries(db: Database, query: RecentQuery, now: number): readonly Delivery[] {
  const rows = db.all(
    `SELECT body FROM deliveries
     WHERE issued_at >= ?1
       AND (?2 = 'null' OR body ->> '$.delivery.platformId' IN (SELECT value FROM json_each(?2)))
     ORDER BY issued_at DESC LIMIT ?3`,
    now - 3_600_000,
    JSON.stringify(query.platformIds ?? null),
    query.limit,
  );
  return rows.map((row) => parsed<Entry>(row).delivery);
}
