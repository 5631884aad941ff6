import type { AuditEntry, AuditQuery, AuditRecord } from "../../../core/management/audit-store.ts";
import { type Database, integer, parsed } from "./database.ts";

/** Called in the transaction of the change. */
export function note(db: Database, entries: readonly AuditEntry[], now: number): void {
  for (const entry of entries) {
    db.run("INSERT INTO audit (at, body) VALUES (?, ?)", now, JSON.stringify(entry));
  }
}

export function readAudit(db: Database, query: AuditQuery): readonly AuditRecord[] {
  const rows = db.all(
    `SELECT id, at, body FROM audit WHERE id < ?1 AND id > ?2
       AND (?3 IS NULL OR body ->> 'publisherId' = ?3)
       AND (?4 IS NULL OR body ->> 'kind' = ?4)
       AND (?5 IS NULL OR body ->> 'entityId' = ?5)
     ORDER BY id ${query.after === undefined ? "DESC" : "ASC"} LIMIT ?6`,
    query.before ?? Number.MAX_SAFE_INTEGER,
    query.after ?? 0,
    query.publisherId ?? null,
    query.kind ?? null,
    query.entityId ?? null,
    query.limit,
  );
  return rows.map((row) => ({
    ...parsed<AuditEntry>(row),
    id: integer(row, "id"),
    at: integer(row, "at"),
  }));
}
