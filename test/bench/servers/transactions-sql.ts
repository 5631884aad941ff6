/** The schema of the baseline: the least that billing needs. */
export const baselineSchema = `
drop schema if exists baseline cascade;
create schema baseline;
create table baseline.campaigns (
  id text primary key, budget bigint not null, spent bigint not null default 0, held bigint not null default 0
);
create table baseline.deliveries (
  id text primary key, campaign_id text not null, visitor_id text not null, price bigint not null,
  issued_at timestamptz not null, seen_at timestamptz
);
create table baseline.charges (
  delivery_id text primary key, campaign_id text not null, price bigint not null, charged_at timestamptz not null
);`;

export const addCampaigns = `
insert into baseline.campaigns (id, budget)
select 'campaign-' || n, 4000000000000000 from generate_series(0, $1::integer - 1) n`;

/** Deliveries to be seen, old enough: ids as a JSON array, all of the first campaign. */
export const addDeliveries = `
with issued as (
  insert into baseline.deliveries (id, campaign_id, visitor_id, price, issued_at)
  select id, 'campaign-0', 'visitor', $2::bigint, now() - interval '2 seconds'
  from jsonb_array_elements_text($1::text::jsonb) id returning price
)
update baseline.campaigns set held = held + (select sum(price) from issued) where id = 'campaign-0'`;
