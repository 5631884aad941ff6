import type { ApiKeyRecord } from "../../../core/catalog/entities.ts";
import { revokedKey } from "../../../core/catalog/revoked-key.ts";
import { isRevoked } from "../../../core/signing/api-key.ts";
import type { KeyRotation } from "../../../core/storage/management-store.ts";
import { storedApiKey } from "../stored-records.ts";
import { parseJson } from "../stored-values.ts";
import type { CatalogSession, Entries } from "./catalog-state.ts";
import type { Connection, Session } from "./session.ts";
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
    : keysOfPublishers(db, [publisherId]);
}

async function keysOfPublishers(
  session: Session,
  publisherIds: readonly string[],
): Promise<readonly ApiKeyRecord[]> {
  return keysOf(await session.rows(entities, "kind = 'api_key' AND owner_id IN (?)", publisherIds));
}

async function findKey(session: Session, id: string): Promise<ApiKeyRecord | undefined> {
  return keysOf(await session.rows(entities, "kind = 'api_key' AND id = ?", id))[0];
}

/** Stores a key at the next version of the catalogue, new or as it is now. */
async function storeKeys(session: CatalogSession, keys: readonly ApiKeyRecord[]): Promise<void> {
  if (keys.length === 0) return;
  const version = session.nextVersion();
  const rows = keys.map((key): EntityRow => {
    const document = JSON.stringify(key);
    const owner = { kind: "api_key", id: key.id, ownerId: key.publisherId } as const;
    return { ...owner, version, addedIn: version, document, removedDocument: undefined };
  });
  await session.upsert(entities, rows, ["version", "document"]);
}

export async function addKey(
  session: CatalogSession,
  key: ApiKeyRecord,
  most: number = Number.POSITIVE_INFINITY,
  entries: Entries = [],
): Promise<"added" | "exists" | "full"> {
  if ((await findKey(session, key.id)) !== undefined) return "exists";
  const others = await keysOfPublishers(session, [key.publisherId]);
  if (others.filter((other) => !isRevoked(other, session.now)).length >= most) return "full";
  await storeKeys(session, [key]);
  await session.note(entries);
  return "added";
}

/** Returns the key as it is afterwards. */
export async function revokeKey(
  session: CatalogSession,
  id: string,
  afterMs: number,
  entries: Entries = [],
): Promise<ApiKeyRecord | undefined> {
  const key = await findKey(session, id);
  const revoked = key && revokedKey(key, afterMs, session.now);
  if (revoked === undefined || revoked === key) return key;
  await storeKeys(session, [revoked]);
  await session.note(entries);
  return revoked;
}

export async function rotateKey(
  session: CatalogSession,
  { id, afterMs, key, most, audit }: KeyRotation,
): Promise<"rotated" | "unknown" | "revoked" | "exists" | "full"> {
  const old = await findKey(session, id);
  if (old === undefined) return "unknown";
  if (isRevoked(old, session.now)) return "revoked";
  const added = await addKey(session, key, afterMs > 0 ? most : undefined);
  if (added !== "added") return added;
  await revokeKey(session, id, afterMs);
  await session.note(audit ?? []);
  return "rotated";
}

/** Together with the removal of publishers: their keys. */
export async function revokeKeysOf(session: CatalogSession, publisherIds: readonly string[]): Promise<void> {
  if (publisherIds.length === 0) return;
  const keys = await keysOfPublishers(session, publisherIds);
  await storeKeys(
    session,
    keys.map((key) => revokedKey(key, 0, session.now)).filter((revoked) => !keys.includes(revoked)),
  );
}
