import { changing, indexLookups, requireReadCommitted } from "./clauses.ts";

/** Finds deliveries by id, and deletes those of one user. */
export const deliveries: string = `
-- ids: [id].
-- Result: the deliveries that exist, with their networks, in no order.
create function find_deliveries(ids jsonb) returns json
language plpgsql stable security definer set search_path from current ${indexLookups} as $function$
begin
  -- The limit makes each id a lookup of its own, whatever the statistics say.
  return (select coalesce(json_agg(row_to_json(d.state)), '[]')
    from jsonb_array_elements_text(ids) x(id)
    cross join lateral (select y as state from (
      select k.*, (select n.network from networks n where n.delivery_id = k.id limit 1) as network
      from deliveries k where k.id = x.id::uuid limit 1) y) d);
end $function$;

-- Deletes deliveries of one user, after releasing what they hold. Charges stay: they name no user. It walks the campaigns, because
-- the row of every delivery's campaign is kept and the index begins with it.
-- forgotten: the user's key. max_rows: the most deliveries to delete. audit: [AuditEntry] (core/storage/audit-store.ts), noted if a
-- delivery is deleted, or null. now_ms: the store's clock in tests, else null.
-- Result: how many were deleted.
create function forget_user(forgotten text, max_rows bigint, audit jsonb, now_ms bigint default null) returns bigint
${changing}
${indexLookups} as $function$
declare
  v_ids uuid[];
  v_campaigns text[];
  v_count bigint;
begin
  ${requireReadCommitted}
  if audit is not null then
    -- Before campaigns, as in apply_catalog: the other order could deadlock with it.
    perform 1 from catalog_state for update;
  end if;
  select array_agg(x.id), array_agg(distinct x.campaign_id) into v_ids, v_campaigns from (
    select d.id, d.campaign_id from campaigns c
    cross join lateral (select d.id, d.campaign_id from deliveries d
      where d.campaign_id = c.id and d.user_key = forgotten limit max_rows) d
    limit max_rows
  ) x;
  perform 1 from campaigns c where c.id = any(v_campaigns) order by c.id for no key update;
  perform 1 from unnest(v_ids) x(id) join deliveries d on d.id = x.id order by d.id for update of d;
  with gone as (
    delete from deliveries d using unnest(v_ids) x(id) where d.id = x.id returning d.campaign_id, d.day, d.price, d.held,
      d.unproven
  ), days as (
    update campaign_days t set held = t.held - r.amount
    from (select campaign_id, day, sum(price)::bigint as amount from gone where held group by campaign_id, day) r
    where t.campaign_id = r.campaign_id and t.day = r.day
  ), totals as (
    update campaigns c set held = c.held - r.amount, unproven_held = c.unproven_held - r.unproven
    from (select campaign_id, sum(price)::bigint as amount, sum(price * unproven::integer)::bigint as unproven
      from gone where held group by campaign_id) r
    where c.id = r.campaign_id
  )
  select count(*) into v_count from gone;
  delete from stray_deliveries s where s.id = any(v_ids);
  delete from networks n using unnest(v_ids) x(id) where n.delivery_id = x.id;
  if v_count > 0 then
    perform note_audit(audit, now_ms);
  end if;
  return v_count;
end $function$;
`;
