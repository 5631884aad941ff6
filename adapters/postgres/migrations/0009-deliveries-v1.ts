import type { Migration } from "./migration.ts";

const sql = `
-- ids: [id]. The deliveries that there are, in no order.
create function find_deliveries_v1(ids jsonb) returns json
language plpgsql stable security definer set search_path from current set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $function$
begin
  return (select coalesce(json_agg(row_to_json(d)), '[]')
    from jsonb_array_elements_text(ids) x(id) join deliveries d on d.id = x.id::uuid);
end $function$;

-- Deletes at most max_rows deliveries of one user, after giving back what they hold. Charges stay: they name no user.
-- Walks the campaigns, as every delivery's campaign is kept and the index begins with it. How many it were.
create function forget_user_v1(forgotten text, max_rows bigint) returns bigint
language plpgsql volatile security definer set search_path from current set lock_timeout = '3s'
set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $function$
declare
  v_ids uuid[];
  v_campaigns text[];
  v_count bigint;
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'Handbill needs READ COMMITTED: reset default_transaction_isolation.' using errcode = '25001';
  end if;
  select array_agg(x.id), array_agg(distinct x.campaign_id) into v_ids, v_campaigns from (
    select d.id, d.campaign_id from campaigns c
    cross join lateral (select d.id, d.campaign_id from deliveries d
      where d.campaign_id = c.id and d.user_key = forgotten limit max_rows) d
    limit max_rows
  ) x;
  perform 1 from campaigns c where c.id = any(v_campaigns) order by c.id for no key update;
  perform 1 from unnest(v_ids) x(id) join deliveries d on d.id = x.id order by d.id for update of d;
  with gone as (
    delete from deliveries d using unnest(v_ids) x(id) where d.id = x.id returning d.campaign_id, d.day, d.price, d.held
  ), days as (
    update campaign_days t set held = t.held - r.amount
    from (select campaign_id, day, sum(price)::bigint as amount from gone where held group by campaign_id, day) r
    where t.campaign_id = r.campaign_id and t.day = r.day
  ), totals as (
    update campaigns c set held = c.held - r.amount
    from (select campaign_id, sum(price)::bigint as amount from gone where held group by campaign_id) r
    where c.id = r.campaign_id
  )
  select count(*) into v_count from gone;
  delete from stray_deliveries s where s.id = any(v_ids);
  return v_count;
end $function$;
`;

export const deliveriesV1: Migration = { number: 9, name: "deliveries_v1", sql };
