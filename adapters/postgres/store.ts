import { maxBatch } from "../../core/storage/serving-store.ts";
import type { Store } from "../../core/storage/store.ts";
import type { Clock } from "../../core/timing/clock.ts";
import { maxFrequencyWindowMs } from "../../core/timing/windows.ts";
import { checkedBatch } from "../kit/batch.ts";
import { checkedRetention, ordersToKeep } from "../kit/retention.ts";
import { oneOf, optionalTextOf } from "../kit/stored-values.ts";
import { adjustCharges } from "./adjust-charges.ts";
import { apiKeysOf } from "./api-keys.ts";
import { catalogPartOf } from "./catalog.ts";
import { checkedFirst } from "./checked-first.ts";
import type { Executor } from "./executor.ts";
import { findDeliveries } from "./find-deliveries.ts";
import { findRisks } from "./find-risks.ts";
import { functionsOf } from "./functions.ts";
import { issue } from "./issue.ts";
import { lazyQueries } from "./lazy-queries.ts";
import { readsOf } from "./reads.ts";
import { record } from "./record.ts";
import { removedEntitiesOf } from "./removed-entities.ts";
import { checkedSchema, defaultSchema } from "./schema-name.ts";
import { webhooksOf } from "./webhooks.ts";

/** Longer than the lock timeout of the functions (3 s), so that the server gives up first and says why. */
export const defaultCallTimeoutMs = 4_000;

/** The storage ports on PostgreSQL. Every operation checks as `ready` does before the first statement of the store. */
export interface PostgresStore extends Store {
  /**
   * Adds the next week's partition shortly before it begins (an order whose week is missing makes it too), and drops at
   * most one week of deliveries that were all issued more than `deliveriesKeptMs` ago, and with `untilExported` are all exported;
   * charges and totals stay. Forgets the
   * networks of weeks that began more than `networksKeptMs` ago. Safe on
   * every instance at any time: together they do it once in ten minutes, and nobody waits longer than 100 ms for it.
   * `releaseExpired` calls it, so an application need not. The name of the partition that was dropped, if any.
   */
  readonly housekeep: () => Promise<string | undefined>;
}

/** Options of every store on PostgreSQL. */
export interface StoreOptions {
  /** Schema of all tables and functions: lower-case letters, digits and `_`. Default `handbill`. */
  readonly schema?: string | undefined;
  /**
   * How long deliveries are kept, in milliseconds: at least this, and at most eight days longer. Default 90 days, the
   * longest frequency window; a longer window forgets dropped deliveries. At least one day.
   */
  readonly deliveriesKeptMs?: number | undefined;
  /** How long statistics are kept, in milliseconds. Default 400 days, at least one. */
  readonly countsKeptMs?: number | undefined;
  /**
   * How long the networks of deliveries are kept, in milliseconds: at most this, and up to a week less. 7 to 30 days. Default
   * 30 days; 0 stores none.
   */
  readonly networksKeptMs?: number | undefined;
  /** Whether deliveries are also kept until an export has them, however old they are (`handbill export --format`). Default false. */
  readonly untilExported?: boolean | undefined;
  /**
   * For tests only: without it the database's own clock judges, as it must when there are several instances.
   */
  readonly clock?: Clock | undefined;
}

/** The store over any executor. */
export function storeOn(executor: Executor, options: StoreOptions = {}): PostgresStore {
  const schema = checkedSchema(options.schema ?? defaultSchema);
  const { clock } = options;
  const retention = checkedRetention(
    options.deliveriesKeptMs ?? maxFrequencyWindowMs,
    options.countsKeptMs,
    options.networksKeptMs,
    options.untilExported,
  );
  const { deliveriesKeptMs, networksKeptMs, untilExported = false } = retention;
  const first = checkedFirst(executor, schema);
  const { checked } = first;
  const functions = functionsOf(checked, schema, clock);
  const reads = readsOf(checked, schema, clock);
  const { load: loadQueries, ...queries } = lazyQueries({ executor: checked, functions, schema, clock });
  const catalog = catalogPartOf(functions, () =>
    first.readAlong(`"${schema}".catalog_changes(null, ${clock?.() ?? null}::bigint)`),
  );
  const readRemoved = removedEntitiesOf(checked, schema);
  const webhooks = webhooksOf(functions);
  const housekeep = async (): Promise<string | undefined> =>
    optionalTextOf(
      await functions.housekeep(deliveriesKeptMs, Math.min(networksKeptMs, deliveriesKeptMs), untilExported),
    );
  return {
    ...catalog,
    ...apiKeysOf(functions),
    ...queries,
    readRemoved: async (refs) => readRemoved(checkedBatch(refs)),
    ...webhooks,
    addWebhookMessages: async (messages) => webhooks.addWebhookMessages(checkedBatch(messages)),
    readSpend: (ids) => reads.readSpend(checkedBatch(ids)),
    readCreatives: (ids) => reads.readCreatives(checkedBatch(ids)),
    findDeliveries: async (ids) => findDeliveries(functions, checkedBatch(ids)),
    addCounts: async (lines) => {
      if (lines.length > 0) await functions.addCounts(checkedBatch(lines));
    },
    issue: async (orders) => issue(functions, ordersToKeep(checkedBatch(orders), retention)),
    record: async (events) => record(functions, checkedBatch(events)),
    adjustCharges: async (orders, audit) => adjustCharges(functions, checkedBatch(orders), audit),
    addStatement: async (statement, audit) =>
      oneOf(await functions.addStatement(statement, audit), ["added", "exists"]),
    async releaseExpired(limit) {
      const released = Number(await functions.releaseExpired(limit));
      // A separate call, because a transaction that holds campaigns must not wait for its locks.
      await housekeep();
      await functions.dropCounts(retention.countsKeptMs);
      return released;
    },
    housekeep,
    retention,
    firstValue: async (name, value) => optionalTextOf(await functions.firstValue(name, value)),
    async forgetUser(userKey, audit) {
      for (let forgotten = 0; ; ) {
        const entry = forgotten === 0 ? audit : undefined;
        const deleted = Number(await functions.forgetUser(userKey, maxBatch, entry));
        forgotten += deleted;
        if (deleted === 0) return forgotten;
      }
    },
    ready: async () => void (await Promise.all([first.ready(), loadQueries()])),
    ...(executor.server && { findRisks: () => findRisks(executor) }),
    // The SQL of all steps is of no use to a server.
    planMigrations: async () => (await import("./migrate.ts")).planMigrations(executor, schema),
    migrate: async () => (await import("./migrate.ts")).migrate(executor, schema),
    close: () => executor.close(),
  };
}
