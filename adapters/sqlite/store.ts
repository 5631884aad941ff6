import { spendOf } from "../../core/billing/budgets.ts";
import { issueOrders } from "../../core/billing/decide-issue.ts";
import { judgeEvent } from "../../core/billing/judge-event.ts";
import type { Ledger } from "../../core/billing/ledger.ts";
import { releaseHolds } from "../../core/billing/release.ts";
import type { Retention } from "../../core/storage/installation-store.ts";
import { maxBatch } from "../../core/storage/serving-store.ts";
import type { Store } from "../../core/storage/store.ts";
import type { Clock } from "../../core/timing/clock.ts";
import { addKey, revokeKey, rotateKey } from "../kit/api-keys.ts";
import { checkedBatch } from "../kit/batch.ts";
import { ordersToKeep } from "../kit/retention.ts";
import { textOf } from "../kit/stored-values.ts";
import { keyTable } from "./api-keys.ts";
import { applyChange } from "./apply.ts";
import { auditLedger } from "./audit-ledger.ts";
import { note, readTrail } from "./audit-trail.ts";
import { changesSince, readCreative, readRemoved, wholeCatalog } from "./catalog.ts";
import { catalogState, versionOf } from "./catalog-version.ts";
import { addCounts, dropOldCounts, readCounts } from "./counts.ts";
import type { Database } from "./database.ts";
import { idBytes, readDelivery } from "./delivery-row.ts";
import type { GroupCommit } from "./group-commit.ts";
import { withLedger } from "./ledger.ts";
import { migrations } from "./migrations/list.ts";
import { dropOldDeliveries, dropOldNetworks, forgetDeliveries } from "./old-deliveries.ts";
import { readCharges, readRecentDeliveries, readUniques } from "./reports.ts";
import * as webhooks from "./webhooks.ts";

/** Steps of {@link maxBatch} deliveries, of networks and of lines of statistics, that one call of `releaseExpired` drops at most; others are served between them. */
const maxDropSteps = 20;

/** The storage ports on one connection, whose schema is up to date. */
export function storeOn(
  db: Database,
  { write, read, close }: GroupCommit,
  clock: Clock,
  retention: Retention,
): Store {
  const { deliveriesKeptMs, countsKeptMs, networksKeptMs } = retention;
  const keys = keyTable(db);
  const moveMoney = <T>(work: (ledger: Ledger, now: number) => T): Promise<T> =>
    write(() => withLedger(db, (ledger) => work(ledger, clock())));

  return {
    catalogChanges: (since) => read(() => ({ at: clock(), delta: changesSince(db, since) })),
    readSpend: (ids) =>
      read(() => withLedger(db, (ledger) => checkedBatch(ids).map((id) => spendOf(ledger, id, clock())))),
    readCreatives: (ids) => read(() => checkedBatch(ids).map((id) => readCreative(db, id))),
    findDeliveries: (ids) => read(() => checkedBatch(ids).map((id) => readDelivery(db, id))),
    issue: (orders) =>
      moveMoney((ledger, now) => {
        // A text that is no delivery id fails the batch, even if its order would be refused.
        for (const { deliveryId } of checkedBatch(orders)) idBytes(deliveryId);
        return issueOrders(ledger, ordersToKeep(orders, retention), now);
      }),
    record: (events) =>
      moveMoney((ledger, now) => checkedBatch(events).map((event) => judgeEvent(ledger, event, now))),
    releaseExpired: async (limit) => {
      const released = await moveMoney((ledger, now) => releaseHolds(ledger, now, limit));
      await inSteps(() => write(() => dropOldDeliveries(db, clock() - deliveriesKeptMs)));
      const networksMs = Math.min(networksKeptMs, deliveriesKeptMs);
      await inSteps(() => write(() => dropOldNetworks(db, clock() - networksMs)));
      await inSteps(() => write(() => dropOldCounts(db, clock() - countsKeptMs)));
      return released;
    },
    addCounts: (counts) => write(() => addCounts(db, checkedBatch(counts))),
    readCounts: (query) => read(() => readCounts(db, query)),

    readCatalog: () => read(() => ({ version: versionOf(catalogState(db)), catalog: wholeCatalog(db) })),
    applyCatalog: (change) =>
      write(() => {
        const now = clock();
        withLedger(db, (ledger) => releaseHolds(ledger, now));
        return withLedger(db, (ledger) => applyChange(db, ledger, change, now));
      }),
    readRemoved: (refs) => read(() => checkedBatch(refs).map((ref) => readRemoved(db, ref))),
    addApiKey: (key, audit, most) =>
      write(() => {
        const now = clock();
        const answer = addKey(keys, key, most, now);
        if (answer === "added") note(db, [audit], now);
        return answer;
      }),
    listApiKeys: (publisherId) => read(() => keys.list(publisherId)),
    revokeApiKey: (id, afterMs, audit) =>
      write(() => {
        const now = clock();
        const { key, changed } = revokeKey(keys, id, afterMs, now);
        if (changed) note(db, [audit], now);
        return key;
      }),
    rotateApiKey: (rotation) =>
      write(() => {
        const now = clock();
        const answer = rotateKey(keys, rotation, now);
        if (answer === "rotated") note(db, rotation.audit ?? [], now);
        return answer;
      }),
    auditLedger: () => read(() => auditLedger(db)),

    readCharges: (query) => read(() => readCharges(db, query)),
    readUniques: (query) => read(() => readUniques(db, query)),
    readRecentDeliveries: (query) => read(() => readRecentDeliveries(db, query, clock())),
    readAudit: (query) => read(() => readTrail(db, query)),

    listWebhooks: () => read(() => webhooks.listWebhooks(db)),
    putWebhook: (webhook, audit) =>
      write(() => {
        const answer = webhooks.putWebhook(db, webhook);
        if (answer === "stored") note(db, [audit], clock());
        return answer === "full" ? "full" : "stored";
      }),
    removeWebhook: (id, audit) =>
      write(() => {
        const removed = webhooks.removeWebhook(db, id);
        if (removed) note(db, [audit], clock());
        return removed;
      }),
    addWebhookMessages: (messages) => write(() => webhooks.addMessages(db, checkedBatch(messages), clock())),
    claimWebhookMessages: (limit, leaseMs) =>
      write(() => webhooks.claimMessages(db, limit, leaseMs, clock())),
    settleWebhookMessage: (message, outcome) =>
      write(() => webhooks.settleMessage(db, message, outcome, clock())),

    retention,
    ready: async () => void db.moment(() => db.get("SELECT version FROM catalog_state")),
    planMigrations: async () => migrations.map(({ number, name }) => ({ number, name, applied: true })),
    migrate: async () => [],
    firstValue: (name, value) =>
      write(() => {
        if (value !== undefined)
          db.run("INSERT INTO settings VALUES (?, ?) ON CONFLICT DO NOTHING", name, value);
        const stored = db.get("SELECT value FROM settings WHERE name = ?", name);
        return stored && textOf(stored["value"]);
      }),
    close: async () => {
      close();
      db.close();
    },
    forgetUser: async (userKey, audit) => {
      for (let forgotten = 0; ; ) {
        const entry = forgotten === 0 ? audit : undefined;
        const gone = await moveMoney((ledger, now) => {
          const deleted = forgetDeliveries(db, ledger, userKey);
          if (deleted > 0) note(db, [entry], now);
          return deleted;
        });
        forgotten += gone;
        if (gone < maxBatch) return forgotten;
      }
    },
  };
}

async function inSteps(drop: () => Promise<number>): Promise<void> {
  for (let step = 0; step < maxDropSteps; step += 1) if ((await drop()) < maxBatch) return;
}
