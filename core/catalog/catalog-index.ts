import type { Campaign, Catalog, Creative, Platform, Publisher } from "./entities.ts";
import type { Topic } from "./topic.ts";

/** A catalogue by id. The cost of a change does not depend on the number of other objects. */
export interface CatalogIndex {
  readonly publishers: ReadonlyMap<string, Publisher>;
  readonly platforms: ReadonlyMap<string, Platform>;
  readonly campaigns: ReadonlyMap<string, Campaign>;
  readonly creatives: ReadonlyMap<string, Creative>;
  readonly topics: ReadonlyMap<string, Topic>;
}

/** Indexes a catalogue. */
export function indexCatalog(catalog: Catalog): CatalogIndex {
  return {
    publishers: byId(catalog.publishers),
    platforms: byId(catalog.platforms),
    campaigns: byId(catalog.campaigns),
    creatives: byId(catalog.creatives),
    topics: byId(catalog.topics),
  };
}

function byId<T extends { readonly id: string }>(entities: readonly T[]): ReadonlyMap<string, T> {
  return new Map(entities.map((entity) => [entity.id, entity]));
}
