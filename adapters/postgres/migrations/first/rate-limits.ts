import { indexLookups, requireReadCommitted, storeTime } from "./clauses.ts";

/**
 * Limits that all instances share, decided as core/ratelimit/memory-rate-limiter.ts decides them. Unlogged: after a crash of the
 * server every limit begins anew, and a standby has none.
 */
export const rateLimits: string = `
-- id: a digest of the window and the key. bursts: three numbers each, oldest first: its first grant, its last grant, its units; a
-- burst is given back one window after its last grant. idle_at: the time from which no unit is taken.
create unlogged table rate_limits (
  id uuid primary key,
  bursts bigint[] not null,
  idle_at bigint not null
) with (fillfactor = 50);

-- One row. longest_ms: the longest window of any call. Rows of rate_limits are kept for that time, because the clock may be set
-- back.
create unlogged table rate_windows (
  only_row boolean primary key default true check (only_row),
  longest_ms bigint not null
);

-- rows: [{key, ms, limits: [], costs: []}], one for each key and window; its claims in their order.
-- now_ms: the clock in tests, else null.
-- Result: granted (1 or 0), remaining, resetAfterMs and retryAfterMs of every claim, in one flat array.
create function take_rates(rows jsonb, now_ms bigint default null) returns json
language plpgsql volatile security definer set search_path from current set lock_timeout = '1s'
${indexLookups} as $function$
declare
  v_ids uuid[];
  v_new bigint;
  v_now bigint;
  v_bursts bigint[];
  v_size integer;
  v_at integer;
  v_taken bigint;
  v_short bigint;
  v_is_granted boolean;
  v_is_changed boolean;
  v_retry bigint;
  v_answers bigint[] := '{}';
  v_changed_ids uuid[] := '{}';
  v_changed_bursts text[] := '{}';
  v_changed_idle bigint[] := '{}';
  v_from uuid;
  v_longest bigint;
  v_asked bigint;
  r record;
begin
  ${requireReadCommitted}
  select array_agg(substr(encode(sha256(convert_to(x.ms || ' ' || x.key, 'UTF8')), 'hex'), 1, 32)::uuid order by x.n)
  into v_ids
  from rows from (jsonb_to_recordset(rows) as (key text, ms bigint)) with ordinality x(key, ms, n);
  -- Inserts the missing rows and locks the others, in one pass in the order of their ids: with two passes two calls could wait
  -- for each other. An update whose condition is false only locks.
  insert into rate_limits as t (id, bursts, idle_at)
  select x.id, '{}', 0 from unnest(v_ids) x(id) order by x.id
  on conflict (id) do update set idle_at = excluded.idle_at where false;
  get diagnostics v_new = row_count;
  v_now := ${storeTime};

  for r in
    select t.id, t.bursts, x.ms, x.limits, x.costs
    from rows from (jsonb_to_recordset(rows) as (ms bigint, limits bigint[], costs bigint[]))
      with ordinality x(ms, limits, costs, n)
    join rate_limits t on t.id = v_ids[x.n]
    order by x.n
  loop
    v_bursts := r.bursts;
    v_size := cardinality(v_bursts);
    v_is_changed := false;
    -- The clock was set back: a grant of a time that is now in the future counts as a grant of now.
    v_at := v_size - 1;
    while v_at > 0 and v_bursts[v_at] > v_now loop
      v_bursts[v_at] := v_now;
      v_bursts[v_at - 1] := least(v_bursts[v_at - 1], v_now);
      v_is_changed := true;
      v_at := v_at - 3;
    end loop;
    v_at := 2;
    while v_at < v_size and v_bursts[v_at] + r.ms <= v_now loop
      v_at := v_at + 3;
    end loop;
    if v_at > 2 then
      v_bursts := v_bursts[v_at - 1:];
      v_size := cardinality(v_bursts);
      v_is_changed := true;
    end if;
    v_taken := 0;
    v_at := 3;
    while v_at <= v_size loop
      v_taken := v_taken + v_bursts[v_at];
      v_at := v_at + 3;
    end loop;

    for c in 1 .. cardinality(r.limits) loop
      v_is_granted := v_taken + r.costs[c] <= r.limits[c];
      v_retry := 0;
      if not v_is_granted then
        v_short := v_taken + r.costs[c] - r.limits[c];
        v_retry := r.ms;
        v_at := 3;
        while v_at <= v_size loop
          v_short := v_short - v_bursts[v_at];
          if v_short <= 0 then
            v_retry := v_bursts[v_at - 1] + r.ms - v_now;
            exit;
          end if;
          v_at := v_at + 3;
        end loop;
      elsif r.costs[c] > 0 then
        v_taken := v_taken + r.costs[c];
        v_is_changed := true;
        if v_size > 0 and (v_now - v_bursts[v_size - 2]) * 20 < r.ms then
          v_bursts[v_size - 1] := v_now;
          v_bursts[v_size] := v_bursts[v_size] + r.costs[c];
        else
          v_bursts := v_bursts || array[v_now, v_now, r.costs[c]];
          v_size := v_size + 3;
        end if;
      end if;
      v_answers := v_answers || array[
        v_is_granted::integer::bigint,
        greatest(0, r.limits[c] - v_taken),
        case when v_size = 0 then 0 else v_bursts[v_size - 1] + r.ms - v_now end,
        v_retry
      ];
    end loop;

    if v_is_changed then
      v_changed_ids := v_changed_ids || r.id;
      v_changed_bursts := v_changed_bursts || v_bursts::text;
      v_changed_idle := v_changed_idle || case when v_size = 0 then 0 else v_bursts[v_size - 1] + r.ms end;
    end if;
  end loop;

  update rate_limits t set bursts = x.bursts::bigint[], idle_at = x.idle_at
  from unnest(v_changed_ids, v_changed_bursts, v_changed_idle) x(id, bursts, idle_at)
  where t.id = x.id;

  -- Ids are digests, so the neighbours of a random id are a fair sample. Checking several times as many rows as were inserted
  -- bounds the number of idle rows without an index that every grant would have to change.
  if v_new > 0 then
    select max(x.ms) into v_asked from jsonb_to_recordset(rows) as x(ms bigint);
    select w.longest_ms into v_longest from rate_windows w;
    if v_longest is null or v_longest < v_asked then
      insert into rate_windows as w (longest_ms) values (v_asked)
      on conflict (only_row) do update set longest_ms = greatest(w.longest_ms, excluded.longest_ms)
      returning longest_ms into v_longest;
    end if;
    v_from := gen_random_uuid();
    delete from rate_limits t where t.id = any(array(
      select l.id from rate_limits l
      where l.idle_at <= v_now - v_longest and l.id = any(array(
        select s.id from (
          (select i.id, i.idle_at from rate_limits i where i.id >= v_from order by i.id limit 2 * v_new + 8)
          union all
          (select i.id, i.idle_at from rate_limits i where i.id < v_from order by i.id desc limit 2 * v_new + 8)
        ) s where s.idle_at <= v_now - v_longest))
      for update skip locked));
  end if;
  return array_to_json(v_answers);
end $function$;
`;
