import type { Migration } from "./migration.ts";

/**
 * Keys are revoked by the database's clock, rotated in one step, and revoked together with the removal of their publisher. What
 * is removed is kept as it last stood.
 */
const sql = `
-- revoked: refused whatever any clock says.
alter table api_keys add column revoked boolean not null default false;
update api_keys set revoked = true where revoked_at <= floor(extract(epoch from clock_timestamp()) * 1000)::bigint;

-- removed_document: what document was before the removal; null where an older release removed it, and while it is there.
alter table entities add column removed_document jsonb;
create function keep_removed() returns trigger language plpgsql as $function$
begin
  new.removed_document := case when new.document is null then old.document end;
  return new;
end $function$;
create trigger entities_keep_removed before update on entities for each row
  when ((old.document is null) <> (new.document is null)) execute function keep_removed();

-- change: a CatalogChange (core/storage/store.ts), whose audit is noted when it is applied. Keys of publishers that are removed are
-- revoked at once.
create function apply_catalog_v3(change jsonb, now_ms bigint default null) returns jsonb
language plpgsql volatile security definer set search_path from current set lock_timeout = '3s' as $function$
declare
  v_answer jsonb := apply_catalog_v1(change, now_ms);
  v_is_new boolean;
  v_more bigint;
begin
  if v_answer->>'outcome' <> 'applied' then
    return v_answer;
  end if;
  -- When nothing differed, a version is missing for what is revoked or noted all the same: a repetition must not note it again.
  v_is_new := v_answer->>'version' <> change->>'expectedVersion';
  update api_keys k set revoked = true, version = s.version + (not v_is_new)::integer,
    revoked_at = least(k.revoked_at, coalesce(now_ms, floor(extract(epoch from clock_timestamp()) * 1000)::bigint))
  from catalog_state s
  where not k.revoked and k.publisher_id in (
    select r->>'id' from jsonb_array_elements(change->'removals') r where r->>'kind' = 'publisher');
  get diagnostics v_more = row_count;
  if coalesce(jsonb_array_length(change->'audit'), 0) > 0 then
    perform note_v1(change->'audit', now_ms);
    v_more := v_more + 1;
  end if;
  if v_more > 0 and not v_is_new then
    update catalog_state set version = version + 1;
    select jsonb_build_object('outcome', 'applied', 'version', s.epoch || '.' || s.version) into v_answer
    from catalog_state s;
  end if;
  return v_answer;
end $function$;

create or replace function apply_catalog_v2(change jsonb, now_ms bigint default null) returns jsonb
language plpgsql volatile security definer set search_path from current set lock_timeout = '3s' as $function$
begin
  return apply_catalog_v3(change, now_ms);
end $function$;

-- key: an ApiKeyRecord (core/catalog/entities.ts). audit: [AuditEntry], or null. False when the id is taken.
create function add_api_key_v3(key jsonb, audit jsonb, now_ms bigint default null) returns boolean
language plpgsql volatile security definer set search_path from current set lock_timeout = '3s' as $function$
begin
  if not add_api_key_v1(key) then
    return false;
  end if;
  update api_keys k set revoked = true where k.id = key->>'id' and (key->>'revoked')::boolean;
  perform note_v1(audit, now_ms);
  return true;
end $function$;

-- after_ms: from now on; 0: at once. audit: [AuditEntry], or null. The key as it is afterwards; null when there is none.
create function revoke_api_key_v3(key_id text, after_ms bigint, audit jsonb, now_ms bigint default null) returns jsonb
language plpgsql volatile security definer set search_path from current set lock_timeout = '3s' as $function$
declare
  v_due bigint;
begin
  perform 1 from catalog_state for update;
  v_due := coalesce(now_ms, floor(extract(epoch from clock_timestamp()) * 1000)::bigint) + after_ms;
  update api_keys k set revoked_at = least(k.revoked_at, v_due), revoked = after_ms = 0, version = s.version + 1
  from catalog_state s
  where k.id = key_id and not k.revoked and (after_ms = 0 or k.revoked_at is null or k.revoked_at > v_due);
  if found then
    update catalog_state set version = version + 1;
    perform note_v1(audit, now_ms);
  end if;
  return (select to_jsonb(k) from api_keys k where k.id = key_id);
end $function$;

-- key: the new one. "rotated", "unknown", "revoked" or "exists"; only the first changes anything.
create function rotate_api_key_v1(old_id text, after_ms bigint, key jsonb, audit jsonb, now_ms bigint default null)
returns jsonb
language plpgsql volatile security definer set search_path from current set lock_timeout = '3s' as $function$
declare
  v_at bigint;
  v_is_over boolean;
begin
  perform 1 from catalog_state for update;
  v_at := coalesce(now_ms, floor(extract(epoch from clock_timestamp()) * 1000)::bigint);
  select k.revoked or coalesce(k.revoked_at <= v_at, false) into v_is_over from api_keys k where k.id = old_id;
  if not found then
    return '"unknown"';
  elsif v_is_over then
    return '"revoked"';
  elsif not add_api_key_v3(key, null, v_at) then
    return '"exists"';
  end if;
  perform revoke_api_key_v3(old_id, after_ms, null, v_at);
  perform note_v1(audit, v_at);
  return '"rotated"';
end $function$;
`;

export const keysV3: Migration = { number: 22, name: "keys_v3", sql };
