import type { Migration } from "./migration.ts";

/**
 * Statistics by publisher, advertiser and API key too. The digest of a line tells lines apart, so its fields are new and the
 * table's key stays. add_counts_v1 calls the new function from now on, with the owners that the register names.
 */
const sql = `
-- lines: [Count] (core/storage/store.ts). In one order for all callers: two of them cannot wait for each other's rows.
create function add_counts_v2(lines jsonb) returns jsonb
language plpgsql volatile security definer set search_path from current set lock_timeout = '3s' as $function$
begin
  insert into counts_v2 as t (hour, line, metric, reason, publisher_id, platform_id, placement, api_key_id, format, language,
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

create or replace function add_counts_v1(lines jsonb) returns jsonb
language plpgsql volatile security definer set search_path from current set lock_timeout = '3s' as $function$
begin
  return add_counts_v2((select jsonb_agg(l.item || jsonb_build_object('publisherId', publisher_of(l.item->>'platformId'),
      'advertiser', advertiser_of(l.item->>'campaignId'), 'apiKeyId', ''))
    from jsonb_array_elements(lines) l(item)));
end $function$;
`;

export const countsV3: Migration = { number: 20, name: "counts_v3", sql };
