import type { Migration } from "./migration.ts";

/**
 * Statistics by campaign, creative and topic too. The older release names the key of `counts` in its inserts, so that
 * table stays as it is while both run, and whoever reads adds up both. Roles that were granted what the older release
 * needed may read a new table and call a new function, but not write to the table.
 */
const sql = `
-- line: a digest of the fields, for a key of them all could be longer than an index takes.
create table counts_v2 (
  hour bigint not null,
  line uuid not null,
  metric text not null,
  reason text not null,
  platform_id text not null,
  placement text not null,
  format text not null,
  language text not null,
  campaign_id text not null,
  creative_id text not null,
  topic_id text not null,
  n bigint not null check (n >= 0),
  primary key (hour, line)
) with (fillfactor = 50);

-- lines: [Count] (core/storage/store.ts). In one order for all callers: two of them cannot wait for each other's rows.
create function add_counts_v1(lines jsonb) returns jsonb
language plpgsql volatile security definer set search_path from current set lock_timeout = '3s' as $function$
begin
  insert into counts_v2 as t
    (hour, line, metric, reason, platform_id, placement, format, language, campaign_id, creative_id, topic_id, n)
  select x.hour, substr(encode(sha256(convert_to(jsonb_build_array(x.metric, x.reason, x."platformId", x.placement,
      x.format, x.language, x."campaignId", x."creativeId", x."topicId")::text, 'UTF8')), 'hex'), 1, 32)::uuid as line,
    x.metric, x.reason, x."platformId", x.placement, x.format, x.language, x."campaignId", x."creativeId", x."topicId",
    sum(x.n)
  from jsonb_to_recordset(lines) as x(hour bigint, metric text, reason text, "platformId" text, placement text,
    format text, language text, "campaignId" text, "creativeId" text, "topicId" text, n bigint)
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
  order by 1, 2
  on conflict (hour, line) do update set n = t.n + excluded.n;
  return null;
end $function$;
`;

export const countsV2: Migration = { number: 10, name: "counts_v2", sql };
