import type { Campaign, Creative, Platform, Publisher, Topic } from "../catalog/entities.ts";
import type { EntityKind } from "../storage/catalog-change.ts";
import type { CatalogView } from "./catalog-view.ts";
import { rulesOf, writersOf } from "./field-rules.ts";
import type { Principal } from "./principal.ts";

export interface Entities {
  readonly publisher: Publisher;
  readonly platform: Platform;
  readonly campaign: Campaign;
  readonly creative: Creative;
  readonly topic: Topic;
}

/**
 * Who may see what. To everybody else an object looks as if it did not exist. Topics are the installation's words for
 * what questions are about, and open to all who manage something.
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

export function mayWrite({ role }: Principal, kind: EntityKind): boolean {
  return writersOf(kind).includes(role);
}

/**
 * The fields that this role leaves out ({@link fieldRules}), with their values on creation; a replacement keeps the stored ones.
 */
export function fixedFields(principal: Principal, kind: EntityKind): Readonly<Record<string, unknown>> {
  const fixed = new Map<string, unknown>();
  for (const [field, rule] of Object.entries(rulesOf(principal.role, kind) ?? {})) {
    if (rule.rule === "own") fixed.set(field, ownerOf(principal));
    if (rule.rule === "operator") fixed.set(field, rule.initial);
  }
  return Object.fromEntries(fixed);
}

/** What the objects of a role name as their owner. */
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
