/** Compares the amounts of campaigns and days with charges, adjustments and open holds. */
export const ledgerAudit: string = `
-- One statement, so all its reads see the same snapshot.
-- Result: a LedgerAudit (core/storage/ledger-audit.ts).
create function audit_ledger() returns jsonb language sql stable security definer set search_path from current
begin atomic
  with charged as materialized (
    select campaign_id, day, sum(price) as amount, count(*) as n from charges group by campaign_id, day
  ), open as materialized (
    select campaign_id, day, sum(price) as amount, sum(price * unproven::integer) as unproven
    from deliveries where held group by campaign_id, day
  ), adjusted as materialized (
    select campaign_id, sum(micros) as amount, sum(publisher_part) as publisher, sum(micros * restores_budget::integer) as restored
    from adjustments group by campaign_id
  ), off as (
    select campaign_id, day
    from (select campaign_id, day, used, held from campaign_days) d
    full join charged using (campaign_id, day)
    full join open using (campaign_id, day)
    where coalesce(d.used, 0) <> coalesce(charged.amount, 0) or coalesce(d.held, 0) <> coalesce(open.amount, 0)
  ), charged_sum as (
    select campaign_id, sum(amount) as amount, sum(n) as n from charged group by campaign_id
  ), open_sum as (
    select campaign_id, sum(amount) as amount, sum(unproven) as unproven from open group by campaign_id
  ), off_days as (
    select campaign_id, jsonb_agg(day order by day) as days from off group by campaign_id
  ), known as (
    select id as campaign_id from campaigns union select campaign_id from charged union select campaign_id from open
  )
  select jsonb_build_object(
    'campaigns', (select coalesce(jsonb_agg(jsonb_build_object(
        'campaignId', k.campaign_id,
        'usedMicros', coalesce(c.used, 0),
        'spentMicros', coalesce(c.used - c.waived, 0),
        'chargedMicros', coalesce(s.amount, 0),
        'adjustedMicros', coalesce(a.amount, 0),
        'restoredMicros', coalesce(a.restored, 0),
        'heldMicros', coalesce(c.held, 0),
        'openMicros', coalesce(o.amount, 0),
        'unprovenHeldMicros', coalesce(c.unproven_held, 0),
        'unprovenOpenMicros', coalesce(o.unproven, 0),
        'charges', coalesce(s.n, 0),
        'daysOutOfBalance', coalesce(f.days, '[]')
      ) order by k.campaign_id), '[]')
      from known k
      left join campaigns c on c.id = k.campaign_id
      left join charged_sum s on s.campaign_id = k.campaign_id
      left join adjusted a on a.campaign_id = k.campaign_id
      left join open_sum o on o.campaign_id = k.campaign_id
      left join off_days f on f.campaign_id = k.campaign_id),
    'advertiserMicros', (select coalesce(sum(price), 0) from charges) - (select coalesce(sum(amount), 0) from adjusted),
    'publisherMicros', (select coalesce(sum(publisher_part), 0) from charges) - (select coalesce(sum(publisher), 0) from adjusted),
    'operatorMicros', (select coalesce(sum(operator_part), 0) from charges)
      - (select coalesce(sum(amount - publisher), 0) from adjusted)
  );
end;
`;
