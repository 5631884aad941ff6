import type { Migration } from "./migration.ts";

/**
 * Statistics are kept for a time, those that the older release wrote to `counts` too. That release counted each language as
 * callers sent it: what it counted until two hours ago is counted by the catalogue's languages from here on. Later lines stay,
 * for instances of it still add to them.
 */
const sql = `
-- Drops lines of hours that began more than kept_ms ago, the oldest first, at most 10,000 of each table. What another
-- instance is dropping is left to it. How many lines it was.
create function drop_counts_v1(kept_ms bigint, now_ms bigint default null) returns jsonb
language plpgsql volatile security definer set search_path from current set lock_timeout = '3s'
set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off as $function$
declare
  v_before bigint := coalesce(now_ms, floor(extract(epoch from clock_timestamp()) * 1000)::bigint) - kept_ms;
  v_dropped bigint;
  v_more bigint;
begin
  delete from counts_v2 t using (select c.hour, c.line from counts_v2 c where c.hour < v_before
    order by c.hour limit 10000 for update skip locked) old
  where t.hour = old.hour and t.line = old.line;
  get diagnostics v_dropped = row_count;
  delete from counts t using (select c.ctid as place from counts c where c.hour < v_before
    order by c.hour limit 10000 for update skip locked) old
  where t.ctid = old.place;
  get diagnostics v_more = row_count;
  return to_jsonb(v_dropped + v_more);
end $function$;

-- languages: those of the catalogue. What core/reporting/languages.ts makes of a tag.
create function counted_language_v1(tag text, languages text[]) returns text language sql immutable
return case
  when regexp_replace(tag, '(^|-)x-.*$', '') = any(languages) then regexp_replace(tag, '(^|-)x-.*$', '')
  when split_part(regexp_replace(tag, '(^|-)x-.*$', ''), '-', 1) = any(languages)
    then split_part(regexp_replace(tag, '(^|-)x-.*$', ''), '-', 1)
  else 'other'
end;

with catalogue as (
  select coalesce(array_agg(distinct x.tag) filter (where x.tag <> ''), '{}') || 'other'::text as languages,
    floor(extract(epoch from clock_timestamp()) / 3600)::bigint * 3600000 - 7200000 as before
  from (select regexp_replace(coalesce(e.document->'creative'->>'language', e.document->>'language'), '(^|-)x-.*$', '') as tag
    from entities e where e.kind = 'creative' and e.document is not null) x
), gone as (
  delete from counts_v2 c using catalogue k
  where c.hour < k.before and c.language <> '' and c.language <> all(k.languages)
  returning c.*, counted_language_v1(c.language, k.languages) as counted
), moved as (
  select g.hour, g.metric, g.reason, g.publisher_id, g.platform_id, g.placement, g.api_key_id, g.format,
    g.counted as language, g.advertiser, g.campaign_id, g.creative_id, g.topic_id, sum(g.n)::bigint as n
  from gone g group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13
)
-- The digest of add_counts_v2, so that later counts of the same line are added to it.
insert into counts_v2 as t (hour, line, metric, reason, publisher_id, platform_id, placement, api_key_id, format, language,
  advertiser, campaign_id, creative_id, topic_id, n)
select m.hour, substr(encode(sha256(convert_to(jsonb_build_array(m.metric, m.reason, m.publisher_id, m.platform_id,
    m.placement, m.api_key_id, m.format, m.language, m.advertiser, m.campaign_id, m.creative_id, m.topic_id)::text,
    'UTF8')), 'hex'), 1, 32)::uuid,
  m.metric, m.reason, m.publisher_id, m.platform_id, m.placement, m.api_key_id, m.format, m.language,
  m.advertiser, m.campaign_id, m.creative_id, m.topic_id, m.n
from moved m
on conflict (hour, line) do update set n = t.n + excluded.n;

with catalogue as (
  select coalesce(array_agg(distinct x.tag) filter (where x.tag <> ''), '{}') || 'other'::text as languages,
    floor(extract(epoch from clock_timestamp()) / 3600)::bigint * 3600000 - 7200000 as before
  from (select regexp_replace(coalesce(e.document->'creative'->>'language', e.document->>'language'), '(^|-)x-.*$', '') as tag
    from entities e where e.kind = 'creative' and e.document is not null) x
), gone as (
  delete from counts c using catalogue k
  where c.hour < k.before and c.language <> '' and c.language <> all(k.languages)
  returning c.*, counted_language_v1(c.language, k.languages) as counted
), moved as (
  select g.hour, g.metric, g.reason, g.platform_id, g.placement, g.format, g.counted as language, sum(g.n)::bigint as n
  from gone g group by 1, 2, 3, 4, 5, 6, 7
)
insert into counts as t (hour, metric, reason, platform_id, placement, format, language, n)
select m.hour, m.metric, m.reason, m.platform_id, m.placement, m.format, m.language, m.n from moved m
on conflict (hour, metric, reason, platform_id, placement, format, language) do update set n = t.n + excluded.n;

drop function counted_language_v1(text, text[]);
`;

export const dropCounts: Migration = { number: 26, name: "drop_counts", sql };
