import type { Migration } from "./migration.ts";

/**
 * The catalogue and the API keys. Every change first locks the one row of catalog_state, so versions are
 * committed in their order, and a reader that has seen version n has seen everything up to n.
 */
const sql = `
-- change: a CatalogChange (core/storage/store.ts). now_ms: the store's clock in tests, else null.
create function apply_catalog_v1(change jsonb, now_ms bigint default null) returns jsonb
language plpgsql volatile security definer set search_path from current set lock_timeout = '3s' as $function$
declare
  v_state catalog_state;
  v_wishes jsonb := change->'upserts'->'campaigns';
  v_at bigint;
  v_floors jsonb;
  v_next bigint;
  v_changed bigint := 0;
  v_rows bigint;
  -- Where there is no budget.
  v_max constant bigint := 9007199254740991;
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'Handbill needs READ COMMITTED: reset default_transaction_isolation.' using errcode = '25001';
  end if;
  select * into strict v_state from catalog_state for update;
  if change->>'expectedVersion' is distinct from v_state.epoch || '.' || v_state.version then
    return jsonb_build_object('outcome', 'conflict', 'version', v_state.epoch || '.' || v_state.version);
  end if;

  perform 1 from campaigns c where c.id in (
    select w->>'id' from jsonb_array_elements(v_wishes) w
    union all
    select r->>'id' from jsonb_array_elements(change->'removals') r where r->>'kind' = 'campaign'
  ) order by c.id for no key update;
  v_at := coalesce(now_ms, floor(extract(epoch from clock_timestamp()) * 1000)::bigint);
  perform release_holds_v1(array(select w->>'id' from jsonb_array_elements(v_wishes) w), v_at, null);

  with wish as (
    select w->>'id' as id, (w->>'totalBudgetMicros')::bigint as total, (w->>'dailyBudgetMicros')::bigint as daily,
      campaign_day(v_at, w->>'timeZone') as day
    from jsonb_array_elements(v_wishes) w
  ), floors as (
    select w.id, 'totalBudgetMicros' as field, c.spent + c.held as least
    from wish w join campaigns c on c.id = w.id where w.total < c.spent + c.held
    union all
    select w.id, 'dailyBudgetMicros', d.spent + d.held
    from wish w join campaign_days d on d.campaign_id = w.id and d.day = w.day where w.daily < d.spent + d.held
  )
  select jsonb_agg(jsonb_build_object('campaignId', id, 'field', field, 'floorMicros', least) order by id, field desc)
  into v_floors from floors;
  if v_floors is not null then
    return jsonb_build_object('outcome', 'budget_below_floor', 'floors', v_floors);
  end if;

  v_next := v_state.version + 1;
  update entities e set document = null, version = v_next
  from jsonb_array_elements(change->'removals') r
  where e.kind = r->>'kind' and e.id = r->>'id' and e.document is not null;
  get diagnostics v_rows = row_count;
  v_changed := v_changed + v_rows;
  update campaigns c set status = 'removed'
  from jsonb_array_elements(change->'removals') r where r->>'kind' = 'campaign' and c.id = r->>'id';

  insert into entities as e (kind, id, document, version)
  select 'publisher', x->>'id', x, v_next from jsonb_array_elements(change->'upserts'->'publishers') x
  union all select 'platform', x->>'id', x, v_next from jsonb_array_elements(change->'upserts'->'platforms') x
  union all select 'campaign', x->>'id', x, v_next from jsonb_array_elements(v_wishes) x
  union all select 'creative', x->'creative'->>'id', x, v_next from jsonb_array_elements(change->'upserts'->'creatives') x
  union all select 'topic', x->>'id', x, v_next from jsonb_array_elements(change->'upserts'->'topics') x
  on conflict (kind, id) do update set document = excluded.document, version = excluded.version
  where e.document is distinct from excluded.document;
  get diagnostics v_rows = row_count;
  v_changed := v_changed + v_rows;

  insert into creative_versions (version_id, creative)
  select distinct on (x->>'versionId') x->>'versionId', x->'creative'
  from jsonb_array_elements(change->'upserts'->'creatives') x
  on conflict (version_id) do nothing;

  insert into campaigns (id, status, time_zone, total_budget, daily_budget, cap_impressions, cap_window_ms)
  select w->>'id', w->>'status', w->>'timeZone',
    coalesce((w->>'totalBudgetMicros')::bigint, v_max), coalesce((w->>'dailyBudgetMicros')::bigint, v_max),
    (w->'frequencyCap'->>'impressions')::bigint,
    case when w->'frequencyCap'->>'window' <> 'day' then (w->'frequencyCap'->>'window')::bigint end
  from jsonb_array_elements(v_wishes) w
  on conflict (id) do update set status = excluded.status, time_zone = excluded.time_zone,
    total_budget = excluded.total_budget, daily_budget = excluded.daily_budget,
    cap_impressions = excluded.cap_impressions, cap_window_ms = excluded.cap_window_ms;
  update campaign_days d set daily_budget = coalesce((w->>'dailyBudgetMicros')::bigint, v_max)
  from jsonb_array_elements(v_wishes) w
  where d.campaign_id = w->>'id' and d.day = campaign_day(v_at, w->>'timeZone');

  if v_changed = 0 then
    v_next := v_state.version;
  else
    update catalog_state set version = v_next;
  end if;
  return jsonb_build_object('outcome', 'applied', 'version', v_state.epoch || '.' || v_next);
end $function$;

-- since: a version, or null for everything. Stable: all its reads see one moment. Null when nothing changed.
create function catalog_changes_v1(since text) returns jsonb
language plpgsql stable security definer set search_path from current as $function$
declare
  v_state catalog_state;
  v_since bigint := 0;
  v_reload boolean := true;
  v_parts jsonb;
begin
  select * into strict v_state from catalog_state;
  if since = v_state.epoch || '.' || v_state.version then
    return null;
  end if;
  if since ~ ('^' || v_state.epoch || '[.][0-9]{1,18}$') then
    v_since := split_part(since, '.', 2)::bigint;
    v_reload := v_since > v_state.version;
    v_since := case when v_reload then 0 else v_since end;
  end if;
  select jsonb_object_agg(kind, documents) into v_parts from (
    select kind, jsonb_agg(document order by id) as documents from entities
    where document is not null and version > v_since group by kind
  ) k;
  return jsonb_build_object(
    'version', v_state.epoch || '.' || v_state.version,
    'reload', v_reload,
    'entities', coalesce(v_parts, '{}'),
    'apiKeys', (select coalesce(jsonb_agg(to_jsonb(k) order by k.created_at, k.sequence), '[]')
      from api_keys k where k.version > v_since),
    'removed', (select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'id', id) order by kind, id), '[]')
      from entities where not v_reload and document is null and version > v_since)
  );
end $function$;

-- key: {id, publisherId, mode, label, hash, createdAt, revokedAt?}. False when the id is taken.
create function add_api_key_v1(key jsonb) returns boolean
language plpgsql volatile security definer set search_path from current set lock_timeout = '3s' as $function$
begin
  perform 1 from catalog_state for update;
  insert into api_keys (id, publisher_id, mode, label, hash, created_at, revoked_at, version)
  select key->>'id', key->>'publisherId', key->>'mode', key->>'label', key->>'hash',
    (key->>'createdAt')::bigint, (key->>'revokedAt')::bigint, s.version + 1
  from catalog_state s
  on conflict (id) do nothing;
  if found then
    update catalog_state set version = version + 1;
    return true;
  end if;
  return false;
end $function$;

-- The key as it is afterwards; null when there is none.
create function revoke_api_key_v1(key_id text, at_ms bigint) returns jsonb
language plpgsql volatile security definer set search_path from current set lock_timeout = '3s' as $function$
begin
  perform 1 from catalog_state for update;
  update api_keys k set revoked_at = at_ms, version = s.version + 1 from catalog_state s
  where k.id = key_id and (k.revoked_at is null or k.revoked_at > at_ms);
  if found then
    update catalog_state set version = version + 1;
  end if;
  return (select to_jsonb(k) from api_keys k where k.id = key_id);
end $function$;
`;

export const catalog: Migration = { number: 3, name: "catalog", sql };
