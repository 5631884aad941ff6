import type { ApiKeyRecord } from "../../core/catalog/entities.ts";
import type { EpochMs } from "../../core/timing/clock.ts";
import type { CatalogState } from "./catalog-state.ts";

export function addKey(catalog: CatalogState, key: ApiKeyRecord): "added" | "exists" {
  if (catalog.apiKeys.get(key.id) !== undefined) return "exists";
  catalog.revision += 1;
  catalog.apiKeys.put(key.id, { ...key }, catalog.revision);
  return "added";
}

export function listKeys(catalog: CatalogState, publisherId: string | undefined): readonly ApiKeyRecord[] {
  return catalog.apiKeys
    .all()
    .filter((key) => publisherId === undefined || key.publisherId === publisherId)
    .sort((a, b) => a.createdAt - b.createdAt);
}

/** The key as it is afterwards, and whether that is news. */
export function revokeKey(
  catalog: CatalogState,
  id: string,
  revokedAt: EpochMs,
): { readonly key: ApiKeyRecord | undefined; readonly revoked: boolean } {
  const key = catalog.apiKeys.get(id);
  if (key === undefined || (key.revokedAt !== undefined && key.revokedAt <= revokedAt)) {
    return { key, revoked: false };
  }
  const revoked = { ...key, revokedAt };
  catalog.revision += 1;
  catalog.apiKeys.put(id, revoked, catalog.revision);
  return { key: revoked, revoked: true };
}
