import type { CreativeVersion } from "../../core/catalog/entities.ts";
import type { Spend } from "../../core/storage/serving-store.ts";
import { storedCreative } from "../../core/storage/stored-entity.ts";
import type { Clock } from "../../core/timing/clock.ts";
import { numberOf, parseJson, recordOf, textOf } from "../kit/stored-values.ts";
import type { Executor } from "./executor.ts";

/** The reads by id of the serving side. */
export interface Reads {
  readSpend(campaignIds: readonly string[]): Promise<readonly (Spend | undefined)[]>;
  readCreatives(versionIds: readonly string[]): Promise<readonly (CreativeVersion | undefined)[]>;
}

/**
 * Both statements are the same for every call, so they are text: composing them would load Kysely (158 KB minified) before
 * a serverless instance's first ad.
 */
export function readsOf(executor: Executor, schema: string, clock: Clock | undefined): Reads {
  const fetch = async (text: string, ...parameters: (string | number | null)[]): Promise<unknown[]> =>
    (await executor.run(text, parameters)).map((row) => parseJson(row["json"]));
  const [spend, creatives] = [spendText(schema), creativesText(schema)];
  return {
    readSpend: async (campaignIds) => {
      const found = await fetch(spend, JSON.stringify(campaignIds), clock?.() ?? null);
      return inOrder(campaignIds, found.map(toSpend), ({ campaignId }) => campaignId);
    },
    readCreatives: async (versionIds) => {
      const found = await fetch(creatives, JSON.stringify(versionIds));
      return inOrder(versionIds, found.map(storedCreative), ({ versionId }) => versionId);
    },
  };
}

// $1: ids as JSON, for an array parameter would need the driver to know the array types. $2: a test's clock, or null.
function spendText(schema: string): string {
  const now = "coalesce($2::bigint, floor(extract(epoch from clock_timestamp()) * 1000)::bigint)";
  const day = `"${schema}".campaign_day(${now}, c.time_zone)`;
  return `select jsonb_build_object('campaignId', c.id, 'used', c.used, 'waived', c.waived, 'held', c.held, 'day', ${day},
    'dayUsed', coalesce(d.used, 0), 'dayHeld', coalesce(d.held, 0))::text as json
  from "${schema}".campaigns c
  left join "${schema}".campaign_days d on d.campaign_id = c.id and d.day = ${day}
  where c.id = any(array(select jsonb_array_elements_text($1::text::jsonb))) and c.status <> 'removed'`;
}

// $1: ids as JSON.
function creativesText(schema: string): string {
  return `select jsonb_build_object('versionId', v.version_id, 'creative', v.creative)::text as json
  from "${schema}".creative_versions v
  where v.version_id = any(array(select jsonb_array_elements_text($1::text::jsonb)))`;
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
  const usedMicros = numberOf(row["used"]);
  return {
    campaignId: textOf(row["campaignId"]),
    spentMicros: usedMicros - numberOf(row["waived"]),
    usedMicros,
    heldMicros: numberOf(row["held"]),
    day: textOf(row["day"]),
    dayUsedMicros: numberOf(row["dayUsed"]),
    dayHeldMicros: numberOf(row["dayHeld"]),
  };
}
