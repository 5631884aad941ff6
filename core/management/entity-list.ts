import * as v from "valibot";
import { isRecord } from "../catalog/record.ts";
import type { EntityKind } from "../storage/catalog-change.ts";
import { type Entities, maySee } from "./access.ts";
import { readArchived } from "./archive.ts";
import { declared } from "./entity-version.ts";
import { bothWays, type Page, type PageQuery, pageOf } from "./page.ts";
import type { ManagementProblem } from "./problem.ts";
import type { RouteContext } from "./route.ts";

/** The query of a list of entities. */
export interface EntityQuery extends PageQuery {
  /** Only entities with this text in their ids, names, sites or texts, in any case. */
  readonly q?: string | undefined;
  /** Only entities in this state. */
  readonly status?: string | undefined;
  /** The field that decides the order. */
  readonly sort: string;
  /** The direction of the order. */
  readonly direction: "ascending" | "descending";
  /** `true`: the archived entities instead. */
  readonly archived?: "true" | "false" | undefined;
  /** Only creatives of this campaign. */
  readonly campaign?: string | undefined;
}

const maxSearchLength = 200;

/** The states that lists of each kind select by. `pending` and `refused` are those of a review. */
export const listStatuses: Readonly<Record<EntityKind, readonly [string, ...string[]]>> = {
  publisher: ["active", "suspended"],
  platform: ["active", "disabled", "pending", "refused"],
  campaign: ["active", "paused"],
  creative: ["approved", "pending", "refused"],
  topic: ["trained", "untrained"],
};

/** The fields that lists of each kind are sorted by; the first one is the default. */
export const listSorts: Readonly<Record<EntityKind, readonly [string, ...string[]]>> = {
  publisher: ["id", "name", "status"],
  platform: ["id", "name", "publisherId", "status"],
  campaign: ["id", "name", "advertiser", "status", "priceMicros", "totalBudgetMicros", "dailyBudgetMicros"],
  creative: ["id", "format", "language", "campaignId"],
  topic: ["id", "name"],
};

/** The query of the lists of a kind. */
export function entityQuery(kind: EntityKind): v.GenericSchema<unknown, EntityQuery> {
  const entries = {
    ...bothWays,
    q: v.optional(v.pipe(v.string(), v.maxLength(maxSearchLength))),
    status: v.optional(v.picklist(listStatuses[kind])),
    sort: v.optional(v.picklist(listSorts[kind]), "id"),
    direction: v.optional(v.picklist(["ascending", "descending"]), "ascending"),
    archived: v.optional(v.picklist(["true", "false"])),
  };
  return kind === "creative"
    ? v.strictObject({ ...entries, campaign: v.optional(v.string()) })
    : v.strictObject(entries);
}

/** Returns a page of the entities that the caller may see. */
export async function listEntities(
  kind: EntityKind,
  all: Iterable<Entities[EntityKind]>,
  query: EntityQuery,
  context: RouteContext,
): Promise<Page<Entities[EntityKind]> | ManagementProblem> {
  const { q, status, sort, campaign } = query;
  const own =
    query.archived === "true"
      ? await readArchived(kind, context)
      : [...all].filter((entity) => maySee(context.principal, kind, entity, context.view));
  const wanted = q === undefined || q.trim() === "" ? undefined : q.trim().toLowerCase();
  const found = own.filter(
    (entity) =>
      (campaign === undefined || ("campaignId" in entity && entity.campaignId === campaign)) &&
      (status === undefined || statesOf(kind, entity).includes(status)) &&
      (wanted === undefined || textsOf(entity).some((text) => text.toLowerCase().includes(wanted))),
  );
  const page = pageOf(found, query, {
    keyOf: sort === "id" ? undefined : (entity) => keyOf(entity, sort),
    isDescending: query.direction === "descending",
  });
  return "problem" in page ? page : { ...page, items: page.items.map(declared) };
}

function statesOf(kind: EntityKind, entity: Entities[EntityKind]): readonly string[] {
  const review = "review" in entity ? entity.review?.status : undefined;
  if (kind === "creative") return [review ?? "approved"];
  if (kind === "topic")
    return ["trained" in entity && entity.trained !== undefined ? "trained" : "untrained"];
  return [
    ("status" in entity ? entity.status : undefined) ?? "active",
    ...(review === undefined ? [] : [review]),
  ];
}

/** Names are sorted in any case. An absent amount comes first. */
function keyOf(entity: Entities[EntityKind], field: string): string | number {
  const value: unknown = isRecord(entity) ? entity[field] : undefined;
  if (typeof value === "number") return value;
  return typeof value === "string" ? value.toLowerCase() : field === "status" ? "active" : "";
}

const searched = ["id", "name", "advertiser", "publisherId", "campaignId"];

function textsOf(entity: Entities[EntityKind]): readonly string[] {
  const values: readonly unknown[] = isRecord(entity) ? searched.map((field) => entity[field]) : [];
  const texts = values.filter((value) => typeof value === "string");
  if ("allowedOrigins" in entity) return [...texts, ...entity.allowedOrigins];
  if (!("disclosure" in entity)) return texts;
  const blocks = (entity.scenes ?? []).flatMap((scene) => scene.blocks);
  const words = blocks.flatMap((block) => (block.kind === "text" ? block.text : []));
  return [...texts, entity.disclosure.text, ...words, ...(entity.bot === undefined ? [] : [entity.bot.text])];
}
