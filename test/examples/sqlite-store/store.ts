import type { Campaign } from "../../../core/catalog/entities.ts";
import type { AuditEntry } from "../../../core/management/audit-store.ts";
import { maxBatch, type Store } from "../../../core/storage.ts";
import { campaignDay } from "../../../core/timing/campaign-day.ts";
import { type Clock, systemClock } from "../../../core/timing/clock.ts";
import { note, readAudit } from "./audit.ts";
import * as catalog from "./catalog.ts";
import { addCount, readCounts } from "./counts.ts";
import { openDatabase, parsed } from "./database.ts";
import { findDelivery, releaseHolds } from "./deliveries.ts";
import { issueOne } from "./issue.ts";
import { auditLedger, spendOf } from "./ledger.ts";
import { recordOne } from "./record.ts";
import { readCharges, readRecentDeliveries, readUniques } from "./reports.ts";
import * as webhooks from "./webhooks.ts";

export interface SqliteStore extends Store {
  readonly close: () => void;
}

/** The storage ports on one SQLite file, shared by any number of processes on one machine. */
export function openSqliteStore(path: string, clock: Clock = systemClock): SqliteStore {
  const db = openDatabase(path);
  return {
    catalogChanges: async (since) => db.read(() => catalog.changesSince(db, since)),
    readSpend: async (ids) =>
      db.read(() => {
        const now = clock();
        return batch(ids).map((id) => {
          const campaign = catalog.findEntity<Campaign>(db, "campaign", id);
          return campaign && spendOf(db, id, campaignDay(campaign.timeZone, now));
        });
      }),
    readCreatives: async (ids) =>
      db.read(() =>
        batch(ids).map((id) => {
          const row = db.get("SELECT body FROM versions WHERE id = ?", id);
          return row && parsed(row);
        }),
      ),
    findDeliveries: async (ids) => db.read(() => batch(ids).map((id) => findDelivery(db, id)?.delivery)),
    issue: async (orders) =>
      db.write(() => {
        // Under the lock: who waited for it has grown older.
        const now = clock();
        batch(orders);
        releaseHolds(db, -1, now);
        return orders.map((order) => issueOne(db, order, now));
      }),
    record: async (events) =>
      db.write(() => {
        const now = clock();
        return batch(events).map((event) => recordOne(db, event, now));
      }),
    releaseExpired: async (limit) => db.write(() => releaseHolds(db, limit, clock())),
    addCounts: async (counts) =>
      db.write(() => {
        for (const count of batch(counts)) addCount(db, count);
      }),
    readCounts: async (query) => db.read(() => readCounts(db, query)),

    readCatalog: async () =>
      db.read(() => ({ version: catalog.currentVersion(db), catalog: catalog.wholeCatalog(db) })),
    applyCatalog: async (change) =>
      db.write(() => {
        const now = clock();
        releaseHolds(db, -1, now);
        return catalog.applyChange(db, change, now);
      }),
    addApiKey: async (key, audit) => db.write(() => catalog.addKey(db, key, listOf(audit), clock())),
    listApiKeys: async (publisherId) => db.read(() => catalog.listKeys(db, publisherId)),
    revokeApiKey: async (id, revokedAt, audit) =>
      db.write(() => catalog.revokeKey(db, id, revokedAt, listOf(audit), clock())),
    auditLedger: async () => db.read(() => auditLedger(db)),

    readCharges: async (query) => db.read(() => readCharges(db, query)),
    readUniques: async (query) => db.read(() => readUniques(db, query)),
    readRecentDeliveries: async (query) => db.read(() => readRecentDeliveries(db, query, clock())),
    readAudit: async (query) => db.read(() => readAudit(db, query)),

    listWebhooks: async () => db.read(() => webhooks.listWebhooks(db)),
    putWebhook: async (webhook, audit) =>
      db.write(() => {
        const answer = webhooks.putWebhook(db, webhook);
        if (answer === "stored") note(db, listOf(audit), clock());
        return answer === "full" ? "full" : "stored";
      }),
    removeWebhook: async (id, audit) =>
      db.write(() => {
        const removed = webhooks.removeWebhook(db, id);
        if (removed) note(db, listOf(audit), clock());
        return removed;
      }),
    addWebhookMessages: async (messages) =>
      db.write(() => webhooks.addMessages(db, batch(messages), clock())),
    claimWebhookMessages: async (limit, leaseMs) =>
      db.write(() => webhooks.claimMessages(db, limit, leaseMs, clock())),
    settleWebhookMessage: async (message, outcome) =>
      db.write(() => webhooks.settleMessage(db, message, outcome, clock())),
    close: () => db.close(),
  };
}

function batch<T>(items: readonly T[]): readonly T[] {
  if (items.length <= maxBatch) return items;
  throw new RangeError(`a batch has at most ${maxBatch} items, this one ${items.length}: split it`);
}

function listOf(audit: AuditEntry | undefined): readonly AuditEntry[] {
  return audit === undefined ? [] : [audit];
}
