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

/** Reports a missing publisher. */
export function checkPlatformReferences(platform: Platform, known: KnownIds): CatalogIssue[] {
  return missing([platform.publisherId], known.publishers, "publisher", "publishers", () => "publisherId");
}

/** Reports missing platforms, topics and placements. */
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
