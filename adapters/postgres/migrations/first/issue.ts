import { changing, indexLookups, requireReadCommitted, storeTime } from "./clauses.ts";

/**
 * A batch of orders in one call. It locks first and reads in later commands, because under READ COMMITTED those see everything
 * committed before the locks were granted. Then it decides the orders in memory and writes once per table.
 */
export const issue: string = `
-- batch: {low, high: the least and the greatest id of the orders, campaigns: [id], advertisers: [name],
--   orders: [{id, surface, publisher, platform, placement, key, user_key, language,
--     mark, network?}],
--   choices: [{o, k, a, u, price, hold, share?, publisher, version, format, topic}], networks?: true if an order has one};
--   o, k, a and u number the order, the campaign, the advertiser and the user from 1; choices stand in the order of the
--   orders, best first; hold is 0 for bots. share: the order's unprovenShareBps.
--   publisher: the publisher's id in an order, its part of the price in a choice; key: the id of the API key, or ''.
-- now_ms: the store's clock in tests, else null.
-- Result: {at, days: [day of campaign k], chosen: [number of the choice, by order], reasons: [by choice],
--   known: [{o, delivery}]}.
create function issue(batch jsonb, now_ms bigint default null) returns jsonb
${changing}
${indexLookups} as $function$
declare
  v_orders jsonb := batch->'orders';
  v_choices jsonb := batch->'choices';
  v_ids text[] := array(select jsonb_array_elements_text(batch->'campaigns'));
  v_advertisers text[] := array(select jsonb_array_elements_text(batch->'advertisers'));
  v_low uuid := batch->>'low';
  v_high uuid := batch->>'high';
  v_at bigint;
  v_active boolean[];
  v_free bigint[];
  v_day_free bigint[];
  v_day_budget bigint[];
  v_day date[];
  v_cap bigint[];
  v_window bigint[];
  v_since uuid[];
  v_budget bigint[];
  v_unproven bigint[];
  v_hold bigint[] := array_fill(0::bigint, array[cardinality(v_ids)]);
  v_unproven_hold bigint[] := v_hold;
  v_is_known boolean[];
  v_known jsonb;
  v_pair integer[];
  v_used bigint[];
  v_chosen integer[] := array_fill(0, array[jsonb_array_length(v_orders)]);
  v_reasons text[] := array_fill(null::text, array[jsonb_array_length(v_choices)]);
  v_reason text;
  v_issued boolean := false;
  v_holds boolean := false;
  c record;
begin
  ${requireReadCommitted}
  -- This lock keeps weeks from being dropped. Missing weeks are added before anything else is locked.
  lock table only deliveries in row exclusive mode;
  if id_week(v_low) <> id_week(v_high) or to_regclass(week_name(id_week(v_low))) is null then
    perform add_week(w.week)
    from (select distinct id_week(o.id) as week from jsonb_to_recordset(v_orders) as o(id uuid) order by 1) w;
  end if;
  perform 1 from campaigns t where t.id = any(v_ids) order by t.id for no key update;
  v_at := ${storeTime};

  if exists (select 1 from deliveries d
    where d.held and d.issued_at < v_at - 3600000 and d.campaign_id = any(v_ids)) then
    perform release_holds(v_ids, v_at, null);
  end if;

  select array_agg(t.status = 'active' order by k.n),
    array_agg(t.total_budget - t.used - t.held order by k.n),
    array_agg(t.daily_budget - coalesce(d.used + d.held, 0) order by k.n),
    array_agg(t.daily_budget order by k.n), array_agg(y.day order by k.n),
    array_agg(t.cap_impressions order by k.n), array_agg(t.cap_window_ms order by k.n),
    array_agg(least(t.total_budget, t.daily_budget) order by k.n), array_agg(t.unproven_held order by k.n)
  into v_active, v_free, v_day_free, v_day_budget, v_day, v_cap, v_window, v_budget, v_unproven
  from unnest(v_ids) with ordinality k(id, n)
  left join campaigns t on t.id = k.id
  left join lateral (select campaign_day(v_at, t.time_zone) as day) y on true
  left join campaign_days d on d.campaign_id = t.id and d.day = y.day;

  -- The limit makes each id a lookup of its own: a join may read all deliveries from v_low on.
  select array_agg(d.id is not null order by o.n),
    coalesce(jsonb_agg(jsonb_build_object('o', o.n, 'delivery', to_jsonb(d.state))) filter (where d.id is not null), '[]')
  into v_is_known, v_known
  from rows from (jsonb_to_recordset(v_orders) as (id uuid)) with ordinality o(id, n)
  left join lateral (select k.id, k as state from deliveries k where k.id = o.id and k.id >= v_low limit 1) d on true;

  if v_cap <> array_fill(null::bigint, array[cardinality(v_cap)]) then
    -- The least id of a delivery that can count: the time of an id is at most a day before its issue, or it is a stray. There
    -- is no upper bound: with both bounds a plan for a young table uses the primary key (100 times the time).
    select array_agg(least(id_at(v_at - coalesce(k.window_ms, 259200000) - 86400000), s.first) order by k.n)
    into v_since
    from unnest(v_window) with ordinality k(window_ms, n),
      (select (select id from stray_deliveries order by id limit 1) as first) s;
    with pairs as materialized (
      select x.n, x.o, x.k, dense_rank() over (order by x.k, x.u)::integer as pair
      from rows from (jsonb_to_recordset(v_choices) as (o integer, k integer, u integer)) with ordinality x(o, k, u, n)
    ), used as (
      select p.pair, (select count(*) from (
        select 1 from deliveries d
        where d.campaign_id = v_ids[p.k] and d.user_key = v_orders->(p.o - 1)->>'user_key'
          and d.id >= v_since[p.k]
          and d.issued_at > v_at - coalesce(v_window[p.k], 259200000)
          and (v_window[p.k] is not null or d.day = v_day[p.k])
          -- An unseen delivery with a price and without a hold has expired, even if the server's clock was set back.
          and (d.surface = 'bot' or d.seen_at is not null
            or (v_at - d.issued_at <= 3600000 and (d.held or d.price = 0)))
        limit coalesce(v_cap[p.k], 0)
      ) counted) as n
      from (select distinct on (q.pair) q.pair, q.o, q.k from pairs q order by q.pair) p
    )
    select (select array_agg(q.pair order by q.n) from pairs q), (select array_agg(u.n order by u.pair) from used u)
    into v_pair, v_used;
  end if;

  for c in
    select x.n::integer as n, x.o, x.k, x.price, x.hold, x.share
    from rows from (jsonb_to_recordset(v_choices) as (o integer, k integer, price bigint, hold bigint, share bigint))
      with ordinality x(o, k, price, hold, share, n)
    order by x.n
  loop
    continue when v_is_known[c.o] or v_chosen[c.o] > 0;
    if v_active[c.k] is not true then
      v_reason := 'no_campaign';
    elsif v_free[c.k] < c.price then
      v_reason := 'budget';
    elsif v_day_free[c.k] < c.price then
      v_reason := 'daily_budget';
    elsif c.share is not null and c.hold > 0 and v_budget[c.k] < 9007199254740991
      and v_unproven[c.k] + c.hold > greatest(20 * c.hold, v_budget[c.k] / 10000 * c.share) then
      v_reason := 'unproven_holds';
    elsif v_used[v_pair[c.n]] >= v_cap[c.k] then
      v_reason := 'frequency_cap';
    else
      v_issued := true;
      v_chosen[c.o] := c.n;
      if v_pair[c.n] is not null then
        v_used[v_pair[c.n]] := v_used[v_pair[c.n]] + 1;
      end if;
      if c.hold > 0 then
        v_holds := true;
        v_free[c.k] := v_free[c.k] - c.hold;
        v_day_free[c.k] := v_day_free[c.k] - c.hold;
        v_hold[c.k] := v_hold[c.k] + c.hold;
        if c.share is not null then
          v_unproven[c.k] := v_unproven[c.k] + c.hold;
          v_unproven_hold[c.k] := v_unproven_hold[c.k] + c.hold;
        end if;
      end if;
      continue;
    end if;
    v_reasons[c.n] := v_reason;
  end loop;

  if v_holds then
    update campaigns t set held = t.held + h.amount, unproven_held = t.unproven_held + h.unproven
    from unnest(v_ids, v_hold, v_unproven_hold) h(id, amount, unproven) where t.id = h.id and h.amount > 0;
    insert into campaign_days as t (campaign_id, day, daily_budget, held)
    select h.id, h.day, h.budget, h.amount from unnest(v_ids, v_day, v_day_budget, v_hold) h(id, day, budget, amount)
    where h.amount > 0
    on conflict (campaign_id, day) do update
    set held = t.held + excluded.held, daily_budget = excluded.daily_budget;
  end if;
  if v_issued then
    -- In the order of ids, because two batches with the same orders wait for each other here.
    insert into deliveries (id, surface, publisher_id, platform_id, placement, api_key_id, user_key, language, mark,
      campaign_id, advertiser, creative_version_id, format, topic_id, price, publisher_part, day, issued_at, held, unproven)
    select o.id, o.surface, o.publisher, o.platform, o.placement, o.key, o.user_key, o.language, o.mark, v_ids[x.k],
      v_advertisers[x.a], x.version, x.format, x.topic, x.price, x.publisher, v_day[x.k], v_at, x.hold > 0,
      x.hold > 0 and x.share is not null
    from rows from (jsonb_to_recordset(v_orders) as (id uuid, surface text, publisher text, platform text,
        placement text, key text, user_key text, language text, mark text))
      with ordinality o(id, surface, publisher, platform, placement, key, user_key, language, mark, n)
    cross join lateral jsonb_to_record(v_choices->(v_chosen[o.n] - 1)) as x(k integer, a integer, price bigint,
      hold bigint, share bigint, publisher bigint, version text, format text, topic text)
    where v_chosen[o.n] > 0
    order by o.id;
    if batch ? 'networks' then
      insert into networks (week, delivery_id, network)
      select v_at / 604800000, o.id, o.network
      from rows from (jsonb_to_recordset(v_orders) as (id uuid, network text)) with ordinality o(id, network, n)
      where v_chosen[o.n] > 0 and o.network is not null;
    end if;
    if id_time(v_low) < v_at - 86400000 or id_time(v_high) > v_at + 86400000 then
      insert into stray_deliveries (id, issued_at)
      select o.id, v_at from rows from (jsonb_to_recordset(v_orders) as (id uuid)) with ordinality o(id, n)
      where v_chosen[o.n] > 0 and abs(id_time(o.id) - v_at) > 86400000
      order by o.id;
    end if;
  end if;
  return jsonb_build_object('at', v_at, 'days', to_jsonb(v_day), 'chosen', to_jsonb(v_chosen),
    'reasons', to_jsonb(v_reasons), 'known', v_known);
end $function$;
`;
