import { changing, indexLookups, requireReadCommitted, storeTime } from "./clauses.ts";

/**
 * Takes back parts of charges, with the rule of `adjustCharges` (core/billing/adjust-charge.ts). Charges never change, so they are read
 * before the locks. Their campaigns are locked by id, as everywhere; what was taken back of a charge changes only under the lock
 * of its campaign.
 */
export const adjustCharges: string = `
-- batch: {ids: [id of adjustment i], deliveries: [uuid of delivery d, or null],
--   orders: [{i, d, micros?, restores, reason, actor}]}; i and d number the id and the delivery from 1.
-- audit: [AuditEntry] (core/storage/audit-store.ts), noted if a charge is adjusted, or null. now_ms: the store's clock in tests,
-- else null.
-- Result: for each order {outcome, left, adjustment}; left: what was left of the charge.
create function adjust_charges(batch jsonb, audit jsonb, now_ms bigint default null) returns json
${changing}
${indexLookups} as $function$
declare
  v_orders jsonb := batch->'orders';
  v_ids text[] := array(select jsonb_array_elements_text(batch->'ids'));
  v_deliveries uuid[] := array(select jsonb_array_elements_text(batch->'deliveries')::uuid);
  v_campaigns text[];
  v_price bigint[];
  v_part bigint[];
  v_adjusted bigint[];
  v_is_known boolean[];
  v_outcome text[] := array_fill(null::text, array[jsonb_array_length(v_orders)]);
  v_left bigint[] := array_fill(null::bigint, array[jsonb_array_length(v_orders)]);
  v_micros bigint[] := v_left;
  v_before bigint[] := v_left;
  v_publisher bigint[] := v_left;
  v_at bigint;
  c record;
begin
  ${requireReadCommitted}
  if audit is not null then
    -- Before campaigns, as in apply_catalog: the other order could deadlock with it.
    perform 1 from catalog_state for update;
  end if;
  select array_agg(k.campaign_id order by x.n), array_agg(k.price order by x.n), array_agg(k.publisher_part order by x.n)
  into v_campaigns, v_price, v_part
  from unnest(v_deliveries) with ordinality x(id, n)
  left join lateral (select y.campaign_id, y.price, y.publisher_part from charges y where y.delivery_id = x.id limit 1) k on true;
  perform 1 from campaigns k where k.id = any(v_campaigns) order by k.id for no key update;
  v_at := ${storeTime};

  select array_agg(coalesce(a.adjusted, 0) order by x.n) into v_adjusted
  from unnest(v_deliveries) with ordinality x(id, n)
  left join lateral (select y.adjusted_after as adjusted from adjustments y where y.delivery_id = x.id
    order by y.adjusted_after desc limit 1) a on true;
  select array_agg(a.id is not null order by x.n) into v_is_known
  from unnest(v_ids) with ordinality x(id, n)
  left join lateral (select y.id from adjustments y where y.id = x.id limit 1) a on true;

  for c in
    select x.n::integer as n, x.i, x.d, x.micros
    from rows from (jsonb_to_recordset(v_orders) as (i integer, d integer, micros bigint)) with ordinality x(i, d, micros, n)
    order by x.n
  loop
    v_left[c.n] := v_price[c.d] - v_adjusted[c.d];
    v_outcome[c.n] := case
      when v_is_known[c.i] then 'duplicate'
      when v_price[c.d] is null then 'unknown'
      when v_left[c.n] = 0 or c.micros > v_left[c.n] then 'too_much'
      else 'adjusted'
    end;
    if v_outcome[c.n] = 'adjusted' then
      v_is_known[c.i] := true;
      v_micros[c.n] := coalesce(c.micros, v_left[c.n]);
      v_before[c.n] := v_adjusted[c.d];
      v_adjusted[c.d] := v_adjusted[c.d] + v_micros[c.n];
      -- As numeric, because the product of two amounts can exceed bigint.
      v_publisher[c.n] := div(v_adjusted[c.d]::numeric * v_part[c.d], v_price[c.d])
        - div(v_before[c.n]::numeric * v_part[c.d], v_price[c.d]);
    end if;
  end loop;

  -- In the order of ids, because two calls with the same ids wait for each other here.
  with booked as (
    insert into adjustments (id, delivery_id, at, micros, publisher_part, adjusted_before, price, restores_budget, reason, actor,
      publisher_id, platform_id, placement, api_key_id, language, mark, campaign_id, advertiser, creative_version_id, format,
      topic_id)
    select v_ids[x.i], k.delivery_id, v_at, v_micros[x.n], v_publisher[x.n], v_before[x.n], k.price, x.restores, x.reason, x.actor,
      k.publisher_id, k.platform_id, k.placement, k.api_key_id, k.language, k.mark, k.campaign_id, k.advertiser,
      k.creative_version_id, k.format, k.topic_id
    from rows from (jsonb_to_recordset(v_orders) as (i integer, d integer, restores boolean, reason text, actor text))
      with ordinality x(i, d, restores, reason, actor, n)
    cross join lateral (select * from charges y where y.delivery_id = v_deliveries[x.d] limit 1) k
    where v_micros[x.n] is not null
    order by v_ids[x.i] collate "C"
    returning campaign_id, micros, restores_budget
  )
  update campaigns t set used = t.used - s.restored, waived = t.waived + s.amount - s.restored
  from (select b.campaign_id, sum(b.micros)::bigint as amount,
      sum(b.micros * b.restores_budget::integer)::bigint as restored from booked b group by 1) s
  where t.id = s.campaign_id;
  if found then
    perform note_audit(audit, v_at);
  end if;

  return (select json_agg(json_build_object('outcome', v_outcome[x.n], 'left', v_left[x.n], 'adjustment', a.state) order by x.n)
    from rows from (jsonb_to_recordset(v_orders) as (i integer)) with ordinality x(i, n)
    left join lateral (select row_to_json(y) as state from adjustments y where y.id = v_ids[x.i] limit 1) a
      on v_outcome[x.n] in ('adjusted', 'duplicate'));
end $function$;
`;
