import { changing, requireReadCommitted, storeTime } from "./clauses.ts";

/**
 * A batch of events in one call. A first read without locks finds the campaigns that may have to pay; a delivery without a hold
 * never gets one, so they are enough. Then campaigns are locked by id, then deliveries by id. Each delivery is one index
 * lookup, whatever the statistics are. In a week without statistics a join may read every row after the oldest id.
 */
export const record: string = `
-- events: [{id, kind, scene?, button?, mark?}]. now_ms: the store's clock in tests, else null.
-- Result: [{n, outcome, charged?, delivery}], n numbers the event from 1.
create function record(events jsonb, now_ms bigint default null) returns json
${changing}
set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
set jit = off as $function$
declare
  v_ids uuid[] := array(select distinct x.id from jsonb_to_recordset(events) as x(id uuid) order by x.id);
  -- A bound for every lookup, so that the weeks before it are not read.
  v_low uuid := v_ids[1];
  v_found uuid[];
  v_is_found jsonb;
  v_campaigns text[];
  v_at bigint;
  v_paid uuid[] := '{}';
  v_rounds bigint;
  v_result json[] := '{}';
  v_daily bigint;
  c record;
begin
  ${requireReadCommitted}
  -- A delivery that is not found here stays unknown in this call, because its campaign is not locked.
  select array_agg(d.id order by d.id), jsonb_object_agg(d.id, null), array_agg(distinct d.campaign_id)
    filter (where d.held or (d.surface = 'bot' and d.price > 0 and d.clicked_at is null))
  into v_found, v_is_found, v_campaigns
  from unnest(v_ids) x(id)
  cross join lateral (select k.id, k.campaign_id, k.held, k.surface, k.price, k.clicked_at
    from deliveries k where k.id = x.id and k.id >= v_low limit 1) d;
  perform 1 from campaigns t where t.id = any(v_campaigns) order by t.id for no key update;
  -- Without v_low: where a bound excludes partitions before the plan starts, PostgreSQL 18.4 locks no further row once it has
  -- waited for one.
  perform 1 from unnest(v_found) x(id)
  cross join lateral (select 1 from deliveries k where k.id = x.id for no key update) d;
  v_at := ${storeTime};

  -- Bot clicks pay from the free budget, in their order.
  for c in
    select d.id, d.campaign_id, d.day, d.price
    from rows from (jsonb_to_recordset(events) as (id uuid, kind text)) with ordinality x(id, kind, n)
    cross join lateral (select * from deliveries k where k.id = x.id and k.id >= v_low limit 1) d
    where v_is_found ? d.id::text and x.kind = 'click' and d.surface = 'bot' and d.price > 0
      and d.clicked_at is null and v_at - d.issued_at <= 3600000
    order by x.n
  loop
    update campaigns t set used = t.used + c.price
    where t.id = c.campaign_id
      and t.used + t.held + c.price <= t.total_budget
      and c.price + coalesce((select y.used + y.held from campaign_days y
        where y.campaign_id = c.campaign_id and y.day = c.day), 0) <= t.daily_budget
    returning t.daily_budget into v_daily;
    if found then
      insert into campaign_days as t (campaign_id, day, daily_budget, used)
      values (c.campaign_id, c.day, v_daily, c.price)
      on conflict (campaign_id, day) do update
      set used = t.used + excluded.used, daily_budget = excluded.daily_budget;
      v_paid := v_paid || c.id;
    end if;
  end loop;

  -- Several events of one delivery are judged in rounds: each sees what the event before it wrote.
  select max(s.n) into v_rounds
  from (select count(*) as n from jsonb_to_recordset(events) as x(id uuid) group by x.id) s;
  for v_round in 1 .. coalesce(v_rounds, 0) loop
    with event as materialized (
      select y.* from (
        select x.*, row_number() over (partition by x.id order by x.n) as round
        from rows from (jsonb_to_recordset(events) as (id uuid, kind text, scene bigint, button bigint, mark text))
          with ordinality x(id, kind, scene, button, mark, n)
      ) y where y.round = v_round
    ), judged as materialized (
      select e.n, e.kind, e.scene, e.button, coalesce(nullif(d.mark, ''), e.mark, '') as mark, d.id, d.campaign_id, d.platform_id, d.day, d.price, d.publisher_part,
        d.held, d.unproven, d.state,
        d.held or (e.kind = 'click' and d.id = any(v_paid)) as pays,
        case
          when d.id is null then 'unknown'
          -- A released hold never comes back, even if the server's clock was set back.
          when v_at - d.issued_at > 3600000
            or (d.surface = 'web' and d.price > 0 and not d.held and d.charged_at is null) then 'expired'
          when e.kind = 'seen' and v_at - d.issued_at < 1000 then 'too_early'
          when e.kind = 'seen' and d.seen_recorded then 'duplicate'
          when e.kind = 'click' and d.clicked_at is not null then 'duplicate'
          when e.kind = 'press' and d.presses
            @> jsonb_build_array(jsonb_build_object('scene', e.scene, 'button', e.button)) then 'duplicate'
          else 'recorded'
        end as outcome
      from event e
      left join lateral (select k.*, k as state from deliveries k where k.id = e.id and k.id >= v_low limit 1) d
        on v_is_found ? d.id::text
    ), charge as materialized (
      select j.* from judged j where j.outcome = 'recorded' and j.pays
    ), changed as (
      update deliveries d set
        held = false,
        mark = j.mark,
        seen_recorded = d.seen_recorded or j.kind = 'seen',
        seen_at = coalesce(d.seen_at, v_at),
        pressed_at = case when j.kind = 'press' then coalesce(d.pressed_at, v_at) else d.pressed_at end,
        clicked_at = case when j.kind = 'click' then v_at else d.clicked_at end,
        charged_at = case when j.pays then v_at else d.charged_at end,
        presses = case when j.kind = 'press' then d.presses
          || jsonb_build_array(jsonb_build_object('scene', j.scene, 'button', j.button, 'at', v_at))
          else d.presses end
      from judged j
      -- An update cannot make each id a lookup by a limit. With these conditions every plan looks up either the id of an event or
      -- the ids of the batch. The OR leaves out the weeks before v_low, and no index scan can use it.
      where d.id >= j.id and d.id <= j.id and d.id = any(v_found) and (d.id >= v_low or d.id = v_low)
        and j.outcome = 'recorded'
      returning j.n, j.pays, row_to_json(d) as state
    ), booked as (
      insert into charges (delivery_id, campaign_id, platform_id, day, price, publisher_part, operator_part, charged_at,
        placement, creative_version_id, topic_id, language, format, publisher_id, advertiser, api_key_id, mark)
      select x.id, x.campaign_id, x.platform_id, x.day, x.price, x.publisher_part, x.price - x.publisher_part, v_at,
        (x.state).placement, (x.state).creative_version_id, coalesce((x.state).topic_id, ''), (x.state).language, (x.state).format,
        (x.state).publisher_id, (x.state).advertiser, (x.state).api_key_id, x.mark
      from charge x
    ), days as (
      update campaign_days t set held = t.held - s.amount, used = t.used + s.amount
      from (select x.campaign_id, x.day, sum(x.price)::bigint as amount from charge x where x.held group by 1, 2) s
      where t.campaign_id = s.campaign_id and t.day = s.day
    ), totals as (
      update campaigns t set held = t.held - s.amount, unproven_held = t.unproven_held - s.unproven, used = t.used + s.amount
      from (select x.campaign_id, sum(x.price)::bigint as amount, sum(x.price * x.unproven::integer)::bigint as unproven
        from charge x where x.held group by 1) s
      where t.id = s.campaign_id
    ), answer as (
      -- A union, because a join of parts without statistics takes time by the square of the batch.
      select json_build_object('n', w.n, 'outcome', 'recorded', 'charged', w.pays, 'delivery', w.state) as line
      from changed w
      union all
      select json_build_object('n', j.n, 'outcome', j.outcome, 'delivery', row_to_json(j.state))
      from judged j where j.outcome <> 'recorded'
    )
    select v_result || array_agg(a.line) into v_result from answer a;
  end loop;
  return array_to_json(v_result);
end $function$;
`;
