import type { ApiKeyRecord, Catalog, CreativeVersion } from "../../../core/catalog/entities.ts";
import {
  type CatalogDelta,
  type CatalogVersion,
  type EntityKind,
  type EntityRef,
  entityKinds,
} from "../../../core/storage/catalog-change.ts";
import type { RemovedEntity } from "../../../core/storage/management-store.ts";
import { storedCreative, storedRemoval } from "../../../core/storage/stored-entity.ts";
import { catalogOf, type StoredEntities, storedEntities } from "../stored-entities.ts";
import { parseJson } from "../stored-values.ts";
import { type KeyRow, keysOf } from "./api-keys.ts";
import { versionOf } from "./catalog-state.ts";
import { readRow } from "./columns.ts";
import type { Connection } from "./session.ts";
import { creativeVersions, type EntityRow, entities, type StateRow, state } from "./tables.ts";

/** One statement, so that state and entities are of one moment. */
const selectSince = `SELECT s.epoch, s.version AS state_version, s.last_id, e.*
  FROM @catalog_state s LEFT JOIN @entities e ON e.version > ?`;

interface Changes extends StoredEntities {
  readonly version: CatalogVersion;
  readonly apiKeys: readonly ApiKeyRecord[];
  readonly removed: readonly EntityRef[];
}

/** `undefined` if `since` is the version, or a version that this database does not know. */
export async function changesSince(
  db: Connection,
  since: CatalogVersion | undefined,
): Promise<CatalogDelta | undefined> {
  const digits = /\.(0|[1-9][0-9]{0,14})$/.exec(since ?? "")?.[1];
  if (digits !== undefined) {
    const [now, rows] = await readSince(db, Number(digits));
    if (since === versionOf(now)) return undefined;
    const isKnown = since === `${now.epoch}.${digits}` && Number(digits) < now.version;
    if (isKnown) return { reload: false, ...changesOf(now, rows) };
  }
  return { reload: true, ...changesOf(...(await readSince(db, -1))), removed: [] };
}

export async function readCatalog(
  db: Connection,
): Promise<{ readonly version: CatalogVersion; readonly catalog: Catalog }> {
  const changes = changesOf(...(await readSince(db, -1)));
  return { version: changes.version, catalog: catalogOf(changes) };
}

async function readSince(
  db: Connection,
  version: number,
): Promise<[now: StateRow, rows: readonly EntityRow[]]> {
  const rows = await db.all(selectSince, version);
  const [first] = rows;
  if (first === undefined) throw new Error("The catalogue has no state: restore a backup.");
  return [
    readRow(state, { ...first, version: first["state_version"] }),
    rows.filter((row) => row["id"] !== null).map((row) => readRow(entities, row)),
  ];
}

function changesOf(now: StateRow, rows: readonly EntityRow[]): Changes {
  const keys: KeyRow[] = [];
  const documents: [EntityKind, unknown][] = [];
  const removed: EntityRef[] = [];
  for (const row of rows) {
    const kind = entityKinds.find((other) => other === row.kind);
    if (kind === undefined) keys.push(row);
    else if (row.document === undefined) removed.push({ kind, id: row.id });
    else documents.push([kind, parseJson(row.document)]);
  }
  return { version: versionOf(now), ...storedEntities(documents), apiKeys: keysOf(keys), removed };
}

export async function readCreatives(
  db: Connection,
  versionIds: readonly string[],
): Promise<readonly (CreativeVersion | undefined)[]> {
  const rows = await db.rows(creativeVersions, "version_id IN (?)", versionIds);
  const byId = new Map(rows.map((row) => [row.versionId, row.document]));
  return versionIds.map((id) => {
    const document = byId.get(id);
    return document === undefined ? undefined : storedCreative(parseJson(document));
  });
}

export async function readRemoved(
  db: Connection,
  refs: readonly EntityRef[],
): Promise<readonly (RemovedEntity | undefined)[]> {
  const kinds = [...new Set(refs.map(({ kind }) => kind))];
  const ids = [...new Set(refs.map(({ id }) => id))];
  const rows = await db.rows(entities, "document IS NULL AND kind IN (?) AND id IN (?)", kinds, ids);
  return refs.map(({ kind, id }) => {
    const row = rows.find((other) => other.kind === kind && other.id === id);
    return row && storedRemoval(kind, parseJson(row.removedDocument));
  });
}
