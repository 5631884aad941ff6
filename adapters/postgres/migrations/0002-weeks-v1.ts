import type { Migration } from "./migration.ts";

/**
 * Deliveries by week. A week is a number, whole weeks since 1970 of the time in a delivery's id. Weeks and not days: a
 * kept plan locks every partition each time it runs, so 90 days are better 14 partitions than 91. There is no default
 * partition: adding a week beside one would lock it against everybody, and search it.
 */
const sql = `
-- The least id of an instant.
create function id_at(at_ms bigint) returns uuid language sql immutable
return (lpad(to_hex(greatest(least(at_ms, 281474976710655), 0)), 12, '0') || '00000000000000000000')::uuid;

create function id_time(id uuid) returns bigint language sql immutable
return ('x' || replace(left(id::text, 13), '-', ''))::bit(48)::bigint;

create function id_week(id uuid) returns bigint language sql immutable return id_time(id) / 604800000;

-- deliveries_ and the day in UTC on which the week begins.
create function week_name(week bigint) returns text language sql stable
return 'deliveries_' || to_char(to_timestamp(week * 604800) at time zone 'UTC', 'YYYYMMDD');

-- Makes the partition of a week where it is missing. Attaching waits for no reader and no writer, only for whoever
-- adds or drops a week at the same time.
create function add_week_v1(week bigint) returns void
language plpgsql volatile security definer set search_path from current set lock_timeout = '3s' as $function$
declare
  v_name text := week_name(week);
  v_end text := quote_literal(id_at((week + 1) * 604800000));
begin
  if to_regclass(v_name) is not null then
    return;
  end if;
  lock table only deliveries in share update exclusive mode;
  if to_regclass(v_name) is not null then
    return;
  end if;
  if (select count(*) from pg_inherits where inhparent = 'deliveries'::regclass) >= 1000 then
    raise exception 'Deliveries lie in 1,000 weeks: set the clocks of the instances right.' using errcode = '54000';
  end if;
  -- The last instant of 48 bits is in the year 10889.
  if (week + 1) * 604800000 > 281474976710655 then
    v_end := 'maxvalue';
  end if;
  execute format('create table %I (like deliveries including all)', v_name);
  execute format('alter table deliveries attach partition %I for values from (%L) to (%s)',
    v_name, id_at(week * 604800000), v_end);
end $function$;

-- What is due from time to time, at most once in ten minutes on all instances together: adds the next week in the
-- quarter of an hour before it begins, and drops the oldest week whose deliveries were all issued more than kept_ms ago (then the next call is due at once).
-- Waits 100 ms at most for the lock that keeps everybody from the table. The name of what was dropped, or null.
create function housekeep_v1(kept_ms bigint, now_ms bigint default null) returns jsonb
language plpgsql volatile security definer set search_path from current set lock_timeout = '100ms'
set enable_seqscan = off as $function$
declare
  v_at bigint := coalesce(now_ms, floor(extract(epoch from clock_timestamp()) * 1000)::bigint);
  v_busy boolean;
  w record;
begin
  perform 1 from housekeeping where due_at <= v_at or due_at > v_at + 600000 for update skip locked;
  if not found then
    return null;
  end if;
  update housekeeping set due_at = v_at + 600000;
  delete from stray_deliveries s where s.issued_at < v_at - kept_ms;
  -- No earlier: an empty week that somebody analyzes makes plans that are of no use once it fills (measured: 200 times
  -- the time until autovacuum comes by).
  perform add_week_v1((v_at + 900000) / 604800000) where v_at % 604800000 >= 604800000 - 900000;
  begin
    for w in
      select c.relname as name, x.week
      from pg_inherits i join pg_class c on c.oid = i.inhrelid
      cross join lateral (select floor(extract(epoch from to_date(substr(c.relname, 12), 'YYYYMMDD')) / 604800)::bigint) x(week)
      where i.inhparent = 'deliveries'::regclass and (x.week + 1) * 604800000 + 86400000 < v_at - kept_ms
      order by x.week
    loop
      -- Looked at twice, as the first look needs no lock.
      for v_look in 1 .. 2 loop
        execute format('select exists (select from %I where held)', w.name) into v_busy;
        v_busy := v_busy or exists (select from stray_deliveries s
          where s.id >= id_at(w.week * 604800000) and s.id < id_at((w.week + 1) * 604800000));
        exit when v_busy;
        if v_look = 1 then
          lock table only deliveries in access exclusive mode;
        end if;
      end loop;
      continue when v_busy;
      execute format('drop table %I', w.name);
      update housekeeping set due_at = v_at;
      return to_jsonb(w.name);
    end loop;
  exception when lock_not_available then
    -- Somebody reads for long, a backup perhaps: in ten minutes again.
    return null;
  end;
  return null;
end $function$;
`;

export const weeksV1: Migration = { number: 2, name: "weeks_v1", sql };
