import { maxBatch } from "../../../core/storage/serving-store.ts";
import type { Store } from "../../../core/storage/store.ts";
import type { Clock as SyncClock } from "../../../core/timing/clock.ts";
import { maxFrequencyWindowMs } from "../../../core/timing/windows.ts";
import { checkedBatch } from "../batch.ts";
import { checkedRetention, ordersToKeep } from "../retention.ts";
import { addKey, listKeys, revokeKey, rotateKey } from "./api-keys.ts";
import { applyChange } from "./apply.ts";
import { changesSince, readCatalog, readCreatives, readRemoved } from "./catalog.ts";
import { type CatalogSession, changeCatalog, readTrail } from "./catalog-state.ts";
import { type Clock, databaseClock } from "./clock.ts";
import { addCounts, dropOldCounts, readCounts } from "./counts.ts";
import type { SqlDatabase, SqlDialect } from "./dialect.ts";
import { forgetUser } from "./forget-user.ts";
import {
  auditLedger,
  listDeliveries,
  listUniques,
  readCharges,
  readRecentDeliveries,
  readUniques,
} from "./reports.ts";
import { schemaOn } from "./schema.ts";
import * as serving from "./serving.ts";
import { connect } from "./session.ts";
import { firstValue, readExportedUntil } from "./settings.ts";
import * as settlement from "./settlement.ts";
import * as webhooks from "./webhooks.ts";

/** Options of {@link createSqlStore}. */
export interface SqlStoreOptions {
  /** Begins the names of all tables, so that one database can keep several installations. Default `handbill_`. */
  readonly tablePrefix?: string | undefined;
  /**
   * How long deliveries are kept, in milliseconds. Default 90 days, the longest frequency window; a window that is longer than this
   * forgets dropped deliveries. At least one day.
   */
  readonly deliveriesKeptMs?: number | undefined;
  /** How long statistics are kept, in milliseconds. Default 400 days, at least one. */
  readonly countsKeptMs?: number | undefined;
  /** How long the networks of deliveries are kept, in milliseconds: 7 to 30 days. Default 30 days; 0 stores none. */
  readonly networksKeptMs?: number | undefined;
  /** Whether deliveries are also kept until an export has them, however old they are (`handbill export --format`). Default false. */
  readonly untilExported?: boolean | undefined;
  /** For tests. Default: the clock of the database, which is the same for all instances. */
  readonly clock?: SyncClock | undefined;
}

/** Steps of {@link maxBatch} rows that one call of `releaseExpired` drops at most. */
const maxDropSteps = 20;

/**
 * A store on an SQL database. The rule of core/billing runs in this process: a batch locks the accounts of its campaigns, loads their
 * rows, and writes the changes in the same transaction. Any number of instances may share the database. Call `migrate()` before the
 * first use of a database and after an upgrade; it also checks the dialect.
 */
export function createSqlStore(
  database: SqlDatabase,
  dialect: SqlDialect,
  {
    tablePrefix = "handbill_",
    deliveriesKeptMs = maxFrequencyWindowMs,
    countsKeptMs,
    networksKeptMs,
    untilExported,
    clock: now,
  }: SqlStoreOptions = {},
): Store {
  const retention = checkedRetention(deliveriesKeptMs, countsKeptMs, networksKeptMs, untilExported);
  const db = connect(database, dialect, tablePrefix);
  const clock: Clock = now === undefined ? databaseClock : async () => now();
  const change = <T>(work: (session: CatalogSession) => Promise<T>): Promise<T> =>
    changeCatalog(db, clock, work);
  let isOpen = true;

  return {
    catalogChanges: async (since) => ({ at: await clock(db), delta: await changesSince(db, since) }),
    readSpend: async (ids) => serving.readSpend(db, clock, checkedBatch(ids)),
    readCreatives: async (ids) => readCreatives(db, checkedBatch(ids)),
    findDeliveries: async (ids) => serving.findDeliveries(db, checkedBatch(ids)),
    issue: async (orders) => serving.issue(db, clock, ordersToKeep(checkedBatch(orders), retention)),
    record: async (events) => serving.record(db, clock, checkedBatch(events)),
    releaseExpired: async (limit) => {
      const released = await serving.releaseExpired(db, clock, limit);
      const before = await clock(db);
      const exported = untilExported ? await readExportedUntil(db) : before;
      const dropped = Math.min(before - retention.deliveriesKeptMs, exported);
      await inSteps(() => serving.dropOldDeliveries(db, dropped));
      await inSteps(() => serving.dropOldNetworks(db, before - retention.networksKeptMs));
      await inSteps(() => dropOldCounts(db, before - retention.countsKeptMs));
      return released;
    },
    addCounts: async (counts) => addCounts(db, checkedBatch(counts)),
    readCounts: (query) => readCounts(db, query),

    readCatalog: () => readCatalog(db),
    applyCatalog: (wanted) => change((session) => applyChange(session, wanted)),
    readRemoved: async (refs) => readRemoved(db, checkedBatch(refs)),
    addApiKey: (key, audit, most) => change((session) => addKey(session, key, most, [audit])),
    listApiKeys: (publisherId) => listKeys(db, publisherId),
    revokeApiKey: (id, afterMs, audit) => change((session) => revokeKey(session, id, afterMs, [audit])),
    rotateApiKey: (rotation) => change((session) => rotateKey(session, rotation)),
    auditLedger: () => auditLedger(db),

    readCharges: (query) => readCharges(db, query),
    readUniques: (query) => readUniques(db, query),
    listUniques: (query) => listUniques(db, query),
    readRecentDeliveries: async (query) => readRecentDeliveries(db, query, await clock(db)),
    listDeliveries: async (query) => listDeliveries(db, query),
    listCharges: async (query) => settlement.listCharges(db, query),
    adjustCharges: async (orders, audit) => settlement.adjustCharges(db, clock, checkedBatch(orders), audit),
    listAdjustments: async (query) => settlement.listAdjustments(db, query),
    addStatement: (statement, audit) =>
      change((session) => settlement.addStatement(session, statement, audit)),
    listStatements: async (query) => settlement.listStatements(db, query),
    readAudit: (query) => readTrail(db, query),

    listWebhooks: () => webhooks.listWebhooks(db),
    putWebhook: (webhook, audit) => change((session) => webhooks.putWebhook(session, webhook, [audit])),
    removeWebhook: (id, audit) => change((session) => webhooks.removeWebhook(session, id, [audit])),
    addWebhookMessages: async (messages) =>
      change((session) => webhooks.addMessages(session, checkedBatch(messages))),
    claimWebhookMessages: (limit, leaseMs) =>
      change((session) => webhooks.claimMessages(session, limit, leaseMs)),
    settleWebhookMessage: async (message, outcome) =>
      webhooks.settleMessage(db, message, outcome, await clock(db)),
    countWebhookMessages: () => webhooks.countMessages(db),

    retention,
    ...schemaOn(db, dialect, tablePrefix),
    firstValue: (name, value) => firstValue(db, name, value),
    forgetUser: (userKey, audit) => forgetUser(db, clock, userKey, audit),
    close: async () => {
      if (!isOpen) return;
      isOpen = false;
      await database.close?.();
    },
  };
}

async function inSteps(drop: () => Promise<number>): Promise<void> {
  for (let step = 0; step < maxDropSteps; step += 1) if ((await drop()) < maxBatch) return;
}
