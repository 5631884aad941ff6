-- Fill rate of each day and platform. Requests without an ad are no rows: the report counts them.
select r.day, r.platform, r.requests, count(d.delivery_id) as ads, round(count(d.delivery_id) / r.requests, 4) as fill_rate
from report_lines r
left join deliveries d on d.platform_id = r.platform and d.issued_at::date = r.day
where r.requests > 0
group by r.day, r.platform, r.requests order by all;
