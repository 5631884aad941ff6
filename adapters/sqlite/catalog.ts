import type { Catalog, CreativeVersion } from "../../core/catalog/entities.ts";
import {
  type CatalogDelta,
  type CatalogVersion,
  type EntityKind,
  type EntityRef,
  entityKinds,
} from "../../core/storage/catalog-change.ts";
import type { RemovedEntity } from "../../core/storage/management-store.ts";
import { storedCreative, storedRemoval } from "../../core/storage/stored-entity.ts";
import { catalogOf, type StoredEntities, storedEntities } from "../kit/stored-entities.ts";
import { changedKeys } from "./api-keys.ts";
import { type CatalogState, catalogState, versionOf } from "./catalog-version.ts";
import type { Database } from "./database.ts";
import { textOf, wordOf } from "./row.ts";

export function changesSince(db: Database, since: CatalogVersion | undefined): CatalogDelta | undefined {
  const state = catalogState(db);
  if (since === versionOf(state)) return undefined;
  const known = knownVersion(state, since);
  const { entities, removed } = readEntities(db, known ?? -1);
  return {
    version: versionOf(state),
    reload: known === undefined,
    ...entities,
    apiKeys: changedKeys(db, known ?? -1),
    removed: known === undefined ? [] : removed,
  };
}

export function wholeCatalog(db: Database): Catalog {
  return catalogOf(readEntities(db, -1).entities);
}

/** The version's number, or `undefined` for one that is none of this file's. */
function knownVersion(state: CatalogState, since: CatalogVersion | undefined): number | undefined {
  const [epoch, digits = "", ...rest] = (since ?? "").split(".");
  if (epoch !== state.epoch || rest.length > 0 || !/^(0|[1-9][0-9]{0,14})$/.test(digits)) return undefined;
  return Number(digits) <= state.version ? Number(digits) : undefined;
}

function readEntities(
  db: Database,
  after: number,
): { readonly entities: StoredEntities; readonly removed: readonly EntityRef[] } {
  const documents: [EntityKind, unknown][] = [];
  const removed: EntityRef[] = [];
  for (const row of db.all("SELECT kind, id, document FROM entities WHERE version > ?", after)) {
    const kind = wordOf(row, "kind", entityKinds);
    if (row["document"] === null) removed.push({ kind, id: textOf(row, "id") });
    else documents.push([kind, JSON.parse(textOf(row, "document"))]);
  }
  return { entities: storedEntities(documents), removed };
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
