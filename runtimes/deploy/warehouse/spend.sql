-- Spend and earnings of each day and campaign: charges less adjustments, each on its own day.
with movements as (
  select charged_at as moved_at, advertiser, campaign_id, price_micros as micros, publisher_micros from charges
  union all
  select adjusted_at, advertiser, campaign_id, -micros, -publisher_micros from adjustments
)
select moved_at::date as day, advertiser, campaign_id,
  sum(micros)::bigint as spend_micros, sum(publisher_micros)::bigint as earnings_micros
from movements group by all order by all;
