import { type Kysely, sql } from "kysely";
import {
  type AuditRecord,
  type AuditStore,
  auditActions,
  auditKinds,
} from "../../core/storage/audit-store.ts";
import type { Executor } from "./executor.ts";
import { numberOf, recordOf, textOf } from "./json.ts";
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
      return (await fetchJson(executor, page)).map(toRecord);
    },
  };
}

function toRecord(value: unknown): AuditRecord {
  const row = recordOf(value);
  return {
    id: numberOf(row["id"]),
    at: numberOf(row["at"]),
    actor: textOf(row["actor"]),
    action: oneOf(auditActions, row["action"]),
    kind: oneOf(auditKinds, row["kind"]),
    entityId: textOf(row["entity_id"]),
    publisherId: textOf(row["publisher_id"]),
    changes: textOf(row["changes"]),
  };
}

function oneOf<T>(known: readonly T[], value: unknown): T {
  const found = known.find((item) => item === value);
  if (found === undefined) throw new TypeError(`the audit trail has the unknown word ${String(value)}`);
  return found;
}
