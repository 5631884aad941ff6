import type { ApiKeyRecord } from "../../core/catalog/entities.ts";
import { revokedKey } from "../../core/catalog/revoked-key.ts";
import { isRevoked } from "../../core/signing/api-key.ts";
import type { KeyRotation } from "../../core/storage/management-store.ts";
import type { EpochMs } from "../../core/timing/clock.ts";
import type { CatalogState } from "./catalog-state.ts";

export function addKey(
  catalog: CatalogState,
  key: ApiKeyRecord,
  most: number | undefined,
  now: EpochMs,
): "added" | "exists" | "full" {
  if (catalog.apiKeys.get(key.id) !== undefined) return "exists";
  if (isFull(catalog, key.publisherId, most, now)) return "full";
  catalog.revision += 1;
  catalog.apiKeys.put(key.id, { ...key }, catalog.revision);
  return "added";
}

function isFull(catalog: CatalogState, publisherId: string, most: number | undefined, now: EpochMs): boolean {
  if (most === undefined) return false;
  return listKeys(catalog, publisherId).filter((key) => !isRevoked(key, now)).length >= most;
}

export function listKeys(catalog: CatalogState, publisherId: string | undefined): readonly ApiKeyRecord[] {
  return catalog.apiKeys
    .all()
    .filter((key) => publisherId === undefined || key.publisherId === publisherId)
    .sort((a, b) => a.createdAt - b.createdAt);
}

/** The key as it is afterwards, and whether anything changed. */
export function revokeKey(
  catalog: CatalogState,
  id: string,
  afterMs: number,
  now: EpochMs,
): { readonly key: ApiKeyRecord | undefined; readonly changed: boolean } {
  const key = catalog.apiKeys.get(id);
  const revoked = key && revokedKey(key, afterMs, now);
  if (revoked === undefined || revoked === key) return { key, changed: false };
  catalog.revision += 1;
  catalog.apiKeys.put(id, revoked, catalog.revision);
  return { key: revoked, changed: true };
}

export function rotateKey(
  catalog: CatalogState,
  { id, afterMs, key, most }: KeyRotation,
  now: EpochMs,
): "rotated" | "unknown" | "revoked" | "exists" | "full" {
  const old = catalog.apiKeys.get(id);
  if (old === undefined) return "unknown";
  if (isRevoked(old, now)) return "revoked";
  const added = addKey(catalog, key, afterMs > 0 ? most : undefined, now);
  if (added !== "added") return added;
  revokeKey(catalog, id, afterMs, now);
  return "rotated";
}

/** Together with the removal of a publisher: its keys, at the revision of that change. */
export function revokeKeysOf(catalog: CatalogState, publisherId: string, now: EpochMs): void {
  for (const key of listKeys(catalog, publisherId)) {
    const revoked = revokedKey(key, 0, now);
    if (revoked !== key) catalog.apiKeys.put(key.id, revoked, catalog.revision);
  }
}
