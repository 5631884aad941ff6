import { changing, storeTime } from "./clauses.ts";

/** API keys. Every change of a key is a change of the catalogue: it locks catalog_state and makes a new version. */
export const keys: string = `
-- Result: how many keys of a publisher are good at at_ms.
create function usable_keys(publisher text, at_ms bigint) returns bigint
language sql stable security definer set search_path from current as $function$
  select count(*) from api_keys k
  where k.publisher_id = publisher and not k.revoked and (k.revoked_at is null or k.revoked_at > at_ms)
$function$;

-- The caller has locked catalog_state and knows that the id is free.
-- key: an ApiKeyRecord (core/catalog/entities.ts).
create function insert_api_key(key jsonb) returns void
language plpgsql volatile security definer set search_path from current as $function$
begin
  insert into api_keys (id, publisher_id, mode, label, hash, created_at, revoked_at, revoked, version)
  select key->>'id', key->>'publisherId', key->>'mode', key->>'label', key->>'hash', (key->>'createdAt')::bigint,
    (key->>'revokedAt')::bigint, coalesce((key->>'revoked')::boolean, false), s.version + 1
  from catalog_state s;
  update catalog_state set version = version + 1;
end $function$;

-- key: an ApiKeyRecord. most: how many usable keys its publisher may have, null for any number. audit: [AuditEntry], or null.
-- now_ms: the store's clock in tests, else null.
-- Result: "added", "exists" or "full"; only the first changes anything.
create function add_api_key(key jsonb, most bigint, audit jsonb, now_ms bigint default null) returns jsonb
${changing} as $function$
begin
  perform 1 from catalog_state for update;
  if exists (select from api_keys k where k.id = key->>'id') then
    return '"exists"';
  elsif usable_keys(key->>'publisherId', ${storeTime}) >= most then
    return '"full"';
  end if;
  perform insert_api_key(key);
  perform note_audit(audit, now_ms);
  return '"added"';
end $function$;

-- after_ms: from now on; 0: at once. audit: [AuditEntry], or null. now_ms: the store's clock in tests, else null.
-- Result: the key as it is afterwards; null if it does not exist.
create function revoke_api_key(key_id text, after_ms bigint, audit jsonb, now_ms bigint default null) returns jsonb
${changing} as $function$
declare
  v_due bigint;
begin
  perform 1 from catalog_state for update;
  v_due := ${storeTime} + after_ms;
  update api_keys k set revoked_at = least(k.revoked_at, v_due), revoked = after_ms = 0, version = s.version + 1
  from catalog_state s
  where k.id = key_id and not k.revoked and (after_ms = 0 or k.revoked_at is null or k.revoked_at > v_due);
  if found then
    update catalog_state set version = version + 1;
    perform note_audit(audit, now_ms);
  end if;
  return (select to_jsonb(k) from api_keys k where k.id = key_id);
end $function$;

-- Adds a key and revokes the old one after after_ms. An old key that stays good for that time counts toward most.
-- old_id: the old key. key, most: as for add_api_key. audit: [AuditEntry], or null. now_ms: the store's clock in tests, else null.
-- Result: "rotated", "unknown", "revoked", "exists" or "full"; only the first changes anything.
create function rotate_api_key(old_id text, after_ms bigint, key jsonb, most bigint, audit jsonb,
  now_ms bigint default null) returns jsonb
${changing} as $function$
declare
  v_at bigint;
  v_is_over boolean;
begin
  perform 1 from catalog_state for update;
  v_at := ${storeTime};
  select k.revoked or coalesce(k.revoked_at <= v_at, false) into v_is_over from api_keys k where k.id = old_id;
  if not found then
    return '"unknown"';
  elsif v_is_over then
    return '"revoked"';
  elsif exists (select from api_keys k where k.id = key->>'id') then
    return '"exists"';
  elsif after_ms > 0 and usable_keys(key->>'publisherId', v_at) >= most then
    return '"full"';
  end if;
  perform insert_api_key(key);
  perform revoke_api_key(old_id, after_ms, null, v_at);
  perform note_audit(audit, v_at);
  return '"rotated"';
end $function$;
`;
