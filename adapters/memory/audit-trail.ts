import type { AuditEntry, AuditQuery, AuditRecord } from "../../core/storage/audit-store.ts";
import type { EpochMs } from "../../core/timing/clock.ts";

/** Records of who changed what, oldest first. */
export type AuditTrail = AuditRecord[];

/** Called in the same step as the change. */
export function note(trail: AuditTrail, entries: readonly AuditEntry[], at: EpochMs): void {
  for (const entry of entries) trail.push({ ...entry, id: trail.length + 1, at });
}

export function readTrail(trail: AuditTrail, query: AuditQuery): readonly AuditRecord[] {
  const { before = Number.POSITIVE_INFINITY, after, limit } = query;
  const found = trail.filter(
    (record) => record.id < before && record.id > (after ?? 0) && isAskedFor(record, query),
  );
  return (after === undefined ? found.reverse() : found).slice(0, limit);
}

function isAskedFor(record: AuditRecord, { publisherId, kind, entityId }: AuditQuery): boolean {
  return (
    (publisherId === undefined || record.publisherId === publisherId) &&
    (kind === undefined || record.kind === kind) &&
    (entityId === undefined || record.entityId === entityId)
  );
}
