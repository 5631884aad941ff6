import type { CatalogIndex } from "./catalog-index.ts";
import type { Campaign, Creative, Platform } from "./entities.ts";
import type { CatalogIssue } from "./messages.ts";

/** A set of ids. */
export interface Ids {
  /** Whether the id is in the set. */
  readonly has: (id: string) => boolean;
}

/** Ids that references may name, by kind. */
export interface KnownIds {
  readonly publishers: Ids;
  readonly platforms: Ids;
  readonly campaigns: Ids;
  readonly topics: Ids;
  /** Placements of all platforms, and `chat`, which every platform has (contract.md §2.1). */
  readonly placements: Ids;
}

/** The ids of a catalogue. */
export function knownIds(catalog: CatalogIndex): KnownIds {
  return { ...catalog, placements: placementsOf(catalog.platforms) };
}

/** An index never changes in place, so its platforms are read once. */
const placements = new WeakMap<CatalogIndex["platforms"], Ids>();

function placementsOf(platforms: CatalogIndex["platforms"]): Ids {
  const known = placements.get(platforms);
  if (known !== undefined) return known;
  const names = new Set(["chat", ...[...platforms.values()].flatMap((platform) => platform.placements)]);
  placements.set(platforms, names);
  return names;
}

/**
 * Reports a missing publisher and missing excluded topics. An excluded advertiser may have no campaign yet, and a publisher may not
 * learn whether it has one.
 */
export function checkPlatformReferences(platform: Platform, known: KnownIds): CatalogIssue[] {
  return [
    ...missing([platform.publisherId], known.publishers, "publisher", "publishers", () => "publisherId"),
    ...missing(platform.excludedTopics, known.topics, "topic", "topics", at("excludedTopics")),
  ];
}

/** Reports missing platforms, topics and placements, targeted or excluded. */
export function checkCampaignReferences(campaign: Campaign, known: KnownIds): CatalogIssue[] {
  const list = "a platform's placements";
  return [
    ...(["platforms", "excludedPlatforms"] as const).flatMap((field) =>
      missing(campaign[field], known.platforms, "platform", "platforms", at(field)),
    ),
    ...(["topics", "excludedTopics"] as const).flatMap((field) =>
      missing(campaign[field], known.topics, "topic", "topics", at(field)),
    ),
    ...(["placements", "excludedPlacements"] as const).flatMap((field) =>
      missing(campaign[field], known.placements, "placement", list, at(field)),
    ),
  ];
}

function at(field: string): (index: number) => string {
  return (index) => `${field}[${index}]`;
}

/** Reports a missing campaign. */
export function checkCreativeReferences(creative: Creative, known: KnownIds): CatalogIssue[] {
  return missing([creative.campaignId], known.campaigns, "campaign", "campaigns", () => "campaignId");
}

function missing(
  ids: readonly string[] | undefined,
  known: Ids,
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
