import type { ApiKeyRecord, Campaign, CreativeVersion, Platform, Publisher } from "../catalog/entities.ts";
import type { Topic } from "../catalog/topic.ts";
import { CatalogLanguages } from "../reporting/languages.ts";
import type { CatalogDelta, CatalogVersion, EntityKind } from "../storage/catalog-change.ts";
import { compileTopics } from "../topics/compile.ts";
import type { TopicMatcher } from "../topics/matcher.ts";

/** The catalogue at one version, in this instance's memory. */
export interface Snapshot {
  readonly version: CatalogVersion;
  readonly publishers: ReadonlyMap<string, Publisher>;
  readonly platforms: ReadonlyMap<string, Platform>;
  readonly apiKeys: ReadonlyMap<string, ApiKeyRecord>;
  readonly topics: ReadonlyMap<string, Topic>;
  /**
   * Shared with later snapshots until a reload, so it always shows the newest version. Copying a million campaigns for each
   * change would block the event loop.
   */
  readonly campaigns: ReadonlyMap<string, Campaign>;
  /** Current versions by creative id; shared like campaigns. */
  readonly creatives: ReadonlyMap<string, CreativeVersion>;
  /** The languages of the creatives; shared like campaigns. */
  readonly languages: CatalogLanguages;
  readonly topicMatcher: TopicMatcher;
}

/** Returns the snapshot after a change. */
export function applyDelta(previous: Snapshot | undefined, delta: CatalogDelta): Snapshot {
  const base = delta.reload ? undefined : previous;
  const removed = Map.groupBy(delta.removed, (ref) => ref.kind);
  const apply = <T>(
    items: Map<string, T>,
    kind: EntityKind,
    upserts: readonly T[],
    id: (item: T) => string,
  ): ReadonlyMap<string, T> => {
    for (const ref of removed.get(kind) ?? []) items.delete(ref.id);
    for (const item of upserts) items.set(id(item), item);
    return items;
  };
  const copied = <T extends { readonly id: string }>(
    from: ReadonlyMap<string, T> | undefined,
    kind: EntityKind,
    upserts: readonly T[],
  ): ReadonlyMap<string, T> =>
    from !== undefined && upserts.length === 0 && !removed.has(kind)
      ? from
      : apply(new Map(from), kind, upserts, (item) => item.id);
  const languages = base?.languages ?? new CatalogLanguages();
  changeLanguages(languages, base?.creatives, delta);
  const apiKeys = new Map(base?.apiKeys);
  for (const key of delta.apiKeys) apiKeys.set(key.id, key);
  const topics = copied(base?.topics, "topic", delta.topics);
  return {
    version: delta.version,
    publishers: copied(base?.publishers, "publisher", delta.publishers),
    platforms: copied(base?.platforms, "platform", delta.platforms),
    apiKeys: delta.apiKeys.length === 0 && base !== undefined ? base.apiKeys : apiKeys,
    topics,
    campaigns: apply(shared(base?.campaigns), "campaign", delta.campaigns, (campaign) => campaign.id),
    creatives: apply(shared(base?.creatives), "creative", delta.creatives, (version) => version.creative.id),
    languages,
    topicMatcher:
      base !== undefined && topics === base.topics ? base.topicMatcher : compileTopics(topics.values()),
  };
}

/** Must run before the creatives change. */
function changeLanguages(
  languages: CatalogLanguages,
  creatives: ReadonlyMap<string, CreativeVersion> | undefined,
  { creatives: upserts, removed }: CatalogDelta,
): void {
  const gone = new Set(upserts.map(({ creative }) => creative.id));
  for (const { kind, id } of removed) if (kind === "creative") gone.add(id);
  for (const id of gone) {
    const before = creatives?.get(id);
    if (before !== undefined) languages.remove(before.creative.language);
  }
  for (const { creative } of upserts) languages.add(creative.language);
}

/** Ids of the campaigns that a change affects: changed campaigns, and owners of changed creatives before and after. Must run before the change is applied. */
export function touchedBy(previous: Snapshot | undefined, delta: CatalogDelta): ReadonlySet<string> {
  const touched = new Set<string>();
  const addOwner = (creativeId: string): void => {
    const owner = previous?.creatives.get(creativeId)?.creative.campaignId;
    if (owner !== undefined) touched.add(owner);
  };
  for (const { id } of delta.campaigns) touched.add(id);
  for (const { creative } of delta.creatives) {
    touched.add(creative.campaignId);
    addOwner(creative.id);
  }
  for (const { kind, id } of delta.removed) {
    if (kind === "campaign") touched.add(id);
    else if (kind === "creative") addOwner(id);
  }
  return touched;
}

/** Returns the map itself. Only this file writes to it. */
function shared<T>(from: ReadonlyMap<string, T> | undefined): Map<string, T> {
  return from instanceof Map ? from : new Map();
}
