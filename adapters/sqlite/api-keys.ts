import type { ApiKeyRecord } from "../../core/catalog/entities.ts";
import type { KeyTable } from "../kit/api-keys.ts";
import { storedApiKey } from "../kit/stored-records.ts";
import { nextVersion } from "./catalog-version.ts";
import type { Database } from "./database.ts";

const putKey = `INSERT INTO api_keys (id, publisher_id, mode, label, hash, created_at, revoked_at, revoked, version)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (id) DO UPDATE SET revoked_at = excluded.revoked_at, revoked = excluded.revoked, version = excluded.version`;

const findById = "SELECT * FROM api_keys WHERE id = ?";

const ofAll = "SELECT * FROM api_keys ORDER BY created_at, sequence";

const ofPublisher = "SELECT * FROM api_keys WHERE publisher_id = ? ORDER BY created_at, sequence";

export function keyTable(db: Database): KeyTable {
  return {
    find: (id) => {
      const row = db.get(findById, id);
      return row && storedApiKey(row);
    },
    list: (publisherId) =>
      (publisherId === undefined ? db.all(ofAll) : db.all(ofPublisher, publisherId)).map(storedApiKey),
    put: (key) => {
      const { id, publisherId, mode, label, hash, createdAt, revokedAt = null } = key;
      const revoked = key.revoked === true ? 1 : 0;
      db.run(putKey, id, publisherId, mode, label, hash, createdAt, revokedAt, revoked, nextVersion(db));
    },
  };
}

/** Keys that were added or revoked after a version. */
export function changedKeys(db: Database, version: number): readonly ApiKeyRecord[] {
  return db
    .all("SELECT * FROM api_keys WHERE version > ? ORDER BY created_at, sequence", version)
    .map(storedApiKey);
}
