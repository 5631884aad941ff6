import { spendOf } from "../../core/billing/budgets.ts";
import { issueOrders } from "../../core/billing/decide-issue.ts";
import { judgeEvent } from "../../core/billing/judge-event.ts";
import { releaseHolds } from "../../core/billing/release.ts";
import type { AuditEntry } from "../../core/storage/audit-store.ts";
import type { Count } from "../../core/storage/counts.ts";
import type { Store } from "../../core/storage/store.ts";
import { type Clock, systemClock } from "../../core/timing/clock.ts";
import { defaultCountsKeptMs, maxNetworksKeptMs } from "../../core/timing/windows.ts";
import { addKey, revokeKey, rotateKey } from "../kit/api-keys.ts";
import { checkedBatch } from "../kit/batch.ts";
import { checkedKeptMs, checkedNetworksKeptMs, ordersToKeep } from "../kit/retention.ts";
import { keyTable } from "./api-keys.ts";
import { applyChange } from "./apply.ts";
import { auditLedger } from "./audit.ts";
import { note, readTrail } from "./audit-trail.ts";
import { changesSince, removedAs, versionOf, wholeCatalog } from "./catalog-state.ts";
import { CountTable } from "./count-table.ts";
import { listDeliveries, listUniques, readCharges, readRecentDeliveries, readUniques } from "./reports.ts";
import { settlementOf } from "./settlement.ts";
import { emptyState } from "./state.ts";
import { addMessages, claimMessages, countWaiting, settleMessage } from "./webhook-messages.ts";
import { putWebhook, removeWebhook } from "./webhooks.ts";

/** The storage ports in the memory of one process, and a look at the statistics. */
export interface MemoryStore extends Store {
  /** The statistics that `addCounts` has added up so far. */
  readonly counts: () => readonly Count[];
}

/** Options of a store in memory. */
export interface MemoryStoreOptions {
  /** The clock that judges all ages. Default: the clock of this machine. */
  readonly clock?: Clock | undefined;
  /** How long statistics are kept, in milliseconds. Default 400 days, at least one. */
  readonly countsKeptMs?: number | undefined;
  /** How long the networks of deliveries are kept, in milliseconds: 7 to 30 days. Default 30 days; 0 stores none. */
  readonly networksKeptMs?: number | undefined;
}

/** Deliveries of one call of `releaseExpired` whose networks are forgotten at most. */
const maxForgottenNetworks = 10_000;

/**
 * The executable specification of the storage ports: every promise, within one process, and nothing durable.
 * No operation waits between its first look and its last write, so each is atomic as it stands. Deliveries are kept
 * as long as the process lives.
 */
export function createMemoryStore(options: MemoryStoreOptions = {}): MemoryStore {
  const clock = options.clock ?? systemClock;
  const countsKeptMs = checkedKeptMs("countsKeptMs", options.countsKeptMs ?? defaultCountsKeptMs);
  const networksKeptMs = checkedNetworksKeptMs(options.networksKeptMs ?? maxNetworksKeptMs);
  const retention = { deliveriesKeptMs: Number.POSITIVE_INFINITY, countsKeptMs, networksKeptMs };
  const state = emptyState();
  const { catalog, ledger, trail, webhooks, messages, settings } = state;
  const keys = keyTable(catalog);
  const counts = new CountTable();
  const noteOne = (entry: AuditEntry | undefined): void => {
    if (entry !== undefined) note(trail, [entry], clock());
  };

  return {
    catalogChanges: async (since) => ({ at: clock(), delta: changesSince(catalog, since) }),
    readSpend: async (campaignIds) => {
      const now = clock();
      return checkedBatch(campaignIds).map((id) => spendOf(ledger, id, now));
    },
    readCreatives: async (versionIds) => checkedBatch(versionIds).map((id) => catalog.versions.get(id)),
    findDeliveries: async (ids) => checkedBatch(ids).map((id) => ledger.findDelivery(id)?.delivery),
    issue: async (orders) => issueOrders(ledger, ordersToKeep(checkedBatch(orders), retention), clock()),
    record: async (events) => {
      const now = clock();
      return checkedBatch(events).map((event) => judgeEvent(ledger, event, now));
    },
    releaseExpired: async (limit) => {
      const now = clock();
      counts.drop(now - countsKeptMs);
      ledger.forgetNetworks(now - networksKeptMs, maxForgottenNetworks);
      return releaseHolds(ledger, now, limit);
    },
    addCounts: async (lines) => counts.add(checkedBatch(lines)),
    readCounts: async (query) => counts.read(query),
    counts: () => counts.all(),

    readCatalog: async () => ({ version: versionOf(catalog), catalog: wholeCatalog(catalog) }),
    applyCatalog: async (change) => {
      const now = clock();
      releaseHolds(ledger, now);
      return applyChange(state, change, now);
    },
    readRemoved: async (refs) => checkedBatch(refs).map((ref) => removedAs(catalog, ref)),
    addApiKey: async (key, audit, most) => {
      const answer = addKey(keys, key, most, clock());
      if (answer === "added") noteOne(audit);
      return answer;
    },
    listApiKeys: async (publisherId) => keys.list(publisherId),
    revokeApiKey: async (id, afterMs, audit) => {
      const { key, changed } = revokeKey(keys, id, afterMs, clock());
      if (changed) noteOne(audit);
      return key;
    },
    rotateApiKey: async (rotation) => {
      const now = clock();
      const answer = rotateKey(keys, rotation, now);
      if (answer === "rotated") note(trail, rotation.audit ?? [], now);
      return answer;
    },
    auditLedger: async () => auditLedger(ledger),

    readCharges: async (query) => readCharges(state, query),
    readUniques: async (query) => readUniques(state, query),
    listUniques: async (query) => listUniques(state, query),
    readRecentDeliveries: async (query) => readRecentDeliveries(state, query, clock()),
    listDeliveries: async (query) => listDeliveries(state, query),

    ...settlementOf(state, clock),

    readAudit: async (query) => readTrail(trail, query),

    listWebhooks: async () => [...webhooks.values()],
    putWebhook: async (webhook, audit) => {
      const answer = putWebhook(webhooks, webhook);
      if (answer === "stored") noteOne(audit);
      return answer === "full" ? "full" : "stored";
    },
    removeWebhook: async (id, audit) => {
      const removed = removeWebhook(webhooks, messages, id);
      if (removed) noteOne(audit);
      return removed;
    },
    addWebhookMessages: async (added) => addMessages(messages, checkedBatch(added), clock()),
    claimWebhookMessages: async (limit, leaseMs) => claimMessages(messages, limit, leaseMs, clock()),
    settleWebhookMessage: async (message, outcome) => settleMessage(messages, message, outcome, clock()),
    countWebhookMessages: async () => countWaiting(messages),

    retention,
    ready: async () => {},
    planMigrations: async () => [],
    migrate: async () => [],
    firstValue: async (name, value) => {
      if (value !== undefined && !settings.has(name)) settings.set(name, value);
      return settings.get(name);
    },
    forgetUser: async (userKey, audit) => {
      const forgotten = ledger.forgetUser(userKey);
      if (forgotten > 0) noteOne(audit);
      return forgotten;
    },
    close: async () => {},
  };
}
