import type { Catalog, CreativeVersion } from "../../core/catalog/entities.ts";
import {
  storedCampaign,
  storedCreative,
  storedPlatform,
  storedPublisher,
  storedRemoval,
  storedTopic,
} from "../../core/catalog/stored-entity.ts";
import type {
  CatalogDelta,
  CatalogVersion,
  EntityKind,
  EntityRef,
  RemovedEntity,
} from "../../core/storage.ts";
import { changedKeys } from "./api-keys.ts";
import type { Database } from "./database.ts";
import { integerOf, optionalTextOf, textOf, wordOf } from "./row.ts";

export interface CatalogState {
  readonly epoch: string;
  readonly version: number;
}

/** Counts the changes of the catalogue and of keys, from 0 on. */
export function catalogState(db: Database): CatalogState {
  const row = db.get("SELECT epoch, version FROM catalog_state");
  return { epoch: textOf(row, "epoch"), version: integerOf(row, "version") };
}

export function versionOf({ epoch, version }: CatalogState): CatalogVersion {
  return `${epoch}.${version}`;
}

/** Counts the version up: what is stored now belongs to the one that is returned. */
export function nextVersion(db: Database): number {
  return integerOf(db.get("UPDATE catalog_state SET version = version + 1 RETURNING version"), "version");
}

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

const removedDocument = `SELECT last_document FROM entities WHERE kind = ? AND id = ? AND document IS NULL`;

export function readRemoved(db: Database, { kind, id }: EntityRef): RemovedEntity | undefined {
  const row = db.get(removedDocument, kind, id);
  if (row === undefined) return undefined;
  const json = optionalTextOf(row, "last_document");
  return json === undefined ? { kind } : storedRemoval(kind, JSON.parse(json));
}
