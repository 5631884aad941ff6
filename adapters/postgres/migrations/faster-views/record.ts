import { changing, requireReadCommitted, storeTime } from "../first/clauses.ts";

/**
 * A batch of events in one call, of which most are first views. `record_v2` records the first views of held deliveries by one
 * UPDATE, and hands all other events to `record` in the same transaction.
 *
 * The UPDATE takes the locks of its deliveries in any order. Only a transaction that holds the lock of the campaign locks a held
 * delivery, so none waits for another one here. All campaigns of the call are locked before, by id.
 */
export const record: string = `
-- ids: the ids of all deliveries that have an event, each once, in ascending order.
-- others: [{id, kind, scene?, button?, mark?}], all events of the deliveries that have another event than one view without a mark;
-- null for none. now_ms: the store's clock in tests, else null.
-- Result: {seen: {at, column: [value]}, the first views; events: [the events that record got], answers: [what it answered]}. Each
-- of the three may be null. The events of a delivery that is in none of them are unknown.
create function record_v2(ids uuid[], others jsonb, now_ms bigint default null) returns json
${changing}
set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
set jit = off as $function$
declare
  -- A bound for every lookup, so that the weeks before it are not read.
  v_low uuid := ids[1];
  v_found uuid[];
  v_campaigns text[];
  v_views uuid[];
  v_at bigint;
  v_seen uuid[];
  v_columns json;
  v_rest jsonb;
  v_answers json;
begin
  ${requireReadCommitted}
  -- A delivery that is not found here stays unknown in this call, and one without a hold never gets one. So the campaigns that may
  -- have to pay are known before any lock. The OR leaves out the weeks before v_low, and no index scan can use it: each id is one
  -- lookup, whatever the statistics are. No DISTINCT, which could read an index for its order.
  select array_agg(d.id), array_agg(d.campaign_id)
    filter (where d.held or (d.surface = 'bot' and d.price > 0 and d.clicked_at is null))
  into v_found, v_campaigns
  from deliveries d where d.id = any(ids) and (d.id >= v_low or d.id = v_low);
  perform 1 from campaigns p where p.id = any(v_campaigns) order by p.id for no key update;
  v_at := ${storeTime};

  v_views := v_found;
  if others is not null then
    v_views := array(select x.id from unnest(v_found) x(id)
      except select y.id from jsonb_to_recordset(others) as y(id uuid));
  end if;
  with changed as (
    -- A held delivery has had no event. CASE keeps the index of held deliveries out of the plan: it may have many more.
    update deliveries d set held = false, seen_recorded = true, seen_at = v_at, charged_at = v_at
    where d.id = any(v_views) and (d.id >= v_low or d.id = v_low)
      and case when d.held then v_at - d.issued_at between 1000 and 3600000 end
    returning d.*
  ), booked as (
    insert into charges (delivery_id, campaign_id, platform_id, day, price, publisher_part, operator_part, charged_at,
      placement, creative_version_id, topic_id, language, format, publisher_id, advertiser, api_key_id, mark)
    select w.id, w.campaign_id, w.platform_id, w.day, w.price, w.publisher_part, w.price - w.publisher_part, v_at,
      w.placement, w.creative_version_id, coalesce(w.topic_id, ''), w.language, w.format, w.publisher_id, w.advertiser,
      w.api_key_id, w.mark
    from changed w
  ), days as (
    update campaign_days t set held = t.held - s.amount, used = t.used + s.amount
    from (select w.campaign_id, w.day, sum(w.price)::bigint as amount from changed w group by 1, 2) s
    where t.campaign_id = s.campaign_id and t.day = s.day
  ), totals as (
    update campaigns t set held = t.held - s.amount, unproven_held = t.unproven_held - s.unproven, used = t.used + s.amount
    from (select w.campaign_id, sum(w.price)::bigint as amount, sum(w.price * w.unproven::integer)::bigint as unproven
      from changed w group by 1) s
    where t.id = s.campaign_id
  )
  -- By column, because a JSON object for each row costs more than its UPDATE.
  select array_agg(w.id), json_build_object('at', v_at, 'id', array_agg(w.id), 'publisher_id', array_agg(w.publisher_id),
    'platform_id', array_agg(w.platform_id), 'placement', array_agg(w.placement), 'api_key_id', array_agg(w.api_key_id),
    'user_key', array_agg(w.user_key), 'language', array_agg(w.language), 'mark', array_agg(w.mark),
    'campaign_id', array_agg(w.campaign_id), 'advertiser', array_agg(w.advertiser),
    'creative_version_id', array_agg(w.creative_version_id), 'format', array_agg(w.format), 'topic_id', array_agg(w.topic_id),
    'price', array_agg(w.price), 'publisher_part', array_agg(w.publisher_part), 'day', array_agg(w.day),
    'issued_at', array_agg(w.issued_at))
  into v_seen, v_columns
  from changed w;

  if others is not null or cardinality(v_seen) is distinct from cardinality(v_found) then
    select jsonb_agg(y.event order by y.n) into v_rest from (
      select e.event, e.n from jsonb_array_elements(others) with ordinality e(event, n)
      where (e.event->>'id')::uuid = any(v_found)
      union all
      select jsonb_build_object('id', x.id, 'kind', 'seen'), 0
      from unnest(v_views) x(id) where x.id <> all(coalesce(v_seen, '{}'))
    ) y;
    if v_rest is not null then
      v_answers := record(v_rest, v_at);
    end if;
  end if;
  return json_build_object('seen', case when v_seen is not null then v_columns end, 'events', v_rest, 'answers', v_answers);
end $function$;
`;
