import { type Kysely, sql } from "kysely";
import type { ServingStore } from "../../core/storage/serving-store.ts";
import { countColumns } from "../kit/count-columns.ts";
import { arrayOf, numberOf } from "../kit/stored-values.ts";
import { countTotal } from "../kit/totals.ts";
import type { Executor } from "./executor.ts";
import { conditionsOf, ownerColumns } from "./owner-filter.ts";
import { anyOf, fetchJson, type Tables } from "./tables.ts";

/** The statistics are added by a function, and read by a query of the requested fields. */
export type CountReader = Pick<ServingStore, "readCounts">;

export function countReaderOf(executor: Executor, db: Kysely<Tables>): CountReader {
  return {
    async readCounts({ from, to, metrics, by, limit, ...owners }) {
      const fields = [...new Set(by)];
      const columns = fields.map((field) => sql.ref(`c.${countColumns[field]}`));
      const sum = sql<number>`sum(c.n)::bigint`;
      let query = db
        .selectFrom("counts as c")
        .where("c.hour", ">=", from)
        .where("c.hour", "<", to)
        .where("c.metric", "=", anyOf(metrics));
      for (const condition of conditionsOf(ownerColumns("c"), owners)) query = query.where(condition);
      const totals = query
        .select(sql<string>`json_build_array(${sql.join([...columns, sum])})::text`.as("json"))
        .groupBy(columns.length > 0 ? columns : sql`()`)
        // Without fields SQL has a sum of nothing.
        .having(sql<boolean>`count(*) > 0`)
        .orderBy(sum, "desc")
        .limit(limit);
      return (await fetchJson(executor, totals)).map((row) => {
        const values = arrayOf(row);
        return countTotal(numberOf(values[fields.length]), fields, values, metrics);
      });
    },
  };
}
