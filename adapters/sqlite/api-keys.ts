import type { ApiKeyRecord } from "../../core/catalog/entities.ts";
import type { KeyMode } from "../../core/signing/api-key.ts";
import { nextVersion } from "./catalog.ts";
import type { Database } from "./database.ts";
import { integerOf, optionalIntegerOf, type Row, textOf, wordOf } from "./row.ts";

const insertKey = `INSERT INTO api_keys (id, publisher_id, mode, label, hash, created_at, revoked_at, version)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;

const findById = "SELECT * FROM api_keys WHERE id = ?";

export function addKey(db: Database, key: ApiKeyRecord): "added" | "exists" {
  if (db.get(findById, key.id) !== undefined) return "exists";
  const { id, publisherId, mode, label, hash, createdAt, revokedAt } = key;
  db.run(insertKey, id, publisherId, mode, label, hash, createdAt, revokedAt ?? null, nextVersion(db));
  return "added";
}

export function listKeys(db: Database, publisherId: string | undefined): readonly ApiKeyRecord[] {
  const rows =
    publisherId === undefined
      ? db.all("SELECT * FROM api_keys ORDER BY created_at, sequence")
      : db.all("SELECT * FROM api_keys WHERE publisher_id = ? ORDER BY created_at, sequence", publisherId);
  return rows.map(toKey);
}

/** Keys that were added or revoked after a version. */
export function changedKeys(db: Database, version: number): readonly ApiKeyRecord[] {
  return db.all("SELECT * FROM api_keys WHERE version > ? ORDER BY created_at, sequence", version).map(toKey);
}

/** The key as it is afterwards, and whether that is news. */
export function revokeKey(
  db: Database,
  id: string,
  revokedAt: number,
): { readonly key: ApiKeyRecord | undefined; readonly revoked: boolean } {
  const row = db.get(findById, id);
  const key = row && toKey(row);
  if (key === undefined || (key.revokedAt !== undefined && key.revokedAt <= revokedAt)) {
    return { key, revoked: false };
  }
  db.run("UPDATE api_keys SET revoked_at = ?, version = ? WHERE id = ?", revokedAt, nextVersion(db), id);
  return { key: { ...key, revokedAt }, revoked: true };
}

const modes: readonly KeyMode[] = ["live", "test", "manage"];

function toKey(row: Row): ApiKeyRecord {
  return {
    id: textOf(row, "id"),
    publisherId: textOf(row, "publisher_id"),
    mode: wordOf(row, "mode", modes),
    label: textOf(row, "label"),
    hash: textOf(row, "hash"),
    createdAt: integerOf(row, "created_at"),
    revokedAt: optionalIntegerOf(row, "revoked_at"),
  };
}
