import { type Compilable, type Kysely, type RawBuilder, sql } from "kysely";
import type { UniqueListQuery } from "../../core/storage/report-store.ts";
import { conditionsOf, ownerColumns } from "./owner-filter.ts";
import type { Tables } from "./tables.ts";

/** An id's time is at most a day from its issue, or it is a stray; and a seen delivery was issued at most an hour before. */
const beforeMs = 90_000_000;
const afterMs = 86_400_000;

/** `ReportStore.listUniques`. Reads only the weeks that can have been seen in the range. */
export function listedUniques(
  db: Kysely<Tables>,
  { from, to, of, after, limit, ...owners }: UniqueListQuery,
  schema: string,
): Compilable<{ json: string }> {
  const idAt = (ms: number): RawBuilder<string> => sql<string>`${sql.id(schema, "id_at")}(${ms}::bigint)`;
  const inTheirWeeks = db
    .selectFrom("deliveries as d")
    .where("d.id", ">=", idAt(from - beforeMs))
    .where("d.id", "<=", idAt(to + afterMs))
    .where("d.seen_at", ">=", from)
    .where("d.seen_at", "<", to)
    .selectAll();
  const strays = db
    .selectFrom("stray_deliveries as s")
    // An offset keeps the planner from joining the whole tables: each stray is looked up by its id.
    .innerJoinLateral(
      (source) =>
        source.selectFrom("deliveries as x").whereRef("x.id", "=", "s.id").selectAll().offset(0).as("d"),
      (join) => join.onTrue(),
    )
    .where("d.seen_at", ">=", from)
    .where("d.seen_at", "<", to)
    .selectAll("d");
  const network = sql<string>`(select n.network from ${sql.id(schema, "networks")} n where n.delivery_id = r.id limit 1)`;
  const one = of === "networks" ? network : sql<string>`r.user_key`;
  let seen = db.selectFrom(inTheirWeeks.union(strays).as("r"));
  for (const condition of conditionsOf(ownerColumns("r"), owners)) seen = seen.where(condition);
  const found = seen.select(one.as("one")).distinct().as("f");
  let list = db.selectFrom(found).where(sql<boolean>`f.one is not null`);
  if (after !== undefined) list = list.where(sql<boolean>`f.one collate "C" > ${after}`);
  return list
    .select(sql<string>`to_json(f.one)::text`.as("json"))
    .orderBy(sql`f.one collate "C"`)
    .limit(limit);
}
