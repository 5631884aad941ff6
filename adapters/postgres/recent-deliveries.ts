import { type Compilable, type Kysely, type RawBuilder, sql } from "kysely";
import type { RecentQuery } from "../../core/storage/report-store.ts";
import type { Clock } from "../../core/timing/clock.ts";
import { conditionsOf, ownerColumns } from "./owner-filter.ts";
import { anyOf, type Tables } from "./tables.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/**
 * `ReportStore.readRecentDeliveries`. An id's time is at most a day from its issue, or it is a stray: so what was issued in the
 * last hour lies between two ids, and only their weeks are looked at.
 */
export function recentDeliveries(
  db: Kysely<Tables>,
  { limit, marks, ...owners }: RecentQuery,
  schema: string,
  clock: Clock | undefined,
): Compilable<{ json: string }> {
  const now = nowOr(clock);
  const idAt = (awayMs: number): RawBuilder<string> =>
    sql<string>`${sql.id(schema, "id_at")}(${now} + ${awayMs}::bigint)`;
  const [low, high] = [idAt(-hourMs - dayMs), idAt(dayMs + 1)];
  const since = sql<number>`${now} - ${hourMs}::bigint`;
  const inTheirWeeks = db
    .selectFrom("deliveries as d")
    .where("d.id", ">=", low)
    .where("d.id", "<", high)
    .where("d.issued_at", ">=", since)
    .selectAll();
  const strays = db
    .selectFrom("stray_deliveries as s")
    // An offset keeps the planner from joining the whole tables: each stray is looked up by its id.
    .innerJoinLateral(
      (from) =>
        from.selectFrom("deliveries as x").whereRef("x.id", "=", "s.id").selectAll().offset(0).as("d"),
      (join) => join.onTrue(),
    )
    .where("s.issued_at", ">=", since)
    .where((where) => where.or([where("s.id", "<", low), where("s.id", ">=", high)]))
    .selectAll("d");
  let recent = db.selectFrom(inTheirWeeks.unionAll(strays).as("r"));
  for (const condition of conditionsOf(ownerColumns("r"), owners)) recent = recent.where(condition);
  if (marks !== undefined) recent = recent.where("r.mark", "=", anyOf(marks));
  const network = sql`(select n.network from ${sql.id(schema, "networks")} n where n.delivery_id = r.id limit 1)`;
  const json = sql<string>`(to_jsonb(r) || jsonb_build_object('network', ${network}))::text`;
  return recent.select(json.as("json")).orderBy("r.issued_at", "desc").limit(limit);
}

/** One instant for the whole statement, which the planner may compute: it chooses the weeks. */
function nowOr(clock: Clock | undefined): RawBuilder<number> {
  return clock === undefined
    ? sql<number>`floor(extract(epoch from statement_timestamp()) * 1000)::bigint`
    : sql<number>`${clock()}::bigint`;
}
