import type { Catalog, Creative, Platform } from "../catalog/entities.ts";
import { isRecord } from "../catalog/record.ts";
import { isApproved, submitCreative, submitPlatform, withoutReview } from "../catalog/review.ts";
import type { PlannedChange } from "../planning/plan.ts";
import type { AuditEntry } from "../storage/audit-store.ts";
import type { CatalogView } from "./catalog-view.ts";
import { etagOf } from "./etag.ts";
import type { RouteContext } from "./route.ts";

type Reviewer = Pick<RouteContext, "principal" | "review">;

/**
 * The catalogue of a change as it is stored. Platforms and creatives of an author other than the operator wait for the operator;
 * what the operator writes is approved. Every change of the management side passes here.
 */
export function submitted(next: Catalog, view: CatalogView, reviewer: Reviewer): Catalog {
  if (!isSubmitted(reviewer)) return next;
  return {
    ...next,
    platforms: next.platforms.map((one) => submitPlatform(view.platforms.get(one.id), one)),
    creatives: next.creatives.map((one) => submitCreative(view.creatives.get(one.id), one)),
  };
}

/** The action of a change in the audit trail. */
export function auditedAs(
  { kind, id, action }: PlannedChange,
  next: Catalog,
  reviewer: Reviewer,
  { decision }: { readonly decision?: "approve" | "refuse" },
): AuditEntry["action"] {
  if (decision !== undefined || action === "remove" || !isSubmitted(reviewer)) return decision ?? action;
  const entities = kind === "platform" ? next.platforms : kind === "creative" ? next.creatives : [];
  const entity: Platform | Creative | undefined = entities.find((one) => one.id === id);
  return entity?.review?.status === "pending" ? "submit" : action;
}

function isSubmitted({ principal, review }: Reviewer): boolean {
  return review && principal.role !== "operator";
}

/** A platform or creative that waits for the operator. */
export interface WaitingItem {
  /** The path of the object in the API, such as `creatives/sale`. */
  readonly id: string;
  readonly kind: "platform" | "creative";
  readonly entityId: string;
  /** The publisher's id, or the advertiser's name. */
  readonly owner: string;
  /** The ETag of the object, for If-Match. */
  readonly version: string;
  /** Whether an approved version runs on meanwhile. */
  readonly isEdit: boolean;
}

/** All that waits for the operator. */
export function* waitingItems({
  platforms,
  creatives,
  campaigns,
}: Pick<CatalogView, "platforms" | "creatives" | "campaigns">): Generator<WaitingItem, void, void> {
  for (const platform of platforms.values()) {
    if (platform.review?.status === "pending") yield itemOf("platform", platform, platform.publisherId);
  }
  for (const creative of creatives.values()) {
    if (creative.review?.status !== "pending") continue;
    yield itemOf("creative", creative, campaigns.get(creative.campaignId)?.advertiser ?? "");
  }
}

function itemOf(kind: WaitingItem["kind"], entity: Platform | Creative, owner: string): WaitingItem {
  const { id } = entity;
  return {
    id: `${kind}s/${id}`,
    kind,
    entityId: id,
    owner,
    version: etagOf(entity),
    isEdit: isApproved(entity),
  };
}

/** A waiting platform or creative, with the sites that it names. */
export interface ReviewItem extends WaitingItem {
  readonly sites: readonly ReviewedSite[];
}

/** A site that reviewed content names: an allowed origin, or the host of a link or picture. */
export interface ReviewedSite {
  readonly site: string;
  /** Whether no approved content of the owner names it. */
  readonly isNew: boolean;
}

/** The sites of the content that waits. */
export function sitesOf({ kind, entityId, owner }: WaitingItem, view: CatalogView): readonly ReviewedSite[] {
  if (kind === "platform") {
    const platform = view.platforms.get(entityId);
    const approved = platform !== undefined && isApproved(platform) ? platform.allowedOrigins : [];
    const origins = (platform?.proposed ?? platform)?.allowedOrigins ?? [];
    return origins.map((site) => ({ site, isNew: !approved.includes(site) }));
  }
  const approved = new Set<string>();
  for (const creative of view.creatives.values()) {
    if (!isApproved(creative) || view.campaigns.get(creative.campaignId)?.advertiser !== owner) continue;
    for (const host of hostsOf(withoutReview(creative))) approved.add(host);
  }
  const creative = view.creatives.get(entityId);
  return [...new Set(hostsOf(creative?.proposed ?? creative))].map((site) => ({
    site,
    isNew: !approved.has(site),
  }));
}

/** The hosts of all URLs in a creative. */
function hostsOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(hostsOf);
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    if (typeof member !== "string") return hostsOf(member);
    return ["url", "landingUrl", "poster"].includes(name) && URL.canParse(member)
      ? [new URL(member).host]
      : [];
  });
}
