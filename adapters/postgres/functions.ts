import type { AuditEntry } from "../../core/storage/audit-store.ts";
import { exportMarkPrefix } from "../../core/storage/export-mark.ts";
import type { KeyRotation } from "../../core/storage/management-store.ts";
import type { UniquesQuery } from "../../core/storage/report-store.ts";
import type { Statement } from "../../core/storage/settlement-store.ts";
import { maxWebhooks, type NewWebhookMessage, type Webhook } from "../../core/storage/webhook-store.ts";
import type { Clock, EpochMs } from "../../core/timing/clock.ts";
import { parseJson } from "../kit/stored-values.ts";
import type { Executor, Parameter, RunOptions } from "./executor.ts";

/**
 * Calls of the functions of the schema. One call is one statement, one transaction, one round trip.
 */
export interface Functions {
  /** `batch`: see the function `issue` (migrations/first/issue.ts). */
  issue(batch: unknown): Promise<unknown>;
  /** See the function `record_v2` (migrations/faster-views/record.ts). */
  record(ids: readonly string[], others: readonly unknown[]): Promise<unknown>;
  releaseExpired(limit: number): Promise<unknown>;
  /**
   * Drops at most one week of deliveries, of the exported ones if `untilExported`; its partition's name, or `undefined`. Empties old
   * weeks of networks.
   */
  housekeep(keptMs: number, networksKeptMs: number, untilExported: boolean): Promise<unknown>;
  findDeliveries(ids: readonly string[]): Promise<unknown>;
  /** `lines`: see the function `add_counts`. */
  addCounts(lines: unknown): Promise<unknown>;
  /** Drops lines of hours that began longer ago, at most 10,000. */
  dropCounts(keptMs: number): Promise<unknown>;
  /** `audit` is noted if a delivery is deleted. */
  forgetUser(userKey: string, limit: number, audit: AuditEntry | undefined): Promise<unknown>;
  firstValue(name: string, value: string | undefined): Promise<unknown>;
  applyCatalog(change: unknown): Promise<unknown>;
  catalogChanges(since: string | undefined): Promise<unknown>;
  addApiKey(key: unknown, audit: AuditEntry | undefined, most: number | undefined): Promise<unknown>;
  revokeApiKey(id: string, afterMs: number, audit: AuditEntry | undefined): Promise<unknown>;
  rotateApiKey(rotation: KeyRotation): Promise<unknown>;
  auditLedger(): Promise<unknown>;
  /** `batch`: see the function `adjust_charges`. `audit` is noted if a charge is adjusted. */
  adjustCharges(batch: unknown, audit: AuditEntry | undefined): Promise<unknown>;
  chargesUntil(from: EpochMs, to: EpochMs): Promise<unknown>;
  /** `audit` is noted if the statement is new. */
  addStatement(statement: Statement, audit: AuditEntry | undefined): Promise<unknown>;
  /** `spans`: see the function `read_uniques`. */
  readUniques(query: UniquesQuery, spans: unknown): Promise<unknown>;
  putWebhook(webhook: Webhook, audit: AuditEntry | undefined): Promise<unknown>;
  removeWebhook(id: string, audit: AuditEntry | undefined): Promise<unknown>;
  addWebhookMessages(messages: readonly NewWebhookMessage[]): Promise<unknown>;
  claimWebhookMessages(limit: number, leaseMs: number): Promise<unknown>;
  settleWebhookMessage(webhookId: string, id: string, delayMs: number | null): Promise<unknown>;
}

/**
 * The functions that serve requests are prepared. The others are called rarely, so their second round trip does not matter. Names of
 * prepared statements belong to a session of the server: if a pooler led two clients with one name to one session, a call would
 * run another function with its own arguments. Each of these functions refuses the arguments of the others.
 */
const prepared: RunOptions = { prepare: true };

/**
 * Arguments and results travel as text: postgres.js would encode a string a second time for a jsonb
 * parameter, and the two drivers parse int8 and date differently.
 */
export function functionsOf(executor: Executor, schema: string, clock: Clock | undefined): Functions {
  const call = async (
    text: string,
    parameters: readonly Parameter[],
    options?: RunOptions,
  ): Promise<unknown> => {
    const [row] = await executor.run(`select "${schema}".${text}::text as json`, parameters, options);
    return parseJson(row?.["json"]);
  };
  const now = (): EpochMs | null => clock?.() ?? null;
  return {
    issue: (batch) => call("issue($1::text::jsonb, $2::bigint)", [JSON.stringify(batch), now()], prepared),
    record: (ids, others) =>
      call(
        "record_v2($1::text::uuid[], $2::text::jsonb, $3::bigint)",
        [`{${ids.join(",")}}`, others.length === 0 ? null : JSON.stringify(others), now()],
        prepared,
      ),
    releaseExpired: (limit) => call("release_expired($1::bigint, $2::bigint)", [limit, now()]),
    housekeep: (keptMs, networksKeptMs, untilExported) => {
      const kept = untilExported ? `greatest($1::bigint, ${notExportedMs(schema, "$3")})` : "$1::bigint";
      return call(`housekeep(${kept}, $2::bigint, $3::bigint)`, [keptMs, networksKeptMs, now()]);
    },
    findDeliveries: (ids) => call("find_deliveries($1::text::jsonb)", [JSON.stringify(ids)], prepared),
    addCounts: (lines) => call("add_counts($1::text::jsonb)", [JSON.stringify(lines)], prepared),
    dropCounts: (keptMs) => call("drop_counts($1::bigint, $2::bigint)", [keptMs, now()]),
    forgetUser: (userKey, limit, audit) =>
      call("forget_user($1::text, $2::bigint, $3::text::jsonb, $4::bigint)", [
        userKey,
        limit,
        entriesOf(audit),
        now(),
      ]),
    firstValue: (name, value) => call("first_setting($1::text, $2::text)", [name, value ?? null]),
    applyCatalog: (change) =>
      call("apply_catalog($1::text::jsonb, $2::bigint)", [JSON.stringify(change), now()]),
    catalogChanges: (since) => call("catalog_changes($1::text, $2::bigint)", [since ?? null, now()]),
    addApiKey: (key, audit, most) =>
      call("add_api_key($1::text::jsonb, $2::bigint, $3::text::jsonb, $4::bigint)", [
        JSON.stringify(key),
        most ?? null,
        entriesOf(audit),
        now(),
      ]),
    revokeApiKey: (id, afterMs, audit) =>
      call("revoke_api_key($1::text, $2::bigint, $3::text::jsonb, $4::bigint)", [
        id,
        afterMs,
        entriesOf(audit),
        now(),
      ]),
    rotateApiKey: ({ id, afterMs, key, most, audit }) =>
      call("rotate_api_key($1::text, $2::bigint, $3::text::jsonb, $4::bigint, $5::text::jsonb, $6::bigint)", [
        id,
        afterMs,
        JSON.stringify(key),
        most ?? null,
        JSON.stringify(audit ?? []),
        now(),
      ]),
    auditLedger: () => call("audit_ledger()", []),
    adjustCharges: (batch, audit) =>
      call("adjust_charges($1::text::jsonb, $2::text::jsonb, $3::bigint)", [
        JSON.stringify(batch),
        entriesOf(audit),
        now(),
      ]),
    chargesUntil: (from, to) => call("charges_until($1::bigint, $2::bigint)", [from, to]),
    addStatement: ({ account, number, document }, audit) =>
      call("add_statement($1::text, $2::bigint, $3::text, $4::text::jsonb, $5::bigint)", [
        account,
        number,
        document,
        entriesOf(audit),
        now(),
      ]),
    readUniques: ({ ranges, ...owners }, spans) =>
      call("read_uniques($1::text::jsonb, $2::text::jsonb, $3::text::jsonb)", [
        JSON.stringify(ranges),
        JSON.stringify(spans),
        JSON.stringify(owners),
      ]),
    putWebhook: (webhook, audit) =>
      call("put_webhook($1::text::jsonb, $2::bigint, $3::text::jsonb, $4::bigint)", [
        JSON.stringify(webhook),
        maxWebhooks,
        entriesOf(audit),
        now(),
      ]),
    removeWebhook: (id, audit) =>
      call("remove_webhook($1::text, $2::text::jsonb, $3::bigint)", [id, entriesOf(audit), now()]),
    addWebhookMessages: (messages) =>
      call("add_webhook_messages($1::text::jsonb, $2::bigint)", [JSON.stringify(messages), now()]),
    claimWebhookMessages: (limit, leaseMs) =>
      call("claim_webhook_messages($1::bigint, $2::bigint, $3::bigint)", [limit, leaseMs, now()]),
    settleWebhookMessage: (webhookId, id, delayMs) =>
      call("settle_webhook_message($1::text, $2::text, $3::bigint, $4::bigint)", [
        webhookId,
        id,
        delayMs,
        now(),
      ]),
  };
}

/** The milliseconds since the instant before which all deliveries are exported; a minute more, because time goes on meanwhile. */
function notExportedMs(schema: string, clock: string): string {
  const time = `coalesce(${clock}::bigint, floor(extract(epoch from clock_timestamp()) * 1000)::bigint)`;
  const begin = exportMarkPrefix.length + 1;
  const mark = `select max(substr(s.name, ${begin})::bigint) from "${schema}".settings s where s.name like '${exportMarkPrefix}%'`;
  return `${time} + 60000 - coalesce((${mark}), 0)`;
}

function entriesOf(audit: AuditEntry | undefined): string | null {
  return audit === undefined ? null : JSON.stringify([audit]);
}
