import * as v from "valibot";
import type { CatalogIndex } from "../catalog/catalog-index.ts";
import type { Creative, Platform } from "../catalog/entities.ts";
import { isRecord } from "../catalog/record.ts";
import { isApproved, withoutReview } from "../catalog/review.ts";
import { etagOf } from "./etag.ts";

/** A platform or creative that waits for the operator. `id`: its path in the API. `owner`: a publisher's id, or an advertiser's name. */
export type WaitingItem = { readonly id: string; readonly owner: string } & (
  | { readonly kind: "platform"; readonly entity: Platform }
  | { readonly kind: "creative"; readonly entity: Creative }
);

/** All that waits for the operator. */
export function* waitingItems({
  platforms,
  creatives,
  campaigns,
}: CatalogIndex): Generator<WaitingItem, void, void> {
  for (const entity of platforms.values()) {
    if (entity.review?.status !== "pending") continue;
    yield { id: `platforms/${entity.id}`, kind: "platform", entity, owner: entity.publisherId };
  }
  for (const entity of creatives.values()) {
    if (entity.review?.status !== "pending") continue;
    const owner = campaigns.get(entity.campaignId)?.advertiser ?? "";
    yield { id: `creatives/${entity.id}`, kind: "creative", entity, owner };
  }
}

/**
 * A waiting item as the operator sees it. `version`: the ETag of the object, for If-Match. `isEdit`: an approved version runs on.
 * `sites`: allowed origins, or the hosts of links and pictures; no approved content of the owner names a new one.
 */
export const reviewItem: v.GenericSchema<unknown, ReviewItem> = v.pipe(
  v.strictObject({
    id: v.string(),
    kind: v.picklist(["platform", "creative"]),
    entityId: v.string(),
    owner: v.string(),
    version: v.string(),
    isEdit: v.boolean(),
    sites: v.array(v.strictObject({ site: v.string(), isNew: v.boolean() })),
  }),
  v.title("ReviewItem"),
);

/** See {@link reviewItem}. */
export interface ReviewItem extends Pick<WaitingItem, "id" | "kind" | "owner"> {
  readonly entityId: string;
  readonly version: string;
  readonly isEdit: boolean;
  readonly sites: readonly { readonly site: string; readonly isNew: boolean }[];
}

/** The items as the operator sees them. Reads the creatives of their owners once. */
export function reviewItems(items: readonly WaitingItem[], view: CatalogIndex): readonly ReviewItem[] {
  const approvedHosts = new Map(items.map(({ owner }) => [owner, new Set<string>()]));
  for (const creative of view.creatives.values()) {
    const known = approvedHosts.get(view.campaigns.get(creative.campaignId)?.advertiser ?? "");
    if (known === undefined || !isApproved(creative)) continue;
    for (const host of hostsOf(withoutReview(creative))) known.add(host);
  }
  return items.map((item) => {
    const { id, kind, owner, entity } = item;
    const isEdit = isApproved(entity);
    const known =
      item.kind === "creative" ? approvedHosts.get(owner) : new Set(isEdit ? item.entity.allowedOrigins : []);
    const named =
      item.kind === "creative"
        ? new Set(hostsOf(entity.proposed ?? entity))
        : (item.entity.proposed ?? item.entity).allowedOrigins;
    const sites = [...named].map((site) => ({ site, isNew: known?.has(site) !== true }));
    return { id, kind, owner, entityId: entity.id, version: etagOf(entity), isEdit, sites };
  });
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
