import { changing, storeTime } from "./clauses.ts";

/**
 * Deliveries by week. A week is a number: whole weeks since 1970 of the time in a delivery's id. Weeks and not days, because a
 * kept plan locks every partition each time it runs, so 90 days are better 14 partitions than 91. There is no default
 * partition: adding a week beside one would lock it against all other calls, and search it.
 */
export const weeks: string = `
-- One row. due_at: the next time at which housekeep does its work.
create table housekeeping (
  only_row boolean primary key default true check (only_row),
  due_at bigint not null default 0
);
insert into housekeeping default values;

-- The least id of an instant.
create function id_at(at_ms bigint) returns uuid language sql immutable
return (lpad(to_hex(greatest(least(at_ms, 281474976710655), 0)), 12, '0') || '00000000000000000000')::uuid;

create function id_time(id uuid) returns bigint language sql immutable
return ('x' || replace(left(id::text, 13), '-', ''))::bit(48)::bigint;

create function id_week(id uuid) returns bigint language sql immutable return id_time(id) / 604800000;

-- deliveries_ and the day in UTC on which the week begins.
create function week_name(week bigint) returns text language sql stable
return 'deliveries_' || to_char(to_timestamp(week * 604800) at time zone 'UTC', 'YYYYMMDD');

-- Creates the partition of a week where it is missing. Attaching waits only for calls that add or drop a week at the same time.
create function add_week(week bigint) returns void
${changing} as $function$
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

-- Does the periodic work, at most once in ten minutes on all instances together: adds the next week in the quarter of an hour
-- before it begins, and drops the oldest week whose deliveries are all too old (then the next call is due at once). Dropping
-- waits 100 ms at most for the lock that blocks all other calls. Empties the networks of weeks that began too long ago.
-- kept_ms: how long deliveries are kept. networks_ms: how long networks are kept. now_ms: the store's clock in tests, else null.
-- Result: the name of the dropped partition, or null.
create function housekeep(kept_ms bigint, networks_ms bigint, now_ms bigint default null) returns jsonb
language plpgsql volatile security definer set search_path from current set lock_timeout = '100ms'
set enable_seqscan = off as $function$
declare
  v_at bigint := ${storeTime};
  v_busy boolean;
  v_week bigint;
  w record;
begin
  perform 1 from housekeeping where due_at <= v_at or due_at > v_at + 600000 for update skip locked;
  if not found then
    return null;
  end if;
  update housekeeping set due_at = v_at + 600000;
  delete from stray_deliveries s where s.issued_at < v_at - kept_ms;
  -- No earlier: an empty week that is analyzed leads to plans that are useless once it fills (200 times the time until the next
  -- autovacuum).
  perform add_week((v_at + 900000) / 604800000) where v_at % 604800000 >= 604800000 - 900000;
  begin
    for w in
      -- The last week that each partition is for.
      select 'networks_' || x.week % 6 as name, x.week
      from generate_series(v_at / 604800000 - 5, v_at / 604800000) x(week)
    loop
      -- Rows of an earlier week are there if no instance ran for weeks. They are the oldest, and so the first that is found.
      execute format('select week from %I limit 1', w.name) into v_week;
      if v_week <> w.week or (v_week is not null and w.week * 604800000 < v_at - networks_ms) then
        execute format('truncate %I', w.name);
      end if;
    end loop;
    for w in
      select c.relname as name, x.week
      from pg_inherits i join pg_class c on c.oid = i.inhrelid
      cross join lateral (select floor(extract(epoch from to_date(substr(c.relname, 12), 'YYYYMMDD')) / 604800)::bigint) x(week)
      where i.inhparent = 'deliveries'::regclass and (x.week + 1) * 604800000 + 86400000 < v_at - kept_ms
      order by x.week
    loop
      -- The first check needs no lock, the second one decides.
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
    -- A long read blocks it, a backup perhaps. The next try is in ten minutes.
    return null;
  end;
  return null;
end $function$;
`;
