/** Clauses that several functions share. They are part of the frozen step. */

/**
 * A function that changes data acts with its owner's rights, so a role needs no right to write to a table. It waits 3 seconds for
 * a lock, less than the adapter waits for the call: the server gives up first and reports the cause.
 */
export const changing =
  "language plpgsql volatile security definer set search_path from current set lock_timeout = '3s'";

/**
 * Allows a plan index lookups only. A session keeps its plans, and a plan of a young table would read the whole table when it is
 * large (32,000 deliveries: a third of the rate, and falling).
 */
export const indexLookups: string = `set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off`;

/** The store's time. Tests pass their clock as now_ms. */
export const storeTime = "coalesce(now_ms, floor(extract(epoch from clock_timestamp()) * 1000)::bigint)";

/** A function that locks and then reads must see what was committed before it got the lock. */
export const requireReadCommitted: string = `if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'Handbill needs READ COMMITTED: reset default_transaction_isolation.' using errcode = '25001';
  end if;`;
