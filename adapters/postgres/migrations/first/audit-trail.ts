import { storeTime } from "./clauses.ts";

/** The audit trail. A change and its entries are one transaction. */
export const auditTrail: string = `
-- Written under the lock of catalog_state, so ids grow in the order of the commits.
create table audit (
  id bigint generated always as identity primary key,
  at bigint not null,
  actor text not null,
  action text not null,
  kind text collate "C" not null,
  entity_id text collate "C" not null,
  publisher_id text collate "C" not null,
  changes text not null
);
create index audit_of_publisher on audit (publisher_id, id);
create index audit_of_kind on audit (kind, id);
create index audit_of_entity on audit (entity_id, id);
create trigger audit_append_only before update or delete or truncate on audit
  for each statement execute function refuse_change();

-- The caller has locked catalog_state.
-- entries: [AuditEntry] (core/storage/audit-store.ts), or null. now_ms: the store's clock in tests, else null.
create function note_audit(entries jsonb, now_ms bigint) returns void
language plpgsql volatile security definer set search_path from current as $function$
begin
  insert into audit (at, actor, action, kind, entity_id, publisher_id, changes)
  select ${storeTime},
    x.actor, x.action, x.kind, x."entityId", x."publisherId", x.changes
  from rows from (jsonb_to_recordset(entries) as (actor text, action text, kind text, "entityId" text,
    "publisherId" text, changes text)) with ordinality x(actor, action, kind, "entityId", "publisherId", changes, n)
  order by x.n;
end $function$;
`;
