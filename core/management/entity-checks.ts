import type { EntityKind, EntityRef } from "../storage/catalog-change.ts";
import { type Entities, mayWrite } from "./access.ts";
import type { CatalogView } from "./catalog-view.ts";
import { checkFields } from "./check-fields.ts";
import { invalid, invalidField, type ManagementProblem, notFound } from "./problem.ts";
import { checkOrigins } from "./public-suffix.ts";
import type { RouteContext } from "./route.ts";

/** The answer to a create call whose id is in use or reserved. */
export const taken: ManagementProblem = {
  problem: "exists",
  detail: "Choose another id: this id is in use.",
};

/** Checks the rules of the role, and the rules that only the management side knows. */
export function checkEntity(
  kind: EntityKind,
  stored: Entities[EntityKind] | undefined,
  entity: Readonly<Record<string, unknown>>,
  context: RouteContext,
  view: CatalogView,
): ManagementProblem | undefined {
  if (!mayWrite(context.principal, kind)) return notFound;
  const refused =
    checkFields({ kind, stored, entity }, context, view) ??
    (kind === "platform" ? checkOrigins(entity["allowedOrigins"]) : undefined);
  return refused && invalid([refused]);
}

/** The field that names the owner of a kind of objects, and the limit of how many one owner may have. */
const owned = {
  platform: { field: "publisherId", limit: "platformsPerPublisher", owner: "publisher" },
  campaign: { field: "advertiser", limit: "campaignsPerAdvertiser", owner: "advertiser" },
  creative: { field: "campaignId", limit: "creativesPerCampaign", owner: "campaign" },
} as const;

/**
 * Checks how many objects their owner may have, with this one. The change is stored at the version of the count, so concurrent changes
 * cannot exceed the limit. The operator may give an advertiser more.
 */
export function checkCount(
  kind: EntityKind,
  stored: Entities[EntityKind] | undefined,
  entity: Readonly<Record<string, unknown>>,
  { limits, principal }: Pick<RouteContext, "limits" | "principal">,
  view: CatalogView,
): ManagementProblem | undefined {
  if (kind === "publisher" || kind === "topic") return undefined;
  if (kind !== "platform" && principal.role === "operator") return undefined;
  const { field, limit, owner } = owned[kind];
  const ownerOf = (one: object): unknown => Reflect.get(one, field);
  if (stored !== undefined && ownerOf(stored) === entity[field]) return undefined;
  let count = 0;
  for (const one of view[`${kind}s`].values()) if (ownerOf(one) === entity[field]) count += 1;
  const most = limits[limit];
  if (count < most) return undefined;
  return invalidField(
    kind === "campaign" ? "id" : field,
    `This ${owner} has ${count} ${kind}s and may have ${most}: remove one first.`,
  );
}

/** Not `String(value)`: a sent object may have its own `toString`. No entity has an empty id. */
export function asText(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** The fields of `entity` that `fields` names. */
export function pick(entity: object, fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(entity).filter(([key]) => Object.hasOwn(fields, key)));
}

/** Refuses to archive an entity that others refer to, and says what to do first. */
export function checkInUse(
  ref: EntityRef,
  { principal }: Pick<RouteContext, "principal">,
  view: CatalogView,
): ManagementProblem | undefined {
  const reference = findReference(ref, view);
  if (reference === undefined) return undefined;
  const { kind } = ref;
  // Publishers do not see campaigns, so the answer names none.
  if (principal.role === "publisher")
    return { problem: "in_use", detail: `It is still in use: ask the operator to release this ${kind}.` };
  const detail =
    kind === "publisher"
      ? `Archive ${reference} first, because it belongs to this publisher.`
      : `Archive ${reference} first, or remove this ${kind} from it.`;
  return { problem: "in_use", detail };
}

/** Describes an entity that refers to this one, such as `platform pf_demo`. `undefined`: no reference. */
function findReference({ kind, id }: EntityRef, view: CatalogView): string | undefined {
  const names = (list: readonly string[] | undefined): boolean => list?.includes(id) === true;
  for (const platform of view.platforms.values()) {
    if (kind === "publisher" && platform.publisherId === id) return `platform ${platform.id}`;
    if (kind === "topic" && names(platform.excludedTopics)) return `platform ${platform.id}`;
  }
  for (const campaign of view.campaigns.values()) {
    const { topics, excludedTopics, platforms, excludedPlatforms } = campaign;
    if (kind === "topic" && (names(topics) || names(excludedTopics))) return `campaign ${campaign.id}`;
    if (kind === "platform" && (names(platforms) || names(excludedPlatforms)))
      return `campaign ${campaign.id}`;
  }
  return undefined;
}
