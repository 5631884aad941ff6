import type { ApiKeyRecord } from "../../core/catalog/entities.ts";
import { revokedKey } from "../../core/catalog/revoked-key.ts";
import { isRevoked } from "../../core/signing/api-key.ts";
import type { KeyRotation } from "../../core/storage/management-store.ts";
import { storedApiKey } from "../kit/stored-records.ts";
import { nextVersion } from "./catalog-version.ts";
import type { Database } from "./database.ts";
import { integerOf } from "./row.ts";

const insertKey = `INSERT INTO api_keys (id, publisher_id, mode, label, hash, created_at, revoked_at, revoked, version)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`;

const updateKey = "UPDATE api_keys SET revoked_at = ?, revoked = ?, version = ? WHERE id = ?";

const findById = "SELECT * FROM api_keys WHERE id = ?";

const countUsable = `SELECT count(*) AS usable FROM api_keys
  WHERE publisher_id = ? AND revoked = 0 AND (revoked_at IS NULL OR revoked_at > ?)`;

export function addKey(
  db: Database,
  key: ApiKeyRecord,
  most: number | undefined,
  now: number,
): "added" | "exists" | "full" {
  if (findKey(db, key.id) !== undefined) return "exists";
  if (most !== undefined && usableKeys(db, key.publisherId, now) >= most) return "full";
  const { id, publisherId, mode, label, hash, createdAt, revokedAt = null } = key;
  const revoked = key.revoked === true ? 1 : 0;
  db.run(insertKey, id, publisherId, mode, label, hash, createdAt, revokedAt, revoked, nextVersion(db));
  return "added";
}

function usableKeys(db: Database, publisherId: string, now: number): number {
  const row = db.get(countUsable, publisherId, now);
  return row === undefined ? 0 : integerOf(row, "usable");
}

function findKey(db: Database, id: string): ApiKeyRecord | undefined {
  const row = db.get(findById, id);
  return row && storedApiKey(row);
}

export function listKeys(db: Database, publisherId: string | undefined): readonly ApiKeyRecord[] {
  const rows =
    publisherId === undefined
      ? db.all("SELECT * FROM api_keys ORDER BY created_at, sequence")
      : db.all("SELECT * FROM api_keys WHERE publisher_id = ? ORDER BY created_at, sequence", publisherId);
  return rows.map(storedApiKey);
}

/** Keys that were added or revoked after a version. */
export function changedKeys(db: Database, version: number): readonly ApiKeyRecord[] {
  return db
    .all("SELECT * FROM api_keys WHERE version > ? ORDER BY created_at, sequence", version)
    .map(storedApiKey);
}

/** The key as it is afterwards, and whether anything changed. */
export function revokeKey(
  db: Database,
  id: string,
  afterMs: number,
  now: number,
): { readonly key: ApiKeyRecord | undefined; readonly changed: boolean } {
  const key = findKey(db, id);
  const revoked = key && revokedKey(key, afterMs, now);
  if (revoked === undefined || revoked === key) return { key, changed: false };
  storeRevocation(db, revoked, nextVersion(db));
  return { key: revoked, changed: true };
}

export function rotateKey(
  db: Database,
  { id, afterMs, key, most }: KeyRotation,
  now: number,
): "rotated" | "unknown" | "revoked" | "exists" | "full" {
  const old = findKey(db, id);
  if (old === undefined) return "unknown";
  if (isRevoked(old, now)) return "revoked";
  const added = addKey(db, key, afterMs > 0 ? most : undefined, now);
  if (added !== "added") return added;
  revokeKey(db, id, afterMs, now);
  return "rotated";
}

/** Together with the removal of a publisher: its keys, at the version of that change. */
export function revokeKeysOf(db: Database, publisherId: string, version: number, now: number): void {
  for (const key of listKeys(db, publisherId)) {
    const revoked = revokedKey(key, 0, now);
    if (revoked !== key) storeRevocation(db, revoked, version);
  }
}

function storeRevocation(db: Database, { id, revokedAt, revoked }: ApiKeyRecord, version: number): void {
  db.run(updateKey, revokedAt ?? null, revoked === true ? 1 : 0, version, id);
}
