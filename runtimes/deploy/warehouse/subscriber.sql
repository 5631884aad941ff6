-- In a PostgreSQL warehouse: the tables of the publication. Then, with the address of the primary:
--   create subscription handbill connection 'host=… dbname=… user=…' publication handbill_rows;
create schema handbill;
create table handbill.deliveries (
  id uuid primary key, surface text, publisher_id text, platform_id text, placement text, api_key_id text, language text,
  mark text, campaign_id text, advertiser text, creative_version_id text, format text, topic_id text, price bigint,
  publisher_part bigint, day date, issued_at bigint, seen_at bigint, pressed_at bigint, clicked_at bigint, charged_at bigint
);
create table handbill.charges (
  delivery_id uuid primary key, publisher_id text, platform_id text, placement text, api_key_id text, language text, mark text,
  campaign_id text, advertiser text, creative_version_id text, format text, topic_id text, day date, price bigint,
  publisher_part bigint, operator_part bigint, charged_at bigint
);
create table handbill.adjustments (
  id text primary key, delivery_id uuid, at bigint, micros bigint, publisher_part bigint, restores_budget boolean, reason text,
  publisher_id text, platform_id text, placement text, api_key_id text, language text, mark text, campaign_id text,
  advertiser text, creative_version_id text, format text, topic_id text
);
