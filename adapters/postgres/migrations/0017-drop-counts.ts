import type { Migration } from "./migration.ts";

/** Statistics are kept for a time, those that the older release wrote to `counts` too. */
const sql = `
-- Drops lines of hours that began more than kept_ms ago, the oldest first, at most 10,000 of each table. What another
-- instance is dropping is left to it. How many lines it was.
create function drop_counts_v1(kept_ms bigint, now_ms bigint default null) returns jsonb
language plpgsql volatile security definer set search_path from current set lock_timeout = '3s'
set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off as $function$
declare
  v_before bigint := coalesce(now_ms, floor(extract(epoch from clock_timestamp()) * 1000)::bigint) - kept_ms;
  v_dropped bigint;
  v_more bigint;
begin
  delete from counts_v2 t using (select c.hour, c.line from counts_v2 c where c.hour < v_before
    order by c.hour limit 10000 for update skip locked) old
  where t.hour = old.hour and t.line = old.line;
  get diagnostics v_dropped = row_count;
  delete from counts t using (select c.ctid as place from counts c where c.hour < v_before
    order by c.hour limit 10000 for update skip locked) old
  where t.ctid = old.place;
  get diagnostics v_more = row_count;
  return to_jsonb(v_dropped + v_more);
end $function$;
`;

export const dropCounts: Migration = { number: 17, name: "drop_counts", sql };
