import { type Kysely, type RawBuilder, sql } from "kysely";
import { maxTotals } from "../../core/storage/counts.ts";
import type {
  ChargeField,
  ChargeTotal,
  ReportStore,
  UniquesField,
  UniquesQuery,
} from "../../core/storage/report-store.ts";
import type { Clock } from "../../core/timing/clock.ts";
import { arrayOf, numberOf, textOf } from "../kit/stored-values.ts";
import { chargeTotal } from "../kit/totals.ts";
import { uniquesTotal } from "../kit/uniques.ts";
import { toDelivery } from "./delivery-row.ts";
import type { Executor } from "./executor.ts";
import type { Functions } from "./functions.ts";
import { listDeliveries, recentDeliveries } from "./issued-deliveries.ts";
import { listedUniques } from "./listed-uniques.ts";
import { conditionsOf, ownerColumns } from "./owner-filter.ts";
import { anyOf, fetchJson, type Tables } from "./tables.ts";

type Range = UniquesQuery["ranges"][number];

const columnOf: Readonly<Record<ChargeField, RawBuilder<unknown>>> = {
  hour: sql`c.at / 3600000 * 3600000`,
  publisherId: sql`c.publisher_id`,
  advertiser: sql`c.advertiser`,
  apiKeyId: sql`c.api_key_id`,
  platformId: sql`c.platform_id`,
  placement: sql`c.placement`,
  campaignId: sql`c.campaign_id`,
  creativeId: sql`coalesce(v.creative_id, '')`,
  topicId: sql`c.topic_id`,
  language: sql`c.language`,
  format: sql`c.format`,
  mark: sql`c.mark`,
};

/** The places of the fields in what `read_uniques` returns, after its two numbers. */
const placeOf: Readonly<Record<UniquesField, number>> = { publisherId: 0, platformId: 1, apiKeyId: 2 };

export function reportsOf(
  executor: Executor,
  db: Kysely<Tables>,
  functions: Functions,
  schema: string,
  clock: Clock | undefined,
): Required<ReportStore> {
  return {
    async readCharges({ from, to, marks, by, limit, ...owners }) {
      const fields = [...new Set(by)];
      const columns = fields.map((field) => columnOf[field]);
      const spent = sql<number>`sum(c.micros)`;
      const adjusted = sql`coalesce(sum(c.adjusted), 0), coalesce(sum(c.adjusted_publisher), 0)`;
      const sums = sql`count(*), count(c.adjusted), ${spent}, sum(c.publisher_part), ${adjusted}`;
      let query = db
        .selectFrom("ledger_entries as c")
        // PostgreSQL leaves out a join that the report does not need: it can add or remove no row.
        .leftJoin("creative_versions as v", "v.version_id", "c.creative_version_id")
        .where("c.at", ">=", from)
        .where("c.at", "<", to);
      if (marks !== undefined) query = query.where("c.mark", "=", anyOf(marks));
      for (const condition of conditionsOf(ownerColumns("c"), owners)) query = query.where(condition);
      const totals = query
        .select(sql<string>`json_build_array(${sql.join([...columns, sums])})::text`.as("json"))
        .groupBy(columns.length > 0 ? columns : sql`()`)
        // Without fields SQL has a sum of nothing.
        .having(sql<boolean>`count(*) > 0`)
        .orderBy(spent, "desc")
        .limit(limit);
      return (await fetchJson(executor, totals)).map((row) => toTotal(row, fields));
    },

    async readUniques(query) {
      if (query.ranges.length === 0) return [];
      const { by = [], limit = maxTotals } = query;
      const totals = await functions.readUniques({ ...query, limit }, spansOf(query.ranges));
      return arrayOf(totals).map((one) => {
        const [range, n, ...values] = arrayOf(one);
        const asked = by.map((field) => values[placeOf[field]]);
        return uniquesTotal(numberOf(range), numberOf(n), by, asked);
      });
    },

    listUniques: async (query) => (await fetchJson(executor, listedUniques(db, query, schema))).map(textOf),

    async readRecentDeliveries(query) {
      return (await fetchJson(executor, recentDeliveries(db, query, schema, clock))).map(toDelivery);
    },

    listDeliveries: (query) => listDeliveries(executor, db, query, schema),
  };
}

/** Ids within this of each other are looked through at once: two days and an hour, the reach of both their ends. */
const reachMs = 176_400_000;

/** The ranges, with those that lie close together merged. */
function spansOf(ranges: readonly Range[]): readonly Range[] {
  const spans: { from: number; to: number }[] = [];
  for (const { from, to } of [...ranges].sort((a, b) => a.from - b.from)) {
    const last = spans.at(-1);
    if (last !== undefined && from <= last.to + reachMs) last.to = Math.max(last.to, to);
    else spans.push({ from, to });
  }
  return spans;
}

function toTotal(value: unknown, by: readonly ChargeField[]): ChargeTotal {
  const row = arrayOf(value);
  const [entries = 0, adjustments = 0, spentMicros = 0, publisherMicros = 0, ...adjusted] = row
    .slice(by.length)
    .map(numberOf);
  const [adjustedMicros = 0, adjustedPublisherMicros = 0] = adjusted;
  const sums = { spentMicros, publisherMicros, adjustedMicros, adjustedPublisherMicros };
  return chargeTotal({ charges: entries - adjustments, adjustments, ...sums }, by, row);
}
