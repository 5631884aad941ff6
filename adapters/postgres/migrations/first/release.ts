import { changing, indexLookups, requireReadCommitted, storeTime } from "./clauses.ts";

/**
 * The release of expired holds. Every function locks campaigns by id first and deliveries by id after that: `issue` knows its
 * campaigns before it can find their expired deliveries, so this order has no deadlocks. The held flag of a delivery
 * changes only under the lock of its campaign.
 */
export const release: string = `
-- Releases the oldest expired holds of campaigns that the caller has locked.
-- campaign_ids: the campaigns. at_ms: the store's time. max_rows: the most deliveries to release, null for all.
-- Result: how many were released.
create function release_holds(campaign_ids text[], at_ms bigint, max_rows bigint) returns bigint
language plpgsql volatile security definer set search_path from current
${indexLookups} as $function$
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
    returning d.campaign_id, d.day, d.price, d.unproven
  ), days as (
    update campaign_days t set held = t.held - r.amount
    from (select campaign_id, day, sum(price)::bigint as amount from released group by campaign_id, day) r
    where t.campaign_id = r.campaign_id and t.day = r.day
  ), totals as (
    update campaigns c set held = c.held - r.amount, unproven_held = c.unproven_held - r.unproven
    from (select campaign_id, sum(price)::bigint as amount, sum(price * unproven::integer)::bigint as unproven
      from released group by campaign_id) r
    where c.id = r.campaign_id
  )
  select count(*) into v_count from released;
  return v_count;
end $function$;

-- max_rows: the most deliveries to release. now_ms: the store's clock in tests, else null.
-- Result: how many were released.
create function release_expired(max_rows bigint, now_ms bigint default null) returns bigint
${changing}
${indexLookups} as $function$
declare
  v_ids text[];
begin
  ${requireReadCommitted}
  select array_agg(distinct o.campaign_id) into v_ids from (
    select d.campaign_id from deliveries d
    where d.held
      and d.issued_at < ${storeTime} - 3600000
    order by d.issued_at limit max_rows
  ) o;
  if v_ids is null then
    return 0;
  end if;
  perform 1 from campaigns c where c.id = any(v_ids) order by c.id for no key update;
  return release_holds(v_ids,
    ${storeTime}, max_rows);
end $function$;
`;
