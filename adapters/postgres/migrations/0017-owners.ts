import type { Migration } from "./migration.ts";

/**
 * Deliveries, charges and counts keep publisher, advertiser and API key of their issue. Rows of the time before have null there
 * and stay as they are: writing them anew would lock a large table for minutes, and charges are only ever added. Whose they
 * are was the register's to say, so the register's answer of this moment is kept beside them: readers put it where a row has
 * null, and an empty text where it knows none. Later changes of the register do not move them.
 */
const sql = `
-- Every change of the catalogue begins with this row, so none is under way. Deliveries come before charges, as in record_v2.
lock table catalog_state in access exclusive mode;

alter table deliveries
  add column publisher_id text collate "C",
  add column advertiser text,
  add column api_key_id text collate "C";
alter table charges
  add column publisher_id text collate "C",
  add column advertiser text,
  add column api_key_id text collate "C";
alter table counts_v2
  add column publisher_id text,
  add column advertiser text,
  add column api_key_id text;

-- The publisher of each platform and the advertiser of each campaign when rows began to keep theirs. Never changed.
create table initial_owners (
  kind text collate "C" not null check (kind in ('platform', 'campaign')),
  id text collate "C" not null,
  owner text not null,
  primary key (kind, id)
);
insert into initial_owners (kind, id, owner)
select e.kind, e.id, coalesce(e.document->>case e.kind when 'platform' then 'publisherId' else 'advertiser' end, '')
from entities e where e.kind in ('platform', 'campaign') and e.document is not null;

-- What reports read. A join that a report does not need is left out, as it can change nothing.
create view owned_charges as
select c.delivery_id, c.charged_at, c.day, c.price, c.publisher_part, c.operator_part,
  coalesce(c.publisher_id, p.owner, '') as publisher_id, c.platform_id, coalesce(c.placement, '') as placement,
  coalesce(c.api_key_id, '') as api_key_id, coalesce(c.language, '') as language, coalesce(c.format, '') as format,
  coalesce(c.advertiser, a.owner, '') as advertiser, c.campaign_id, coalesce(v.creative_id, '') as creative_id,
  coalesce(c.topic_id, '') as topic_id
from charges c
left join creative_versions v on v.version_id = c.creative_version_id
left join initial_owners p on p.kind = 'platform' and p.id = c.platform_id
left join initial_owners a on a.kind = 'campaign' and a.id = c.campaign_id;

-- counts has what instances of a release before counts_v2 have added.
create view owned_counts as
select c.hour, c.metric, c.reason, coalesce(c.publisher_id, p.owner, '') as publisher_id, c.platform_id, c.placement,
  coalesce(c.api_key_id, '') as api_key_id, c.format, c.language, coalesce(c.advertiser, a.owner, '') as advertiser,
  c.campaign_id, c.creative_id, c.topic_id, c.n
from counts_v2 c
left join initial_owners p on p.kind = 'platform' and p.id = c.platform_id
left join initial_owners a on a.kind = 'campaign' and a.id = c.campaign_id
union all
select c.hour, c.metric, c.reason, coalesce(p.owner, ''), c.platform_id, c.placement, '', c.format, c.language, '', '', '', '',
  c.n
from counts c
left join initial_owners p on p.kind = 'platform' and p.id = c.platform_id;

-- The same delivery with its owners, for one that has null there.
create function owned_v1(d deliveries) returns deliveries language sql stable set search_path from current
return jsonb_populate_record(d, jsonb_build_object(
  'publisher_id', coalesce(d.publisher_id,
    (select o.owner from initial_owners o where o.kind = 'platform' and o.id = d.platform_id), ''),
  'advertiser', coalesce(d.advertiser,
    (select o.owner from initial_owners o where o.kind = 'campaign' and o.id = d.campaign_id), ''),
  'api_key_id', coalesce(d.api_key_id, '')));

-- For calls of instances of the older release: what the register says now.
create function publisher_of(platform text) returns text language sql stable set search_path from current
return coalesce((select e.document->>'publisherId' from entities e where e.kind = 'platform' and e.id = platform), '');
create function advertiser_of(campaign text) returns text language sql stable set search_path from current
return coalesce((select e.document->>'advertiser' from entities e where e.kind = 'campaign' and e.id = campaign), '');

-- ids: [id]. The deliveries that there are, in no order.
create function find_deliveries_v2(ids jsonb) returns json
language plpgsql stable security definer set search_path from current set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $function$
begin
  -- A limit keeps each lookup by itself, whatever the statistics say.
  return (select coalesce(json_agg(row_to_json(
      case when (d.state).publisher_id is null then owned_v1(d.state) else d.state end)), '[]')
    from jsonb_array_elements_text(ids) x(id)
    cross join lateral (select k as state from deliveries k where k.id = x.id::uuid limit 1) d);
end $function$;
`;

export const owners: Migration = { number: 17, name: "owners", sql };
