import { type Kysely, type RawBuilder, sql } from "kysely";
import type { CreativeVersion } from "../../core/catalog/entities.ts";
import type { Spend } from "../../core/storage.ts";
import type { Clock } from "../../core/timing/clock.ts";
import { storedCreative } from "./documents.ts";
import type { Executor } from "./executor.ts";
import { numberOf, recordOf, textOf } from "./json.ts";
import { fetchJson, type Tables } from "./tables.ts";

/** The reads of the serving side, as ordinary queries. */
export interface Reads {
  readSpend(campaignIds: readonly string[]): Promise<readonly (Spend | undefined)[]>;
  readCreatives(versionIds: readonly string[]): Promise<readonly (CreativeVersion | undefined)[]>;
}

export function readsOf(
  executor: Executor,
  db: Kysely<Tables>,
  schema: string,
  clock: Clock | undefined,
): Reads {
  return {
    async readSpend(campaignIds) {
      const day = sql<string>`${sql.id(schema, "campaign_day")}(${nowOr(clock)}, c.time_zone)`;
      const query = db
        .selectFrom("campaigns as c")
        .leftJoin("campaign_days as d", (join) =>
          join.onRef("d.campaign_id", "=", "c.id").on("d.day", "=", day),
        )
        .where("c.id", "=", anyOf(campaignIds))
        .where("c.status", "<>", "removed")
        .select(
          sql<string>`jsonb_build_object('campaignId', c.id, 'spent', c.spent, 'held', c.held, 'day', ${day},
            'daySpent', coalesce(d.spent, 0), 'dayHeld', coalesce(d.held, 0))::text`.as("json"),
        );
      return inOrder(
        campaignIds,
        (await fetchJson(executor, query)).map(toSpend),
        (spend) => spend.campaignId,
      );
    },

    async readCreatives(versionIds) {
      const query = db
        .selectFrom("creative_versions as v")
        .where("v.version_id", "=", anyOf(versionIds))
        .select(
          sql<string>`jsonb_build_object('versionId', v.version_id, 'creative', v.creative)::text`.as("json"),
        );
      const found = (await fetchJson(executor, query)).map(storedCreative);
      return inOrder(versionIds, found, (version) => version.versionId);
    },
  };
}

// An array parameter would need the driver to know the array types; JSON needs nothing.
export function anyOf(ids: readonly string[]): RawBuilder<string> {
  return sql<string>`any(array(select jsonb_array_elements_text(${JSON.stringify(ids)}::text::jsonb)))`;
}

function nowOr(clock: Clock | undefined): RawBuilder<number> {
  return clock === undefined
    ? sql<number>`floor(extract(epoch from clock_timestamp()) * 1000)::bigint`
    : sql<number>`${clock()}::bigint`;
}

export function inOrder<T>(
  ids: readonly string[],
  found: readonly T[],
  idOf: (item: T) => string,
): readonly (T | undefined)[] {
  const byId = new Map(found.map((item) => [idOf(item), item]));
  return ids.map((id) => byId.get(id));
}

function toSpend(value: unknown): Spend {
  const row = recordOf(value);
  return {
    campaignId: textOf(row["campaignId"]),
    spentMicros: numberOf(row["spent"]),
    heldMicros: numberOf(row["held"]),
    day: textOf(row["day"]),
    daySpentMicros: numberOf(row["daySpent"]),
    dayHeldMicros: numberOf(row["dayHeld"]),
  };
}
