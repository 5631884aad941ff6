import type { Campaign, Creative, Platform, Publisher, Topic } from "../catalog/entities.ts";
import type { EntityKind } from "../storage.ts";
import type { Principal } from "./principal.ts";
import type { Register } from "./register.ts";

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
  register: Register,
): boolean {
  if (principal.role === "operator" || kind === "topic") return true;
  if (principal.role === "publisher") {
    if (kind === "publisher") return entity.id === principal.publisherId;
    return kind === "platform" && "publisherId" in entity && entity.publisherId === principal.publisherId;
  }
  if (kind === "campaign") return "advertiser" in entity && entity.advertiser === principal.advertiser;
  if (kind !== "creative" || !("campaignId" in entity)) return false;
  return register.campaigns.get(entity.campaignId)?.advertiser === principal.advertiser;
}

/** What a role may write at all; beyond it {@link fixedFields}. */
const writes: Readonly<Record<Principal["role"], ReadonlySet<EntityKind>>> = {
  operator: new Set(["publisher", "platform", "campaign", "creative", "topic"]),
  publisher: new Set(["platform"]),
  advertiser: new Set(["campaign", "creative"]),
};

export function mayWrite(principal: Principal, kind: EntityKind): boolean {
  return writes[principal.role].has(kind);
}

/** Fields that only the operator sets: with these values at first, and unchanged afterwards. */
export function fixedFields(principal: Principal, kind: EntityKind): Readonly<Record<string, unknown>> {
  if (principal.role === "publisher" && kind === "platform") {
    return { publisherId: principal.publisherId, status: "active", revenueShareBps: defaultRevenueShareBps };
  }
  if (principal.role === "advertiser" && kind === "campaign") {
    return { advertiser: principal.advertiser, weight: 1 };
  }
  return {};
}

/** What a publisher that registers a platform itself gets until the operator says otherwise. */
const defaultRevenueShareBps = 5_000;
