import type { ApiKeyRecord } from "../../../core/catalog/entities.ts";
import type { KeyRotation } from "../../../core/storage/management-store.ts";
import * as rule from "../api-keys.ts";
import { storedApiKey } from "../stored-records.ts";
import { parseJson } from "../stored-values.ts";
import type { CatalogSession, Entries } from "./catalog-state.ts";
import type { Connection } from "./session.ts";
import { type EntityRow, entities } from "./tables.ts";

export type KeyRow = Pick<EntityRow, "addedIn" | "document">;

/** Keys in the order of creation. */
export function keysOf(rows: readonly KeyRow[]): readonly ApiKeyRecord[] {
  return rows
    .toSorted((a, b) => a.addedIn - b.addedIn)
    .map(({ document }) => storedApiKey(parseJson(document)))
    .sort((a, b) => a.createdAt - b.createdAt);
}

export async function listKeys(
  db: Connection,
  publisherId: string | undefined,
): Promise<readonly ApiKeyRecord[]> {
  return publisherId === undefined
    ? keysOf(await db.rows(entities, "kind = 'api_key'"))
    : keysOf(await db.rows(entities, "kind = 'api_key' AND owner_id = ?", publisherId));
}

/** Runs `work` on the keys with these ids and on all keys of these publishers, and stores the keys that it puts. */
async function withKeys<T>(
  session: CatalogSession,
  ids: readonly string[],
  publisherIds: readonly string[],
  work: (keys: rule.KeyTable) => T,
): Promise<T> {
  const condition = "kind = 'api_key' AND (id IN (?) OR owner_id IN (?))";
  const rows = await session.rows(entities, condition, ids, publisherIds);
  const keys = new Map(keysOf(rows).map((key) => [key.id, key]));
  const changed: EntityRow[] = [];
  const result = work({
    find: (id) => keys.get(id),
    list: (publisherId) => [...keys.values()].filter((key) => key.publisherId === publisherId),
    put: (key) => {
      keys.set(key.id, key);
      const version = session.nextVersion();
      const stored = { kind: "api_key", id: key.id, ownerId: key.publisherId, version } as const;
      const document = JSON.stringify(key);
      changed.push({ ...stored, addedIn: version, document, removedDocument: undefined });
    },
  });
  await session.upsert(entities, changed, ["version", "document"]);
  return result;
}

export async function addKey(
  session: CatalogSession,
  key: ApiKeyRecord,
  most: number | undefined,
  entries: Entries,
): Promise<"added" | "exists" | "full"> {
  const outcome = await withKeys(session, [key.id], [key.publisherId], (keys) =>
    rule.addKey(keys, key, most, session.now),
  );
  if (outcome === "added") await session.note(entries);
  return outcome;
}

/** Returns the key as it is afterwards. */
export async function revokeKey(
  session: CatalogSession,
  id: string,
  afterMs: number,
  entries: Entries,
): Promise<ApiKeyRecord | undefined> {
  const { key, changed } = await withKeys(session, [id], [], (keys) =>
    rule.revokeKey(keys, id, afterMs, session.now),
  );
  if (changed) await session.note(entries);
  return key;
}

export async function rotateKey(
  session: CatalogSession,
  rotation: KeyRotation,
): Promise<"rotated" | "unknown" | "revoked" | "exists" | "full"> {
  const { id, key, audit = [] } = rotation;
  const outcome = await withKeys(session, [id, key.id], [key.publisherId], (keys) =>
    rule.rotateKey(keys, rotation, session.now),
  );
  if (outcome === "rotated") await session.note(audit);
  return outcome;
}

/** Together with the removal of publishers: their keys. */
export async function revokeKeysOf(session: CatalogSession, publisherIds: readonly string[]): Promise<void> {
  if (publisherIds.length === 0) return;
  await withKeys(session, [], publisherIds, (keys) => {
    for (const publisherId of publisherIds) rule.revokeKeysOf(keys, publisherId, session.now);
  });
}
