import type { ApiKeyRecord } from "../catalog/entities.ts";
import type { AuditEntry } from "./audit-store.ts";

/** How the audit trail notes that a key was made or revoked. `changes`: what each field became. */
export function keyEntry(
  key: Pick<ApiKeyRecord, "id" | "publisherId">,
  action: "create" | "revoke",
  actor: string,
  changes: Readonly<Record<string, unknown>>,
): AuditEntry {
  return {
    actor,
    action,
    kind: "api_key",
    entityId: key.id,
    publisherId: key.publisherId,
    changes: JSON.stringify(Object.entries(changes).map(([path, to]) => ({ path, to }))),
  };
}

/** How long a revoked key stays good, counted from the time of the note: the store's clock judges revocations. */
export function revocation(afterMs: number): Readonly<Record<string, unknown>> {
  return { revokedAfterMs: afterMs };
}
