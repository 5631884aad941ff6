import type { Migration } from "./migration.ts";

const sql = `
-- ranges: [{from, to}]. spans: [{from, to}], apart from each other: whatever lies in a range lies in one of them.
-- platforms, campaigns: [id], or null for all.
-- Result: how many users each range has. Looks only at ids of deliveries that can have been seen in a span: an id's time
-- is at most a day from its issue, or it is a stray; and what was seen was issued at most an hour before.
create function read_uniques_v1(ranges jsonb, spans jsonb, platforms jsonb, campaigns jsonb) returns json
language plpgsql stable security definer set search_path from current set plan_cache_mode = force_generic_plan
set enable_seqscan = off set jit = off as $function$
declare
  -- The instants between which nothing changes.
  v_edges bigint[] := array(
    select x."from" from jsonb_to_recordset(ranges) as x("from" bigint)
    union select x."to" from jsonb_to_recordset(ranges) as x("to" bigint)
    order by 1);
  v_platforms text[] := array(select jsonb_array_elements_text(platforms));
  v_campaigns text[] := array(select jsonb_array_elements_text(campaigns));
  v_from bigint := (select min(x."from") from jsonb_to_recordset(spans) as x("from" bigint));
  v_to bigint := (select max(x."to") from jsonb_to_recordset(spans) as x("to" bigint));
begin
  return (
    with near as (
      select d.user_key, d.seen_at, d.platform_id, d.campaign_id
      from jsonb_to_recordset(spans) as s("from" bigint, "to" bigint)
      cross join lateral (select d.user_key, d.seen_at, d.platform_id, d.campaign_id from deliveries d
        where d.id >= id_at(s."from" - 90000000) and d.id <= id_at(s."to" + 86400000)
          and d.seen_at >= s."from" and d.seen_at < s."to") d
      union all
      select d.user_key, d.seen_at, d.platform_id, d.campaign_id
      from stray_deliveries s join deliveries d on d.id = s.id where d.seen_at >= v_from and d.seen_at < v_to
    ), users as materialized (
      select distinct width_bucket(n.seen_at, v_edges) as edge, n.user_key from near n
      where (platforms is null or n.platform_id = any(v_platforms))
        and (campaigns is null or n.campaign_id = any(v_campaigns))
    ), counted as (
      select r.n, count(distinct u.user_key) as users
      from rows from (jsonb_to_recordset(ranges) as ("from" bigint, "to" bigint)) with ordinality r("from", "to", n)
      left join lateral (select e.edge::integer as edge from unnest(v_edges) with ordinality e(at, edge)
        where e.at >= r."from" and e.at < r."to") e on true
      left join users u on u.edge = e.edge
      group by r.n
    )
    select json_agg(c.users order by c.n) from counted c);
end $function$;
`;

export const uniquesV1: Migration = { number: 13, name: "uniques_v1", sql };
