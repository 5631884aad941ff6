import type { Migration } from "./migration.ts";

/**
 * Who changed what, noted in the transaction of the change. The functions of the older release stay as they are and are
 * called by the new ones: an instance of the older release has nobody to note.
 */
const sql = `
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
create function refuse_audit_change() returns trigger language plpgsql as $function$
begin
  raise exception 'Records of the audit trail are only ever added.' using errcode = '23001';
end $function$;
create trigger audit_append_only before update or delete or truncate on audit
  for each statement execute function refuse_audit_change();

alter table api_keys drop constraint api_keys_mode_check;
alter table api_keys add constraint api_keys_mode check (mode in ('live', 'test', 'manage'));

-- entries: [AuditEntry] (core/storage/audit-store.ts), or null. Called under the lock of catalog_state.
create function note_v1(entries jsonb, now_ms bigint) returns void
language plpgsql volatile security definer set search_path from current as $function$
begin
  insert into audit (at, actor, action, kind, entity_id, publisher_id, changes)
  select coalesce(now_ms, floor(extract(epoch from clock_timestamp()) * 1000)::bigint),
    x.actor, x.action, x.kind, x."entityId", x."publisherId", x.changes
  from rows from (jsonb_to_recordset(entries) as (actor text, action text, kind text, "entityId" text,
    "publisherId" text, changes text)) with ordinality x(actor, action, kind, "entityId", "publisherId", changes, n)
  order by x.n;
end $function$;

-- change: a CatalogChange (core/storage/store.ts), whose audit is noted when it is applied.
create function apply_catalog_v2(change jsonb, now_ms bigint default null) returns jsonb
language plpgsql volatile security definer set search_path from current set lock_timeout = '3s' as $function$
declare
  v_answer jsonb := apply_catalog_v1(change, now_ms);
begin
  if v_answer->>'outcome' <> 'applied' or coalesce(jsonb_array_length(change->'audit'), 0) = 0 then
    return v_answer;
  end if;
  perform note_v1(change->'audit', now_ms);
  -- Nothing differed, and yet something was noted: a repetition must not note it again.
  if v_answer->>'version' = change->>'expectedVersion' then
    update catalog_state set version = version + 1;
    select jsonb_build_object('outcome', 'applied', 'version', s.epoch || '.' || s.version) into v_answer
    from catalog_state s;
  end if;
  return v_answer;
end $function$;

-- key: as for add_api_key_v1. audit: [AuditEntry], or null.
create function add_api_key_v2(key jsonb, audit jsonb, now_ms bigint default null) returns boolean
language plpgsql volatile security definer set search_path from current set lock_timeout = '3s' as $function$
begin
  if not add_api_key_v1(key) then
    return false;
  end if;
  perform note_v1(audit, now_ms);
  return true;
end $function$;

-- The key as it is afterwards; null when there is none. audit: [AuditEntry], or null.
create function revoke_api_key_v2(key_id text, at_ms bigint, audit jsonb, now_ms bigint default null) returns jsonb
language plpgsql volatile security definer set search_path from current set lock_timeout = '3s' as $function$
declare
  v_live boolean;
  v_key jsonb;
begin
  perform 1 from catalog_state for update;
  v_live := exists (select from api_keys k where k.id = key_id and (k.revoked_at is null or k.revoked_at > at_ms));
  v_key := revoke_api_key_v1(key_id, at_ms);
  if v_live then
    perform note_v1(audit, now_ms);
  end if;
  return v_key;
end $function$;
`;

export const auditTrail: Migration = { number: 11, name: "audit_trail", sql };
