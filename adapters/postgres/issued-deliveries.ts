import { type Compilable, type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import type { Delivery } from "../../core/storage/delivery.ts";
import {
  type DeliveryListQuery,
  type ListedDelivery,
  maxListedDeliveries,
  type RecentQuery,
} from "../../core/storage/report-store.ts";
import type { Clock } from "../../core/timing/clock.ts";
import { compareIssued, listedDelivery } from "../kit/listed-delivery.ts";
import { numberOf } from "../kit/stored-values.ts";
import { toDelivery } from "./delivery-row.ts";
import type { Executor } from "./executor.ts";
import { conditionsOf, ownerColumns } from "./owner-filter.ts";
import { anyOf, fetchJson, type Tables } from "./tables.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Deliveries that were issued from an instant on, and before another one if there is a second. */
interface IssueSpan {
  readonly since: RawBuilder<number>;
  readonly until?: RawBuilder<number> | undefined;
}

/**
 * An id's time is at most a day from its issue, or it is a stray: so what was issued in a span lies between two ids, and only their
 * weeks are looked at.
 */
function issuedWithin(
  db: Kysely<Tables>,
  schema: string,
  { since, until }: IssueSpan,
  latest: RawBuilder<number>,
) {
  const idAt = (at: RawBuilder<number>, awayMs: number): RawBuilder<string> =>
    sql<string>`${sql.id(schema, "id_at")}(${at} + ${awayMs}::bigint)`;
  const [low, high] = [idAt(since, -dayMs), idAt(latest, dayMs + 1)];
  const isIssued = (column: string): RawBuilder<SqlBool> =>
    until === undefined
      ? sql<SqlBool>`${sql.ref(column)} >= ${since}`
      : sql<SqlBool>`${sql.ref(column)} >= ${since} and ${sql.ref(column)} < ${until}`;
  const inTheirWeeks = db
    .selectFrom("deliveries as d")
    .where("d.id", ">=", low)
    .where("d.id", "<", high)
    .where(isIssued("d.issued_at"))
    .selectAll();
  const strays = db
    .selectFrom("stray_deliveries as s")
    // An offset keeps the planner from joining the whole tables: each stray is looked up by its id.
    .innerJoinLateral(
      (from) =>
        from.selectFrom("deliveries as x").whereRef("x.id", "=", "s.id").selectAll().offset(0).as("d"),
      (join) => join.onTrue(),
    )
    .where(isIssued("s.issued_at"))
    .where((where) => where.or([where("s.id", "<", low), where("s.id", ">=", high)]))
    .selectAll("d");
  return db.selectFrom(inTheirWeeks.unionAll(strays).as("r"));
}

/** `ReportStore.readRecentDeliveries`. */
export function recentDeliveries(
  db: Kysely<Tables>,
  { limit, marks, ...owners }: RecentQuery,
  schema: string,
  clock: Clock | undefined,
): Compilable<{ json: string }> {
  const now = nowOr(clock);
  let recent = issuedWithin(db, schema, { since: sql<number>`(${now} - ${hourMs}::bigint)` }, now);
  for (const condition of conditionsOf(ownerColumns("r"), owners)) recent = recent.where(condition);
  if (marks !== undefined) recent = recent.where("r.mark", "=", anyOf(marks));
  const network = sql`(select n.network from ${sql.id(schema, "networks")} n where n.delivery_id = r.id limit 1)`;
  const json = sql<string>`(to_jsonb(r) || jsonb_build_object('network', ${network}))::text`;
  return recent.select(json.as("json")).orderBy("r.issued_at", "desc").limit(limit);
}

/** Rows of a span. Where there are more, a narrower one is read: pages of a week are then never sorted as a whole. */
const maxSpanRows = maxListedDeliveries;
const firstSpanMs = 60_000;

/** `ReportStore.listDeliveries`, span after span, because no index has the order of time (migrations/deliveries-issued.ts). */
export async function listDeliveries(
  executor: Executor,
  db: Kysely<Tables>,
  { from, to, after, limit }: DeliveryListQuery,
  schema: string,
): Promise<readonly ListedDelivery[]> {
  const found: Delivery[] = [];
  let [start, widthMs] = [Math.max(from, after?.issuedAt ?? from), firstSpanMs];
  while (start < to && found.length < limit) {
    const end = Math.min(start + widthMs, to);
    const [since, until] = [sql<number>`${start}::bigint`, sql<number>`${end}::bigint`];
    const span = issuedWithin(db, schema, { since, until }, until);
    const some = span.select(sql<number>`1`.as("one")).limit(maxSpanRows + 1);
    const counted = db.selectFrom(some.as("x")).select(sql<string>`count(*)::text`.as("json"));
    const rows = numberOf((await fetchJson(executor, counted))[0]);
    if (rows > maxSpanRows && end - start > 1) {
      widthMs = Math.max(Math.floor((end - start) / 4), 1);
      continue;
    }
    if (rows > 0) {
      const all = await fetchJson(executor, span.select(sql<string>`to_json(r)::text`.as("json")));
      const deliveries = all.map(toDelivery).sort(compareIssued);
      found.push(...deliveries.filter((one) => after === undefined || compareIssued(one, after) > 0));
    }
    start = end;
    widthMs *= Math.floor(maxSpanRows / 2 / Math.max(rows, 16)) || 1;
  }
  return found.slice(0, limit).map(listedDelivery);
}

/** One instant for the whole statement, which the planner may compute: it chooses the weeks. */
function nowOr(clock: Clock | undefined): RawBuilder<number> {
  return clock === undefined
    ? sql<number>`floor(extract(epoch from statement_timestamp()) * 1000)::bigint`
    : sql<number>`${clock()}::bigint`;
}
