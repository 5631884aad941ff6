import type { Campaign, Creative, Platform, Publisher } from "../catalog/entities.ts";
import type { Topic } from "../catalog/topic.ts";
import type { EntityKind } from "../storage/catalog-change.ts";
import type { CatalogView } from "./catalog-view.ts";
import { rulesOf, writersOf } from "./field-rules.ts";
import type { Principal } from "./principal.ts";

/** The type of each kind of entity. */
export interface Entities {
  readonly publisher: Publisher;
  readonly platform: Platform;
  readonly campaign: Campaign;
  readonly creative: Creative;
  readonly topic: Topic;
}

/**
 * Whether a principal may see an entity. Other tenants' entities answer 404, as if they did not exist. All roles see
 * all topics: they are the installation's vocabulary.
 */
export function maySee<Kind extends EntityKind>(
  principal: Principal,
  kind: Kind,
  entity: Entities[EntityKind],
  view: CatalogView,
): boolean {
  if (principal.role === "operator" || kind === "topic") return true;
  if (principal.role === "publisher") {
    if (kind === "publisher") return entity.id === principal.publisherId;
    return kind === "platform" && "publisherId" in entity && entity.publisherId === principal.publisherId;
  }
  if (kind === "campaign") return "advertiser" in entity && entity.advertiser === principal.advertiser;
  if (kind !== "creative" || !("campaignId" in entity)) return false;
  return view.campaigns.get(entity.campaignId)?.advertiser === principal.advertiser;
}

/** Whether the role of a principal may create, replace and remove entities of this kind. */
export function mayWrite({ role }: Principal, kind: EntityKind): boolean {
  return writersOf(kind).includes(role);
}

/**
 * The fields that the role omits ({@link fieldRules}), with their initial values. A replacement keeps the stored
 * values.
 */
export function fixedFields(principal: Principal, kind: EntityKind): Readonly<Record<string, unknown>> {
  const fixed = new Map<string, unknown>();
  for (const [field, rule] of Object.entries(rulesOf(principal.role, kind) ?? {})) {
    if (rule.rule === "own") fixed.set(field, ownerOf(principal));
    if (rule.rule === "operator") fixed.set(field, rule.initial);
  }
  return Object.fromEntries(fixed);
}

/** The owner that a role's entities name. */
function ownerOf(principal: Principal): string | undefined {
  switch (principal.role) {
    case "operator":
      return undefined;
    case "publisher":
      return principal.publisherId;
    case "advertiser":
      return principal.advertiser;
    default:
      return principal satisfies never;
  }
}
