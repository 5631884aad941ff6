import type { Campaign, Catalog, Creative, Platform } from "./entities.ts";
import type { CatalogIssue } from "./messages.ts";

/** Ids that may be referred to. */
export interface KnownIds {
  readonly publishers: ReadonlySet<string>;
  readonly platforms: ReadonlySet<string>;
  readonly campaigns: ReadonlySet<string>;
  readonly topics: ReadonlySet<string>;
  /** Of all platforms, and `chat`, which every platform has (contract.md §2.1). */
  readonly placements: ReadonlySet<string>;
}

/** What a catalogue has to refer to. */
export function knownIds(catalog: Catalog): KnownIds {
  const ids = (entities: readonly { readonly id: string }[]) => new Set(entities.map((entity) => entity.id));
  return {
    publishers: ids(catalog.publishers),
    platforms: ids(catalog.platforms),
    campaigns: ids(catalog.campaigns),
    topics: ids(catalog.topics),
    placements: new Set(["chat", ...catalog.platforms.flatMap((platform) => platform.placements)]),
  };
}

export function checkPlatformReferences(platform: Platform, known: KnownIds): CatalogIssue[] {
  return missing([platform.publisherId], known.publishers, "publisher", "publishers", () => "publisherId");
}

export function checkCampaignReferences(campaign: Campaign, known: KnownIds): CatalogIssue[] {
  const at = (field: string) => (index: number) => `${field}[${index}]`;
  return [
    ...missing(campaign.platforms, known.platforms, "platform", "platforms", at("platforms")),
    ...missing(campaign.topics, known.topics, "topic", "topics", at("topics")),
    ...missing(
      campaign.placements,
      known.placements,
      "placement",
      "a platform's placements",
      at("placements"),
    ),
  ];
}

export function checkCreativeReferences(creative: Creative, known: KnownIds): CatalogIssue[] {
  return missing([creative.campaignId], known.campaigns, "campaign", "campaigns", () => "campaignId");
}

function missing(
  ids: readonly string[] | undefined,
  known: ReadonlySet<string>,
  kind: string,
  list: string,
  path: (index: number) => string,
): CatalogIssue[] {
  return (ids ?? []).flatMap((id, index) =>
    known.has(id)
      ? []
      : [{ path: path(index), message: `There is no ${kind} ${id}: add it to ${list}, or correct it.` }],
  );
}
