-- What an advertiser counted beside what it was charged for, less what was taken back whole.
with taken_back as (
  select delivery_id, sum(micros)::bigint as micros from adjustments group by all
), ours as (
  select c.charged_at::date as day, c.campaign_id, count(*) as charged
  from charges c left join taken_back t using (delivery_id)
  where coalesce(t.micros, 0) < c.price_micros
  group by all
)
select day, campaign_id, coalesce(o.charged, 0) as charged, coalesce(a.impressions, 0) as counted,
  round(100 * (counted - charged) / nullif(charged, 0), 2) as percent
from ours o full join advertiser_counts a using (day, campaign_id)
order by all;
