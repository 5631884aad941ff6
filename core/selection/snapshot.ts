import type {
  ApiKeyRecord,
  Campaign,
  CreativeVersion,
  Platform,
  Publisher,
  Topic,
} from "../catalog/entities.ts";
import type { CatalogDelta, CatalogVersion, EntityKind } from "../storage.ts";
import { compileLineup, type Lineup } from "./lineup.ts";
import { compileTopics, type TopicMatcher } from "./topics.ts";

/** The catalogue at one version, in the memory of this instance, compiled for choosing. Immutable. */
export interface Snapshot {
  readonly version: CatalogVersion;
  readonly publishers: ReadonlyMap<string, Publisher>;
  readonly platforms: ReadonlyMap<string, Platform>;
  readonly apiKeys: ReadonlyMap<string, ApiKeyRecord>;
  readonly campaigns: ReadonlyMap<string, Campaign>;
  /** Current versions by creative id. */
  readonly creatives: ReadonlyMap<string, CreativeVersion>;
  readonly topics: ReadonlyMap<string, Topic>;
  readonly lineup: Lineup;
  readonly topicMatcher: TopicMatcher;
}

/** The snapshot after a change. */
export function applyDelta(previous: Snapshot | undefined, delta: CatalogDelta): Snapshot {
  const base = delta.reload ? undefined : previous;
  const removed = Map.groupBy(delta.removed, (ref) => ref.kind);
  const merge = <T>(
    kind: EntityKind,
    from: ReadonlyMap<string, T> | undefined,
    upserts: readonly T[],
    id: (item: T) => string,
  ): ReadonlyMap<string, T> => {
    const items = new Map(from);
    for (const ref of removed.get(kind) ?? []) items.delete(ref.id);
    for (const item of upserts) items.set(id(item), item);
    return items;
  };
  const apiKeys = new Map(base?.apiKeys);
  for (const key of delta.apiKeys) apiKeys.set(key.id, key);
  const campaigns = merge("campaign", base?.campaigns, delta.campaigns, (campaign) => campaign.id);
  const creatives = merge("creative", base?.creatives, delta.creatives, (version) => version.creative.id);
  const topics = merge("topic", base?.topics, delta.topics, (topic) => topic.id);
  return {
    version: delta.version,
    publishers: merge("publisher", base?.publishers, delta.publishers, (publisher) => publisher.id),
    platforms: merge("platform", base?.platforms, delta.platforms, (platform) => platform.id),
    apiKeys,
    campaigns,
    creatives,
    topics,
    lineup: compileLineup(campaigns.values(), creatives.values()),
    topicMatcher: compileTopics(topics.values()),
  };
}
