import { type Compilable, type Kysely, sql } from "kysely";
import type { Charge, ChargeListQuery, SettlementStore } from "../../core/storage/settlement-store.ts";
import type { EpochMs } from "../../core/timing/clock.ts";
import { checkedBatch } from "../kit/batch.ts";
import { numberOf } from "../kit/stored-values.ts";
import { findUuid, toUuid } from "./delivery-uuid.ts";
import type { Executor } from "./executor.ts";
import type { Functions } from "./functions.ts";
import { conditionsOf, ownerColumns } from "./owner-filter.ts";
import { toAdjustment, toCharge, toStatement } from "./settlement-rows.ts";
import { anyOf, fetchJson, type Tables } from "./tables.ts";

/** The lists of a settlement; functions of the schema write. */
export type SettlementReader = Pick<SettlementStore, "listCharges" | "listAdjustments" | "listStatements">;

export function settlementReaderOf(
  executor: Executor,
  db: Kysely<Tables>,
  functions: Functions,
): SettlementReader {
  const pageOf = async (query: ChargeListQuery): Promise<readonly Charge[]> =>
    (await fetchJson(executor, chargePage(db, query))).map(toCharge);
  return {
    async listCharges(query) {
      if (query.deliveryIds !== undefined) return pageOf(query);
      const found: Charge[] = [];
      let from: EpochMs = Math.max(query.from, query.after?.chargedAt ?? 0);
      while (from < query.to && found.length < query.limit) {
        const to = numberOf(await functions.chargesUntil(from, query.to));
        found.push(...(await pageOf({ ...query, from, to, limit: query.limit - found.length })));
        from = to;
      }
      return found;
    },

    async listAdjustments({ from, to, after, limit, ...owners }) {
      let query = db.selectFrom("adjustments as a").where("a.at", ">=", from).where("a.at", "<", to);
      if (after !== undefined)
        query = query.where(sql<boolean>`(a.at, a.id) > (${after.at}::bigint, ${after.id}::text)`);
      for (const condition of conditionsOf(ownerColumns("a"), owners)) query = query.where(condition);
      const page = query
        .select(sql<string>`to_json(a)::text`.as("json"))
        .orderBy("a.at")
        .orderBy("a.id")
        .limit(limit);
      return (await fetchJson(executor, page)).map(toAdjustment);
    },

    async listStatements({ accounts, before, limit }) {
      let query = db.selectFrom("statements as s");
      if (accounts !== undefined) query = query.where("s.account", "=", anyOf(accounts));
      if (before !== undefined) query = query.where("s.number", "<", before);
      const page = query
        .select(sql<string>`to_json(s)::text`.as("json"))
        .orderBy("s.number", "desc")
        .orderBy("s.account")
        .limit(limit);
      return (await fetchJson(executor, page)).map(toStatement);
    },
  };
}

/** A page of charges, each with the sum of its adjustments. The page is cut before adjustments are looked up. */
function chargePage(
  db: Kysely<Tables>,
  { from, to, marks, deliveryIds, after, limit, ...owners }: ChargeListQuery,
): Compilable<{ json: string }> {
  let page = db.selectFrom("charges as c").where("c.charged_at", ">=", from).where("c.charged_at", "<", to);
  if (marks !== undefined) page = page.where("c.mark", "=", anyOf(marks));
  if (deliveryIds !== undefined) {
    const uuids = JSON.stringify(checkedBatch(deliveryIds).flatMap((id) => findUuid(id) ?? []));
    page = page.where(
      sql<boolean>`c.delivery_id = any(array(select jsonb_array_elements_text(${uuids}::text::jsonb)::uuid))`,
    );
  }
  if (after !== undefined) {
    const place = sql`(${after.chargedAt}::bigint, ${toUuid(after.deliveryId)}::uuid)`;
    page = page.where(sql<boolean>`(c.charged_at, c.delivery_id) > ${place}`);
  }
  for (const condition of conditionsOf(ownerColumns("c"), owners)) page = page.where(condition);
  return db
    .selectFrom(page.selectAll().orderBy("c.charged_at").orderBy("c.delivery_id").limit(limit).as("p"))
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom("adjustments as x")
          .whereRef("x.delivery_id", "=", "p.delivery_id")
          .select("x.adjusted_after")
          .orderBy("x.adjusted_after", "desc")
          .limit(1)
          .as("a"),
      (join) => join.onTrue(),
    )
    .select(
      sql<string>`(to_jsonb(p) || jsonb_build_object('adjusted', coalesce(a.adjusted_after, 0)))::text`.as(
        "json",
      ),
    )
    .orderBy("p.charged_at")
    .orderBy("p.delivery_id");
}
