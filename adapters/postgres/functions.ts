import type { Clock, EpochMs } from "../../core/timing/clock.ts";
import type { Executor, Parameter } from "./executor.ts";
import { parseJson } from "./tables.ts";

/**
 * Calls of the versioned functions of the schema. One call is one statement, one transaction, one round trip.
 */
export interface Functions {
  /** `batch` as described at issue_v1. */
  issue(batch: unknown): Promise<unknown>;
  /** `events` as described at record_v1. */
  record(events: unknown): Promise<unknown>;
  releaseExpired(limit: number): Promise<unknown>;
  /** Drops at most one week of deliveries; its partition's name, or `undefined`. */
  housekeep(keptMs: number): Promise<unknown>;
  findDeliveries(ids: readonly string[]): Promise<unknown>;
  /** `lines` as described at add_counts_v1. */
  addCounts(lines: unknown): Promise<unknown>;
  forgetUser(userKey: string, limit: number): Promise<unknown>;
  applyCatalog(change: unknown): Promise<unknown>;
  catalogChanges(since: string | undefined): Promise<unknown>;
  addApiKey(key: unknown): Promise<unknown>;
  revokeApiKey(id: string, revokedAt: EpochMs): Promise<unknown>;
  auditLedger(): Promise<unknown>;
}

/**
 * Arguments and results travel as text: postgres.js would encode a string a second time for a jsonb
 * parameter, and the two drivers parse int8 and date differently.
 */
export function functionsOf(executor: Executor, schema: string, clock: Clock | undefined): Functions {
  const call = async (text: string, parameters: readonly Parameter[]): Promise<unknown> => {
    const [row] = await executor.run(`select "${schema}".${text}::text as json`, parameters);
    return parseJson(row?.["json"]);
  };
  const now = (): EpochMs | null => clock?.() ?? null;
  return {
    issue: (batch) => call("issue_v1($1::text::jsonb, $2::bigint)", [JSON.stringify(batch), now()]),
    record: (events) => call("record_v1($1::text::jsonb, $2::bigint)", [JSON.stringify(events), now()]),
    releaseExpired: (limit) => call("release_expired_v1($1::bigint, $2::bigint)", [limit, now()]),
    housekeep: (keptMs) => call("housekeep_v1($1::bigint, $2::bigint)", [keptMs, now()]),
    findDeliveries: (ids) => call("find_deliveries_v1($1::text::jsonb)", [JSON.stringify(ids)]),
    addCounts: (lines) => call("add_counts_v1($1::text::jsonb)", [JSON.stringify(lines)]),
    forgetUser: (userKey, limit) => call("forget_user_v1($1::text, $2::bigint)", [userKey, limit]),
    applyCatalog: (change) =>
      call("apply_catalog_v1($1::text::jsonb, $2::bigint)", [JSON.stringify(change), now()]),
    catalogChanges: (since) => call("catalog_changes_v1($1::text)", [since ?? null]),
    addApiKey: (key) => call("add_api_key_v1($1::text::jsonb)", [JSON.stringify(key)]),
    revokeApiKey: (id, at) => call("revoke_api_key_v1($1::text, $2::bigint)", [id, at]),
    auditLedger: () => call("audit_ledger_v1()", []),
  };
}
