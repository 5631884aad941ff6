-- Campaigns by the week of their first charge, and what they spent so many weeks later.
with weekly as (
  select campaign_id, date_trunc('week', charged_at)::date as week, sum(price_micros)::bigint as micros from charges group by all
), first_weeks as (
  select campaign_id, min(week) as cohort from weekly group by all
)
select cohort, date_diff('week', cohort, week) as weeks_later, count(*) as campaigns, sum(micros)::bigint as spend_micros
from weekly join first_weeks using (campaign_id)
group by all order by all;
