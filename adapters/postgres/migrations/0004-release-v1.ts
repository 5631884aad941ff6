import type { Migration } from "./migration.ts";

/**
 * Holds given back. Every function locks campaigns by id first and deliveries by id after that: `issue` knows
 * its campaigns before it can find their expired deliveries, so this order, for all, is the one without
 * deadlocks. A delivery's held flag changes only under the lock of its campaign.
 */
const sql = `
-- Under the locks of these campaigns: releases their oldest expired holds, at most max_rows (null: all).
create function release_holds_v1(campaign_ids text[], at_ms bigint, max_rows bigint) returns bigint
language plpgsql volatile security definer set search_path from current
set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $function$
declare
  v_count bigint;
begin
  with expired as materialized (
    select d.id from deliveries d
    where d.held and d.issued_at < at_ms - 3600000 and d.campaign_id = any(campaign_ids)
    order by d.issued_at limit max_rows
  ), locked as materialized (
    select d.id from deliveries d where d.id in (select e.id from expired e) order by d.id for no key update
  ), released as (
    update deliveries d set held = false from locked l where d.id = l.id and d.held
    returning d.campaign_id, d.day, d.price
  ), days as (
    update campaign_days t set held = t.held - r.amount
    from (select campaign_id, day, sum(price)::bigint as amount from released group by campaign_id, day) r
    where t.campaign_id = r.campaign_id and t.day = r.day
  ), totals as (
    update campaigns c set held = c.held - r.amount
    from (select campaign_id, sum(price)::bigint as amount from released group by campaign_id) r
    where c.id = r.campaign_id
  )
  select count(*) into v_count from released;
  return v_count;
end $function$;

-- max_rows: most deliveries to release. now_ms: the store's clock in tests, else null.
create function release_expired_v1(max_rows bigint, now_ms bigint default null) returns bigint
language plpgsql volatile security definer set search_path from current set lock_timeout = '3s'
set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $function$
declare
  v_ids text[];
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'Handbill needs READ COMMITTED: reset default_transaction_isolation.' using errcode = '25001';
  end if;
  select array_agg(distinct o.campaign_id) into v_ids from (
    select d.campaign_id from deliveries d
    where d.held
      and d.issued_at < coalesce(now_ms, floor(extract(epoch from clock_timestamp()) * 1000)::bigint) - 3600000
    order by d.issued_at limit max_rows
  ) o;
  if v_ids is null then
    return 0;
  end if;
  perform 1 from campaigns c where c.id = any(v_ids) order by c.id for no key update;
  return release_holds_v1(v_ids,
    coalesce(now_ms, floor(extract(epoch from clock_timestamp()) * 1000)::bigint), max_rows);
end $function$;
`;

export const releaseV1: Migration = { number: 4, name: "release_v1", sql };
