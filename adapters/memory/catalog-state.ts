import type {
  ApiKeyRecord,
  Campaign,
  Catalog,
  CreativeVersion,
  Platform,
  Publisher,
} from "../../core/catalog/entities.ts";
import type { Topic } from "../../core/catalog/topic.ts";
import type {
  CatalogDelta,
  CatalogVersion,
  EntityKind,
  EntityRef,
} from "../../core/storage/catalog-change.ts";
import type { RemovedEntity } from "../../core/storage/management-store.ts";
import { storedRemoval } from "../../core/storage/stored-entity.ts";
import { EntityTable } from "./entity-table.ts";

export interface CatalogState {
  /** Goes up by one with every change of the catalogue or of a key. */
  revision: number;
  readonly publishers: EntityTable<Publisher>;
  readonly platforms: EntityTable<Platform>;
  readonly campaigns: EntityTable<Campaign>;
  /** By creative id; the current version of each. */
  readonly creatives: EntityTable<CreativeVersion>;
  readonly topics: EntityTable<Topic>;
  readonly apiKeys: EntityTable<ApiKeyRecord>;
  /** By version id; every version that there ever was. */
  readonly versions: Map<string, CreativeVersion>;
}

export function emptyCatalog(): CatalogState {
  return {
    revision: 0,
    publishers: new EntityTable(),
    platforms: new EntityTable(),
    campaigns: new EntityTable(),
    creatives: new EntityTable(),
    topics: new EntityTable(),
    apiKeys: new EntityTable(),
    versions: new Map(),
  };
}

export function versionOf(state: CatalogState): CatalogVersion {
  return `memory-${state.revision}`;
}

export function tableOf(state: CatalogState, kind: EntityKind): EntityTable<unknown> {
  switch (kind) {
    case "publisher":
      return state.publishers;
    case "platform":
      return state.platforms;
    case "campaign":
      return state.campaigns;
    case "creative":
      return state.creatives;
    case "topic":
      return state.topics;
    default:
      return kind satisfies never;
  }
}

const kinds: readonly EntityKind[] = ["publisher", "platform", "campaign", "creative", "topic"];

export function changesSince(
  state: CatalogState,
  since: CatalogVersion | undefined,
): CatalogDelta | undefined {
  const known = since === undefined ? undefined : revisionOf(state, since);
  if (known === state.revision) return undefined;
  const from = known ?? -1;
  const removed = (kind: EntityKind): readonly EntityRef[] =>
    tableOf(state, kind)
      .removedSince(from)
      .map((id) => ({ kind, id }));
  return {
    version: versionOf(state),
    reload: known === undefined,
    publishers: state.publishers.changedSince(from),
    platforms: state.platforms.changedSince(from),
    apiKeys: state.apiKeys.changedSince(from),
    campaigns: state.campaigns.changedSince(from),
    creatives: state.creatives.changedSince(from),
    topics: state.topics.changedSince(from),
    removed: known === undefined ? [] : kinds.flatMap(removed),
  };
}

export function removedAs(state: CatalogState, { kind, id }: EntityRef): RemovedEntity | undefined {
  const stored = tableOf(state, kind).removed(id);
  return stored === undefined ? undefined : storedRemoval(kind, stored);
}

/** The revision that a version names, or `undefined` for a version of another store. */
function revisionOf(state: CatalogState, version: CatalogVersion): number | undefined {
  const digits = /^memory-(0|[1-9][0-9]{0,14})$/.exec(version)?.[1];
  const revision = Number(digits);
  return digits !== undefined && revision <= state.revision ? revision : undefined;
}

export function wholeCatalog(state: CatalogState): Catalog {
  return {
    publishers: state.publishers.all(),
    platforms: state.platforms.all(),
    campaigns: state.campaigns.all(),
    creatives: state.creatives.all().map((version) => version.creative),
    topics: state.topics.all(),
  };
}
