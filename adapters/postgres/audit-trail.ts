import { type Kysely, sql } from "kysely";
import type { AuditStore } from "../../core/storage/audit-store.ts";
import { storedAuditRecord } from "../kit/stored-records.ts";
import type { Executor } from "./executor.ts";
import { fetchJson, type Tables } from "./tables.ts";

/** The audit trail is written by the functions that make the changes, and read by an ordinary query. */
export function auditTrailOf(executor: Executor, db: Kysely<Tables>): AuditStore {
  return {
    async readAudit({ before, after, publisherId, kind, entityId, limit }) {
      let query = db.selectFrom("audit as a");
      if (before !== undefined) query = query.where("a.id", "<", before);
      if (after !== undefined) query = query.where("a.id", ">", after);
      if (publisherId !== undefined) query = query.where("a.publisher_id", "=", publisherId);
      if (kind !== undefined) query = query.where("a.kind", "=", kind);
      if (entityId !== undefined) query = query.where("a.entity_id", "=", entityId);
      const page = query
        .select(sql<string>`to_json(a)::text`.as("json"))
        .orderBy("a.id", after === undefined ? "desc" : "asc")
        .limit(limit);
      return (await fetchJson(executor, page)).map(storedAuditRecord);
    },
  };
}
