-- Reach and frequency of each day. The rows name no user: the report counts them.
select u.day, u.users, count(d.delivery_id) as impressions, round(count(d.delivery_id) / u.users, 4) as frequency
from report_users u
left join deliveries d on d.seen_at::date = u.day
where u.users > 0
group by u.day, u.users order by all;
