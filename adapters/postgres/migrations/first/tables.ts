/**
 * The catalogue, campaigns, deliveries and charges. Amounts are micros, instants are milliseconds since 1970. There are no foreign
 * keys: each would lock a campaign's row a second time on every issue. CHECKs and keys guarantee that no budget is
 * overspent and no delivery charged twice, even if a function has a fault.
 */
export const tables: string = `
-- One row. epoch distinguishes the versions of this database from those of another one.
create table catalog_state (
  only_row boolean primary key default true check (only_row),
  epoch text not null default replace(gen_random_uuid()::text, '-', ''),
  version bigint not null default 0 check (version >= 0)
);
insert into catalog_state default values;

-- A removed entity keeps its row, so that a delta can name it. Its document is null, removed_document is the last one.
create table entities (
  kind text collate "C" not null check (kind in ('publisher', 'platform', 'campaign', 'creative', 'topic')),
  id text collate "C" not null,
  document jsonb,
  removed_document jsonb,
  version bigint not null,
  primary key (kind, id)
);
create index entities_version on entities (version);

-- creative_id: a column, so that a report need not open the document of every charge.
create table creative_versions (
  version_id text collate "C" primary key,
  creative jsonb not null,
  creative_id text not null generated always as (creative->>'id') stored
);

-- revoked: the key is refused, whatever a clock says.
create table api_keys (
  id text collate "C" primary key,
  publisher_id text collate "C" not null,
  mode text not null check (mode in ('live', 'test', 'manage')),
  label text not null,
  hash text not null,
  created_at bigint not null,
  revoked_at bigint,
  revoked boolean not null,
  version bigint not null,
  sequence bigint generated always as identity
);

-- Limits, used and held amounts of a campaign. used: its charges less the adjustments that restore the budget. waived: the other
-- adjustments, so spent is used - waived. The row outlives the campaign. An absent budget is stored as the largest
-- amount, 2^53 - 1, so that sums stay exact in JavaScript.
create table campaigns (
  id text collate "C" primary key,
  status text not null check (status in ('active', 'paused', 'removed')),
  time_zone text not null,
  total_budget bigint not null,
  daily_budget bigint not null,
  cap_impressions bigint check (cap_impressions > 0),
  cap_window_ms bigint check (cap_window_ms > 0),
  used bigint not null default 0,
  held bigint not null default 0,
  -- The part of held that unproven holds are.
  unproven_held bigint not null default 0,
  waived bigint not null default 0,
  constraint campaigns_waived check (waived between 0 and used),
  constraint campaigns_held check (held >= 0),
  constraint campaigns_unproven_held check (unproven_held between 0 and held),
  constraint campaigns_total_budget check (used + held <= total_budget)
) with (fillfactor = 50);

-- daily_budget: the budget in force when the day last took money. used: the day's charges; no adjustment lowers it.
create table campaign_days (
  campaign_id text collate "C" not null,
  day date not null,
  daily_budget bigint not null,
  used bigint not null default 0,
  held bigint not null default 0,
  primary key (campaign_id, day),
  constraint campaign_days_used check (used >= 0),
  constraint campaign_days_held check (held >= 0),
  constraint campaign_days_daily_budget check (used + held <= daily_budget)
) with (fillfactor = 50);

-- id: a UUIDv7. Each week of its time is a partition (weeks.ts), dropped as a whole when it is old.
-- publisher_id, advertiser, api_key_id: the owners at the time of the issue. api_key_id is empty without a key.
-- held: its price is part of the held amount of its campaign and day. unproven: and of the campaign's unproven_held.
-- presses: [{scene, button, at}], one for each pressed button of the ad.
create table deliveries (
  id uuid constraint deliveries_id primary key,
  surface text not null check (surface in ('web', 'bot')),
  publisher_id text collate "C" not null,
  platform_id text collate "C" not null,
  placement text not null,
  api_key_id text collate "C" not null,
  user_key text collate "C" not null,
  language text not null,
  mark text collate "C" not null default '',
  campaign_id text collate "C" not null,
  advertiser text not null,
  creative_version_id text collate "C" not null,
  format text not null,
  topic_id text,
  price bigint not null check (price >= 0),
  publisher_part bigint not null check (publisher_part between 0 and price),
  day date not null,
  issued_at bigint not null,
  held boolean not null,
  unproven boolean not null default false,
  seen_recorded boolean not null default false,
  seen_at bigint,
  pressed_at bigint,
  clicked_at bigint,
  charged_at bigint,
  presses jsonb not null default '[]',
  constraint deliveries_held check (not held or (surface = 'web' and price > 0 and charged_at is null))
) partition by range (id);
create index deliveries_of_user on deliveries (campaign_id, user_key, issued_at);
create index deliveries_open on deliveries (issued_at, campaign_id) where held;

-- Deliveries whose id has a time more than a day away from the issue. Their partition may be another week's.
create table stray_deliveries (
  id uuid primary key,
  issued_at bigint not null
);

-- Networks of deliveries that have one. They lie beside the deliveries, because they are dropped sooner. week: whole weeks since
-- 1970 of the issue. Six partitions take the weeks in turn, so none is ever added. housekeep empties those of old weeks.
create table networks (
  week bigint not null,
  delivery_id uuid not null,
  network text not null
) partition by list ((week % 6));
create index networks_delivery on networks (delivery_id);
create table networks_0 partition of networks for values in (0);
create table networks_1 partition of networks for values in (1);
create table networks_2 partition of networks for values in (2);
create table networks_3 partition of networks for values in (3);
create table networks_4 partition of networks for values in (4);
create table networks_5 partition of networks for values in (5);

-- Charges name no user, and stay. topic_id is empty without a topic.
create table charges (
  delivery_id uuid constraint charges_delivery_id primary key,
  publisher_id text collate "C" not null,
  platform_id text collate "C" not null,
  placement text not null,
  api_key_id text collate "C" not null,
  language text not null,
  mark text collate "C" not null default '',
  campaign_id text collate "C" not null,
  advertiser text not null,
  creative_version_id text collate "C" not null,
  format text not null,
  topic_id text not null,
  day date not null,
  price bigint not null check (price > 0),
  publisher_part bigint not null check (publisher_part >= 0),
  operator_part bigint not null check (operator_part >= 0),
  charged_at bigint not null,
  constraint charges_parts check (publisher_part + operator_part = price)
);
-- Charges are stored in the order of their time. A summary of every 32 pages finds an hour or a day and costs inserts next to
-- nothing; every charge would write to a B-tree.
create index charges_at on charges using brin (charged_at) with (pages_per_range = 32, autosummarize = on);

create function refuse_change() returns trigger language plpgsql as $function$
begin
  raise exception 'Rows of % are only added: correct one outside this table.', tg_table_name using errcode = '23001';
end $function$;
create trigger charges_append_only before update or delete or truncate on charges
  for each statement execute function refuse_change();

-- PostgreSQL takes CET, EET, MET and WET for abbreviations without a summer, not for IANA's zones of these names. Since tzdata
-- 2024b the zones are links; the function uses their targets. No other zone with a summer has the name of an abbreviation.
create function campaign_day(at_ms bigint, time_zone text) returns date language sql immutable
return (to_timestamp(at_ms / 1000.0) at time zone case upper(time_zone)
  when 'CET' then 'Europe/Brussels'
  when 'EET' then 'Europe/Athens'
  when 'MET' then 'Europe/Brussels'
  when 'WET' then 'Europe/Lisbon'
  else time_zone
end)::date;
`;
