-- The traffic of each platform and key: how much of it is seen, clicked and marked, and how soon it is seen.
select platform_id, api_key_id, count(*) as ads,
  round(count(seen_at) / count(*), 4) as view_rate,
  round(count(clicked_at) / nullif(count(seen_at), 0), 4) as click_rate,
  round(count(*) filter (mark <> '') / count(*), 4) as marked_share,
  median(date_diff('second', issued_at, seen_at)) as median_seconds
from deliveries group by all order by all;
