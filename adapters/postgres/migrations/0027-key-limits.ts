import type { Migration } from "./migration.ts";

/** Keys are counted where they are added, under the lock that every change of a key takes. */
const sql = `
-- A publisher's keys that open something at at_ms.
create function usable_keys_v1(publisher text, at_ms bigint) returns bigint
language sql stable security definer set search_path from current as $function$
  select count(*) from api_keys k
  where k.publisher_id = publisher and not k.revoked and (k.revoked_at is null or k.revoked_at > at_ms)
$function$;

-- key: an ApiKeyRecord (core/catalog/entities.ts). most: usable keys of its publisher, null for any number. audit: [AuditEntry],
-- or null. "added", "exists" or "full"; only the first changes anything.
create function add_api_key_v4(key jsonb, most bigint, audit jsonb, now_ms bigint default null) returns jsonb
language plpgsql volatile security definer set search_path from current set lock_timeout = '3s' as $function$
declare
  v_at bigint;
begin
  perform 1 from catalog_state for update;
  v_at := coalesce(now_ms, floor(extract(epoch from clock_timestamp()) * 1000)::bigint);
  if exists (select from api_keys k where k.id = key->>'id') then
    return '"exists"';
  elsif usable_keys_v1(key->>'publisherId', v_at) >= most then
    return '"full"';
  elsif not add_api_key_v3(key, audit, v_at) then
    return '"exists"';
  end if;
  return '"added"';
end $function$;

-- As rotate_api_key_v1, or "full": the old key would stay good beside as many as there may be.
create function rotate_api_key_v2(old_id text, after_ms bigint, key jsonb, most bigint, audit jsonb,
  now_ms bigint default null) returns jsonb
language plpgsql volatile security definer set search_path from current set lock_timeout = '3s' as $function$
declare
  v_at bigint := now_ms;
begin
  if most is not null and after_ms > 0 then
    perform 1 from catalog_state for update;
    v_at := coalesce(now_ms, floor(extract(epoch from clock_timestamp()) * 1000)::bigint);
    if usable_keys_v1(key->>'publisherId', v_at) >= most
      and exists (select from api_keys k where k.id = old_id and not k.revoked and (k.revoked_at is null or k.revoked_at > v_at))
      and not exists (select from api_keys k where k.id = key->>'id') then
      return '"full"';
    end if;
  end if;
  return rotate_api_key_v1(old_id, after_ms, key, audit, v_at);
end $function$;
`;

export const keyLimits: Migration = { number: 27, name: "key_limits", sql };
