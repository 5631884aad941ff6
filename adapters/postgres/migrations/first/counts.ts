import { changing, storeTime } from "./clauses.ts";

/** Statistics: a line for each hour and combination of fields. */
export const counts: string = `
-- line: a digest of the fields, because a key of all fields could be longer than an index entry may be.
create table counts (
  hour bigint not null,
  line uuid not null,
  metric text not null,
  reason text not null,
  publisher_id text not null,
  platform_id text not null,
  placement text not null,
  api_key_id text not null,
  format text not null,
  language text not null,
  advertiser text not null,
  campaign_id text not null,
  creative_id text not null,
  topic_id text not null,
  n bigint not null check (n >= 0),
  primary key (hour, line)
) with (fillfactor = 50);

-- Adds in the order of the key, so that no two calls wait for each other's rows.
-- lines: [Count] (core/storage/counts.ts).
create function add_counts(lines jsonb) returns jsonb
${changing} as $function$
begin
  insert into counts as t (hour, line, metric, reason, publisher_id, platform_id, placement, api_key_id, format, language,
    advertiser, campaign_id, creative_id, topic_id, n)
  select x.hour, substr(encode(sha256(convert_to(jsonb_build_array(x.metric, x.reason, x."publisherId", x."platformId",
      x.placement, x."apiKeyId", x.format, x.language, x.advertiser, x."campaignId", x."creativeId", x."topicId")::text,
      'UTF8')), 'hex'), 1, 32)::uuid as line,
    x.metric, x.reason, x."publisherId", x."platformId", x.placement, x."apiKeyId", x.format, x.language,
    x.advertiser, x."campaignId", x."creativeId", x."topicId", sum(x.n)
  from jsonb_to_recordset(lines) as x(hour bigint, metric text, reason text, "publisherId" text, "platformId" text,
    placement text, "apiKeyId" text, format text, language text, advertiser text, "campaignId" text, "creativeId" text,
    "topicId" text, n bigint)
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14
  order by 1, 2
  on conflict (hour, line) do update set n = t.n + excluded.n;
  return null;
end $function$;

-- Drops the oldest lines, at most 10,000. It leaves out lines that another instance is dropping.
-- kept_ms: an hour is dropped when it began longer ago. now_ms: the store's clock in tests, else null.
-- Result: how many lines were dropped.
create function drop_counts(kept_ms bigint, now_ms bigint default null) returns jsonb
${changing}
set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off as $function$
declare
  v_before bigint := ${storeTime} - kept_ms;
  v_dropped bigint;
begin
  delete from counts t using (select c.hour, c.line from counts c where c.hour < v_before
    order by c.hour limit 10000 for update skip locked) old
  where t.hour = old.hour and t.line = old.line;
  get diagnostics v_dropped = row_count;
  return to_jsonb(v_dropped);
end $function$;
`;
