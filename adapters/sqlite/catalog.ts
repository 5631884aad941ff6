import type { Catalog, CreativeVersion } from "../../core/catalog/entities.ts";
import type {
  CatalogDelta,
  CatalogVersion,
  EntityKind,
  EntityRef,
} from "../../core/storage/catalog-change.ts";
import type { RemovedEntity } from "../../core/storage/management-store.ts";
import {
  storedCampaign,
  storedCreative,
  storedPlatform,
  storedPublisher,
  storedRemoval,
  storedTopic,
} from "../../core/storage/stored-entity.ts";
import { changedKeys } from "./api-keys.ts";
import { type CatalogState, catalogState, versionOf } from "./catalog-version.ts";
import type { Database } from "./database.ts";
import { textOf, wordOf } from "./row.ts";

export function changesSince(db: Database, since: CatalogVersion | undefined): CatalogDelta | undefined {
  const state = catalogState(db);
  if (since === versionOf(state)) return undefined;
  const known = knownVersion(state, since);
  const entities = readEntities(db, known ?? -1);
  return {
    version: versionOf(state),
    reload: known === undefined,
    publishers: entities.publishers,
    platforms: entities.platforms,
    apiKeys: changedKeys(db, known ?? -1),
    campaigns: entities.campaigns,
    creatives: entities.creatives,
    topics: entities.topics,
    removed: known === undefined ? [] : entities.removed,
  };
}

export function wholeCatalog(db: Database): Catalog {
  const { publishers, platforms, campaigns, creatives, topics } = readEntities(db, -1);
  return { publishers, platforms, campaigns, creatives: creatives.map(({ creative }) => creative), topics };
}

/** The version's number, or `undefined` for one that is none of this file's. */
function knownVersion(state: CatalogState, since: CatalogVersion | undefined): number | undefined {
  const [epoch, digits = "", ...rest] = (since ?? "").split(".");
  if (epoch !== state.epoch || rest.length > 0 || !/^(0|[1-9][0-9]{0,14})$/.test(digits)) return undefined;
  return Number(digits) <= state.version ? Number(digits) : undefined;
}

interface Entities extends Omit<Catalog, "creatives"> {
  readonly creatives: readonly CreativeVersion[];
  readonly removed: readonly EntityRef[];
}

const kinds: readonly EntityKind[] = ["publisher", "platform", "campaign", "creative", "topic"];

function readEntities(db: Database, after: number): Entities {
  const documents = new Map<EntityKind, unknown[]>(kinds.map((kind) => [kind, []]));
  const removed: EntityRef[] = [];
  for (const row of db.all("SELECT kind, id, document FROM entities WHERE version > ?", after)) {
    const kind = wordOf(row, "kind", kinds);
    if (row["document"] === null) removed.push({ kind, id: textOf(row, "id") });
    else documents.get(kind)?.push(JSON.parse(textOf(row, "document")));
  }
  const of = <T>(kind: EntityKind, read: (document: unknown) => T): readonly T[] =>
    (documents.get(kind) ?? []).map(read);
  return {
    publishers: of("publisher", storedPublisher),
    platforms: of("platform", storedPlatform),
    campaigns: of("campaign", storedCampaign),
    creatives: of("creative", storedCreative),
    topics: of("topic", storedTopic),
    removed,
  };
}

export function readCreative(db: Database, versionId: string): CreativeVersion | undefined {
  const row = db.get("SELECT document FROM creative_versions WHERE version_id = ?", versionId);
  return row && storedCreative(JSON.parse(textOf(row, "document")));
}

const removedDocument = `SELECT removed_document FROM entities WHERE kind = ? AND id = ? AND document IS NULL`;

export function readRemoved(db: Database, { kind, id }: EntityRef): RemovedEntity | undefined {
  const row = db.get(removedDocument, kind, id);
  return row && storedRemoval(kind, JSON.parse(textOf(row, "removed_document")));
}
