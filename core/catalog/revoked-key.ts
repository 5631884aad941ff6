import type { EpochMs } from "../timing/clock.ts";
import type { ApiKeyRecord } from "./entities.ts";

/**
 * For adapters: the key with a revocation `afterMs` milliseconds after the store's `now`; 0 is at once. Returns the key itself
 * when an earlier revocation is due or was made.
 */
export function revokedKey(key: ApiKeyRecord, afterMs: number, now: EpochMs): ApiKeyRecord {
  if (key.revoked === true) return key;
  const revokedAt = Math.min(key.revokedAt ?? Number.POSITIVE_INFINITY, now + afterMs);
  if (afterMs === 0) return { ...key, revokedAt, revoked: true };
  return revokedAt === key.revokedAt ? key : { ...key, revokedAt };
}
