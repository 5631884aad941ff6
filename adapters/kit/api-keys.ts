import type { ApiKeyRecord } from "../../core/catalog/entities.ts";
import { revokedKey } from "../../core/catalog/revoked-key.ts";
import { isRevoked } from "../../core/signing/api-key.ts";
import type { KeyRotation } from "../../core/storage/management-store.ts";
import type { EpochMs } from "../../core/timing/clock.ts";

/** The API keys of a store that reads synchronously. Nobody else changes them while a function of this file runs. */
export interface KeyTable {
  readonly find: (id: string) => ApiKeyRecord | undefined;
  /** The keys of one publisher, or all, in order of creation. */
  readonly list: (publisherId: string | undefined) => readonly ApiKeyRecord[];
  /** Stores a new or revoked key, as a change of the catalogue. */
  readonly put: (key: ApiKeyRecord) => void;
}

/** `ManagementStore.addApiKey`, without its audit record. */
export function addKey(
  keys: KeyTable,
  key: ApiKeyRecord,
  most: number | undefined,
  now: EpochMs,
): "added" | "exists" | "full" {
  if (keys.find(key.id) !== undefined) return "exists";
  if (most !== undefined && usable(keys, key.publisherId, now) >= most) return "full";
  keys.put(key);
  return "added";
}

function usable(keys: KeyTable, publisherId: string, now: EpochMs): number {
  return keys.list(publisherId).filter((key) => !isRevoked(key, now)).length;
}

/** Revokes a key. Returns it as it is afterwards, and whether that changed it. */
export function revokeKey(
  keys: KeyTable,
  id: string,
  afterMs: number,
  now: EpochMs,
): { readonly key: ApiKeyRecord | undefined; readonly changed: boolean } {
  const key = keys.find(id);
  const revoked = key && revokedKey(key, afterMs, now);
  if (revoked === undefined || revoked === key) return { key, changed: false };
  keys.put(revoked);
  return { key: revoked, changed: true };
}

/** `ManagementStore.rotateApiKey`, without its audit records. */
export function rotateKey(
  keys: KeyTable,
  { id, afterMs, key, most }: KeyRotation,
  now: EpochMs,
): "rotated" | "unknown" | "revoked" | "exists" | "full" {
  const old = keys.find(id);
  if (old === undefined) return "unknown";
  if (isRevoked(old, now)) return "revoked";
  const added = addKey(keys, key, afterMs > 0 ? most : undefined, now);
  if (added !== "added") return added;
  revokeKey(keys, id, afterMs, now);
  return "rotated";
}

/** Revokes the keys of a removed publisher. */
export function revokeKeysOf(keys: KeyTable, publisherId: string, now: EpochMs): void {
  for (const { id } of keys.list(publisherId)) revokeKey(keys, id, 0, now);
}
