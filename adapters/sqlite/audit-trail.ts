import type { AuditEntry, AuditQuery, AuditRecord } from "../../core/storage/audit-store.ts";
import { storedAuditRecord } from "../kit/stored-records.ts";
import type { Database } from "./database.ts";
import type { Value } from "./row.ts";

const insertEntry = `INSERT INTO audit (at, actor, action, kind, entity_id, publisher_id, changes)
  VALUES (?, ?, ?, ?, ?, ?, ?)`;

/** Called in the transaction of the change. */
export function note(db: Database, entries: readonly (AuditEntry | undefined)[], at: number): void {
  for (const entry of entries) {
    if (entry === undefined) continue;
    const { actor, action, kind, entityId, publisherId, changes } = entry;
    db.run(insertEntry, at, actor, action, kind, entityId, publisherId, changes);
  }
}

export function readTrail(db: Database, query: AuditQuery): readonly AuditRecord[] {
  const { before, after, publisherId, kind, entityId, limit } = query;
  const conditions: readonly (readonly [condition: string, value: Value | undefined])[] = [
    ["id < ?", before],
    ["id > ?", after],
    ["publisher_id = ?", publisherId],
    ["kind = ?", kind],
    ["entity_id = ?", entityId],
  ];
  const asked = conditions.flatMap(([condition, value]) =>
    value === undefined ? [] : [{ condition, value }],
  );
  const where = ["1", ...asked.map(({ condition }) => condition)].join(" AND ");
  const rows = db.ask(
    `SELECT * FROM audit WHERE ${where} ORDER BY id ${after === undefined ? "DESC" : "ASC"} LIMIT ?`,
    [...asked.map(({ value }) => value), limit],
  );
  return rows.map(storedAuditRecord);
}
