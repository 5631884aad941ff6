import { changing, requireReadCommitted, storeTime } from "./clauses.ts";

/**
 * Changes of the catalogue. Every change first locks the one row of catalog_state, so versions are committed in their order, and
 * a reader that has seen version n has seen everything up to n.
 */
export const catalog: string = `
-- Applies a change as a whole or not at all. The keys of a removed publisher are revoked at once.
-- change: a CatalogChange (core/storage/catalog-change.ts), whose audit is noted when the change is applied.
-- now_ms: the store's clock in tests, else null.
-- Result: an ApplyOutcome.
create function apply_catalog(change jsonb, now_ms bigint default null) returns jsonb
${changing} as $function$
declare
  v_state catalog_state;
  v_campaigns jsonb := change->'upserts'->'campaigns';
  v_at bigint;
  v_floors jsonb;
  v_next bigint;
  v_changed bigint := 0;
  v_rows bigint;
  -- Stands for an absent budget.
  v_max constant bigint := 9007199254740991;
begin
  ${requireReadCommitted}
  select * into strict v_state from catalog_state for update;
  if change->>'expectedVersion' is distinct from v_state.epoch || '.' || v_state.version then
    return jsonb_build_object('outcome', 'conflict', 'version', v_state.epoch || '.' || v_state.version);
  end if;

  perform 1 from campaigns c where c.id in (
    select w->>'id' from jsonb_array_elements(v_campaigns) w
    union all
    select r->>'id' from jsonb_array_elements(change->'removals') r where r->>'kind' = 'campaign'
  ) order by c.id for no key update;
  v_at := ${storeTime};
  perform release_holds(array(select w->>'id' from jsonb_array_elements(v_campaigns) w), v_at, null);

  with wish as (
    select w->>'id' as id, (w->>'totalBudgetMicros')::bigint as total, (w->>'dailyBudgetMicros')::bigint as daily,
      campaign_day(v_at, w->>'timeZone') as day
    from jsonb_array_elements(v_campaigns) w
  ), floors as (
    select w.id, 'totalBudgetMicros' as field, c.used + c.held as least
    from wish w join campaigns c on c.id = w.id where w.total < c.used + c.held
    union all
    select w.id, 'dailyBudgetMicros', d.used + d.held
    from wish w join campaign_days d on d.campaign_id = w.id and d.day = w.day where w.daily < d.used + d.held
  )
  select jsonb_agg(jsonb_build_object('campaignId', id, 'field', field, 'floorMicros', least) order by id, field desc)
  into v_floors from floors;
  if v_floors is not null then
    return jsonb_build_object('outcome', 'budget_below_floor', 'floors', v_floors);
  end if;

  v_next := v_state.version + 1;
  update entities e set document = null, removed_document = e.document, version = v_next
  from jsonb_array_elements(change->'removals') r
  where e.kind = r->>'kind' and e.id = r->>'id' and e.document is not null;
  get diagnostics v_rows = row_count;
  v_changed := v_changed + v_rows;
  update campaigns c set status = 'removed'
  from jsonb_array_elements(change->'removals') r where r->>'kind' = 'campaign' and c.id = r->>'id';

  insert into entities as e (kind, id, document, version)
  select 'publisher', x->>'id', x, v_next from jsonb_array_elements(change->'upserts'->'publishers') x
  union all select 'platform', x->>'id', x, v_next from jsonb_array_elements(change->'upserts'->'platforms') x
  union all select 'campaign', x->>'id', x, v_next from jsonb_array_elements(v_campaigns) x
  union all select 'creative', x->'creative'->>'id', x, v_next from jsonb_array_elements(change->'upserts'->'creatives') x
  union all select 'topic', x->>'id', x, v_next from jsonb_array_elements(change->'upserts'->'topics') x
  on conflict (kind, id) do update
  set document = excluded.document, removed_document = null, version = excluded.version
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
  from jsonb_array_elements(v_campaigns) w
  on conflict (id) do update set status = excluded.status, time_zone = excluded.time_zone,
    total_budget = excluded.total_budget, daily_budget = excluded.daily_budget,
    cap_impressions = excluded.cap_impressions, cap_window_ms = excluded.cap_window_ms;
  update campaign_days d set daily_budget = coalesce((w->>'dailyBudgetMicros')::bigint, v_max)
  from jsonb_array_elements(v_campaigns) w
  where d.campaign_id = w->>'id' and d.day = campaign_day(v_at, w->>'timeZone');

  update api_keys k set revoked = true, revoked_at = least(k.revoked_at, v_at), version = v_next
  from jsonb_array_elements(change->'removals') r
  where r->>'kind' = 'publisher' and k.publisher_id = r->>'id' and not k.revoked;
  get diagnostics v_rows = row_count;
  v_changed := v_changed + v_rows;
  if jsonb_array_length(change->'audit') > 0 then
    perform note_audit(change->'audit', now_ms);
    -- A change that is only noted is a version, too: its repetition is then a conflict and not noted again.
    v_changed := v_changed + 1;
  end if;

  if v_changed = 0 then
    v_next := v_state.version;
  else
    update catalog_state set version = v_next;
  end if;
  return jsonb_build_object('outcome', 'applied', 'version', v_state.epoch || '.' || v_next);
end $function$;
`;
