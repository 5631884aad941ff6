import type { Catalog, CreativeVersion } from "../../core/catalog/entities.ts";
import { type EntityKind, entityKinds } from "../../core/storage/catalog-change.ts";
import {
  storedCampaign,
  storedCreative,
  storedPlatform,
  storedPublisher,
  storedTopic,
} from "../../core/storage/stored-entity.ts";

/** Entities by kind, in the form of a delta of the catalogue. */
export interface StoredEntities extends Omit<Catalog, "creatives"> {
  /** The current version of each creative. */
  readonly creatives: readonly CreativeVersion[];
}

/** The entities of stored documents, in their order. */
export function storedEntities(
  documents: Iterable<readonly [kind: EntityKind, document: unknown]>,
): StoredEntities {
  const byKind = new Map<EntityKind, unknown[]>(entityKinds.map((kind) => [kind, []]));
  for (const [kind, document] of documents) byKind.get(kind)?.push(document);
  const of = <T>(kind: EntityKind, read: (document: unknown) => T): readonly T[] =>
    (byKind.get(kind) ?? []).map(read);
  return {
    publishers: of("publisher", storedPublisher),
    platforms: of("platform", storedPlatform),
    campaigns: of("campaign", storedCampaign),
    creatives: of("creative", storedCreative),
    topics: of("topic", storedTopic),
  };
}

/** The catalogue of stored entities: creatives without their versions. */
export function catalogOf({ publishers, platforms, campaigns, creatives, topics }: StoredEntities): Catalog {
  return { publishers, platforms, campaigns, creatives: creatives.map(({ creative }) => creative), topics };
}
