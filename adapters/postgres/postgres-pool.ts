import type { Hosts } from "./hosts.ts";
import type { PostgresJs } from "./postgres-js.ts";

/** Where an executor takes its connections from. */
export interface PostgresPool {
  readonly current: () => PostgresJs;
  /** Says that connections of `pool` are of no use any more. */
  readonly discard: (pool: PostgresJs) => void;
  readonly end: () => Promise<void>;
  /** The number of hosts, of which one is in use. */
  readonly hosts: number;
}

const endAfterS = 1;
const endWithinS = 5;

/** One instance of postgres.js, never replaced; `owned`: whether the store ends it. */
export function fixedPool(sql: PostgresJs, owned: boolean): PostgresPool {
  return {
    current: () => sql,
    discard: () => undefined,
    end: async () => {
      if (owned) await sql.end({ timeout: endWithinS });
    },
    hosts: 1,
  };
}

/**
 * A pool that is opened anew when its connections are of no use: after the loss of a host they would wait for an answer
 * until TCP gives up, a quarter of an hour on Linux, and after a failover they may lead to a server that only reads. Of several
 * `hosts` the next one is then in use.
 */
export function renewablePool(open: () => PostgresJs, hosts?: Hosts): PostgresPool {
  let pool = open();
  let ended = false;
  return {
    current: () => pool,
    discard(useless) {
      if (useless !== pool || ended) return;
      hosts?.leave(hosts.current());
      pool = open();
      // Its callers are rejected in any case, so the outcome of ending it does not matter.
      useless.end({ timeout: endAfterS }).catch(() => undefined);
    },
    async end() {
      ended = true;
      await pool.end({ timeout: endWithinS });
    },
    hosts: hosts?.count ?? 1,
  };
}
