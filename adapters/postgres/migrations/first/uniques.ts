/** Counts the users, or the networks, that have seen an ad. */
export const uniques: string = `
-- It reads only ids of deliveries that can have been seen in a span: the time of an id is at most a day from its issue, or it is
-- a stray; and a seen delivery was issued at most an hour before.
-- ranges: [{from, to}]. spans: [{from, to}], apart from each other; they cover all ranges.
-- owners: the rest of a UniquesQuery (core/storage/report-store.ts); an absent list of owners stands for all.
-- Result: [range from 0, number, publisher, platform, API key], null for a field that is not counted by.
create function read_uniques(ranges jsonb, spans jsonb, owners jsonb) returns json
language plpgsql stable security definer set search_path from current set plan_cache_mode = force_generic_plan
set enable_seqscan = off set jit = off as $function$
declare
  -- The instants between which nothing changes.
  v_edges bigint[] := array(
    select x."from" from jsonb_to_recordset(ranges) as x("from" bigint)
    union select x."to" from jsonb_to_recordset(ranges) as x("to" bigint)
    order by 1);
  -- Null: no filter.
  v_publishers text[] := case when owners ? 'publisherIds' then array(select jsonb_array_elements_text(owners->'publisherIds')) end;
  v_advertisers text[] := case when owners ? 'advertisers' then array(select jsonb_array_elements_text(owners->'advertisers')) end;
  v_keys text[] := case when owners ? 'apiKeyIds' then array(select jsonb_array_elements_text(owners->'apiKeyIds')) end;
  v_platforms text[] := case when owners ? 'platformIds' then array(select jsonb_array_elements_text(owners->'platformIds')) end;
  v_campaigns text[] := case when owners ? 'campaignIds' then array(select jsonb_array_elements_text(owners->'campaignIds')) end;
  v_from bigint := (select min(x."from") from jsonb_to_recordset(spans) as x("from" bigint));
  v_to bigint := (select max(x."to") from jsonb_to_recordset(spans) as x("to" bigint));
  v_by jsonb := coalesce(owners->'by', '[]');
  v_is_of_networks boolean := coalesce(owners->>'of', '') = 'networks';
begin
  return (
    with near as (
      select d.*
      from jsonb_to_recordset(spans) as s("from" bigint, "to" bigint)
      cross join lateral (select d.id, d.user_key, d.seen_at, d.platform_id, d.campaign_id, d.publisher_id, d.advertiser, d.api_key_id
        from deliveries d
        where d.id >= id_at(s."from" - 90000000) and d.id <= id_at(s."to" + 86400000)
          and d.seen_at >= s."from" and d.seen_at < s."to") d
      union all
      select d.id, d.user_key, d.seen_at, d.platform_id, d.campaign_id, d.publisher_id, d.advertiser, d.api_key_id
      from stray_deliveries s join deliveries d on d.id = s.id where d.seen_at >= v_from and d.seen_at < v_to
    ), users as materialized (
      select distinct width_bucket(n.seen_at, v_edges) as edge, case when v_is_of_networks
        then (select w.network from networks w where w.delivery_id = n.id limit 1) else n.user_key end as user_key,
        case when v_by ? 'publisherId' then n.publisher_id end as publisher_id,
        case when v_by ? 'platformId' then n.platform_id end as platform_id,
        case when v_by ? 'apiKeyId' then n.api_key_id end as api_key_id
      from near n
      where (v_platforms is null or n.platform_id = any(v_platforms))
        and (v_campaigns is null or n.campaign_id = any(v_campaigns))
        and (v_keys is null or n.api_key_id = any(v_keys))
        and (v_publishers is null or n.publisher_id = any(v_publishers))
        and (v_advertisers is null or n.advertiser = any(v_advertisers))
    ), counted as (
      select r.n, count(distinct u.user_key) as total, u.publisher_id, u.platform_id, u.api_key_id
      from rows from (jsonb_to_recordset(ranges) as ("from" bigint, "to" bigint)) with ordinality r("from", "to", n)
      left join lateral (select e.edge::integer as edge from unnest(v_edges) with ordinality e(at, edge)
        where e.at >= r."from" and e.at < r."to") e on true
      left join users u on u.edge = e.edge
      group by r.n, u.publisher_id, u.platform_id, u.api_key_id
      having v_by = '[]' or count(u.user_key) > 0
      order by r.n, total desc
      limit (owners->>'limit')::bigint
    )
    select coalesce(json_agg(json_build_array(c.n - 1, c.total, c.publisher_id, c.platform_id, c.api_key_id)
      order by c.n, c.total desc), '[]') from counted c);
end $function$;
`;
