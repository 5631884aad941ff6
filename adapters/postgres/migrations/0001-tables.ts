import type { Migration } from "./migration.ts";

/**
 * Everything that is stored. Amounts are micros, instants are milliseconds since 1970. There are no foreign
 * keys: each would lock a campaign's row a second time on every issue. The CHECKs and keys carry the promises that no
 * budget is ever overspent and no delivery charged twice, whatever a function above them does.
 */
const sql = `
-- One row. epoch tells this database's versions from those of another one.
create table catalog_state (
  only_row boolean primary key default true check (only_row),
  epoch text not null default replace(gen_random_uuid()::text, '-', ''),
  version bigint not null default 0 check (version >= 0)
);
insert into catalog_state default values;

-- document is null once the entity was removed, so that a delta can say so.
create table entities (
  kind text collate "C" not null check (kind in ('publisher', 'platform', 'campaign', 'creative', 'topic')),
  id text collate "C" not null,
  document jsonb,
  version bigint not null,
  primary key (kind, id)
);
create index entities_version on entities (version);

create table creative_versions (
  version_id text collate "C" primary key,
  creative jsonb not null
);

create table api_keys (
  id text collate "C" primary key,
  publisher_id text collate "C" not null,
  mode text not null check (mode in ('live', 'test')),
  label text not null,
  hash text not null,
  created_at bigint not null,
  revoked_at bigint,
  version bigint not null,
  sequence bigint generated always as identity
);

-- What limits need of a campaign, and what it has spent and holds. Kept when the campaign is removed. Where there
-- is no budget stands the largest amount, 2^53 - 1, so that sums stay exact in JavaScript.
create table campaigns (
  id text collate "C" primary key,
  status text not null check (status in ('active', 'paused', 'removed')),
  time_zone text not null,
  total_budget bigint not null,
  daily_budget bigint not null,
  cap_impressions bigint check (cap_impressions > 0),
  cap_window_ms bigint check (cap_window_ms > 0),
  spent bigint not null default 0,
  held bigint not null default 0,
  constraint campaigns_spent check (spent >= 0),
  constraint campaigns_held check (held >= 0),
  constraint campaigns_total_budget check (spent + held <= total_budget)
) with (fillfactor = 50);

-- daily_budget is the one in force when the day last took money.
create table campaign_days (
  campaign_id text collate "C" not null,
  day date not null,
  daily_budget bigint not null,
  spent bigint not null default 0,
  held bigint not null default 0,
  primary key (campaign_id, day),
  constraint campaign_days_spent check (spent >= 0),
  constraint campaign_days_held check (held >= 0),
  constraint campaign_days_daily_budget check (spent + held <= daily_budget)
) with (fillfactor = 50);

-- id: a UUIDv7; each week of its time is a partition (0003), dropped as a whole when it is old.
-- held: its price is part of the held amount of its campaign and day.
-- presses: [{scene, button, at}], one for each button of the ad that was pressed; as a column, because a press
-- changes this row in any case and every reader of one wants both.
create table deliveries (
  id uuid constraint deliveries_id primary key,
  surface text not null check (surface in ('web', 'bot')),
  platform_id text collate "C" not null,
  placement text not null,
  user_key text collate "C" not null,
  language text not null,
  campaign_id text collate "C" not null,
  creative_version_id text collate "C" not null,
  format text not null,
  topic_id text,
  price bigint not null check (price >= 0),
  publisher_part bigint not null check (publisher_part between 0 and price),
  day date not null,
  issued_at bigint not null,
  held boolean not null,
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

-- Deliveries whose id was made by a clock more than a day away from ours, so that they lie in a week that is not theirs.
create table stray_deliveries (
  id uuid primary key,
  issued_at bigint not null
);

-- Charges name no user, and stay.
create table charges (
  delivery_id uuid constraint charges_delivery_id primary key,
  campaign_id text collate "C" not null,
  platform_id text collate "C" not null,
  day date not null,
  price bigint not null check (price > 0),
  publisher_part bigint not null check (publisher_part >= 0),
  operator_part bigint not null check (operator_part >= 0),
  charged_at bigint not null,
  constraint charges_parts check (publisher_part + operator_part = price)
);
create function refuse_change() returns trigger language plpgsql as $function$
begin
  raise exception 'Charges are only ever added: correct one outside this table.' using errcode = '23001';
end $function$;
create trigger charges_append_only before update or delete or truncate on charges
  for each statement execute function refuse_change();

create table counts (
  hour bigint not null,
  metric text not null,
  reason text not null,
  platform_id text not null,
  placement text not null,
  format text not null,
  language text not null,
  n bigint not null check (n >= 0),
  primary key (hour, metric, reason, platform_id, placement, format, language)
);

-- One row: when housekeep_v1 looks for work again.
create table housekeeping (
  only_row boolean primary key default true check (only_row),
  due_at bigint not null default 0
);
insert into housekeeping default values;

create function campaign_day(at_ms bigint, time_zone text) returns date language sql immutable
return (to_timestamp(at_ms / 1000.0) at time zone time_zone)::date;
`;

export const tables: Migration = { number: 1, name: "tables", sql };
