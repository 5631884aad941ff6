import { maxBatch, type Store } from "../../core/storage.ts";
import type { Clock } from "../../core/timing/clock.ts";
import { catalogOf } from "./catalog.ts";
import type { Executor } from "./executor.ts";
import { functionsOf } from "./functions.ts";
import { issue } from "./issue.ts";
import { migrate, type PlannedMigration, planMigrations } from "./migrate.ts";
import { readsOf } from "./reads.ts";
import { record } from "./record.ts";
import { checkedSchema, defaultSchema } from "./schema-name.ts";
import { checkDatabase } from "./startup-check.ts";
import { queryBuilder } from "./tables.ts";

/** The storage ports on PostgreSQL, and what an installation does with its schema. */
export interface PostgresStore extends Store {
  /**
   * Rejects with `StoreUnavailable` when the database cannot keep the promises of the ports: it says why, and
   * what to do. Call it at start-up; every operation does so before the first statement of this store.
   */
  readonly ready: () => Promise<void>;
  /** The steps of the schema in order, and which of them the database has. */
  readonly planMigrations: () => Promise<readonly PlannedMigration[]>;
  /** Applies the missing steps, all or none, and says which. Safe on several instances at once. */
  readonly migrate: () => Promise<readonly PlannedMigration[]>;
  /** Ends what this store has opened itself. */
  readonly close: () => Promise<void>;
}

export interface StoreOptions {
  /** Schema of all tables and functions: lower-case letters, digits and `_`. Default `handbill`. */
  readonly schema?: string | undefined;
  /**
   * For tests only: without it the database's own clock judges, as it must when there are several instances.
   */
  readonly clock?: Clock | undefined;
}

/** The store over any executor. */
export function storeOn(executor: Executor, options: StoreOptions = {}): PostgresStore {
  const schema = checkedSchema(options.schema ?? defaultSchema);
  const { clock } = options;
  const ready = once(() => checkDatabase(executor, schema));
  const checked: Executor = {
    ...executor,
    async run(text, parameters) {
      await ready();
      return executor.run(text, parameters);
    },
  };
  const db = queryBuilder(schema);
  const functions = functionsOf(checked, schema, clock);
  const reads = readsOf(checked, db, schema, clock);
  return {
    ...catalogOf(checked, db, functions),
    readSpend: (ids) => reads.readSpend(batch(ids)),
    readCreatives: (ids) => reads.readCreatives(batch(ids)),
    findDeliveries: (ids) => reads.findDeliveries(batch(ids)),
    addCounts: (counts) => reads.addCounts(batch(counts)),
    issue: async (orders) => issue(functions, batch(orders)),
    record: async (events) => record(functions, batch(events)),
    releaseExpired: async (limit) => Number(await functions.releaseExpired(limit)),
    ready,
    planMigrations: () => planMigrations(executor, schema),
    migrate: () => migrate(executor, schema),
    close: () => executor.close(),
  };
}

/** Runs `work` until it succeeds once; callers at the same time share one run. */
function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= work().catch((error: unknown) => {
      running = undefined;
      throw error;
    });
    return running;
  };
}

function batch<T>(items: readonly T[]): readonly T[] {
  if (items.length <= maxBatch) return items;
  throw new RangeError(`a batch has at most ${maxBatch} items, this one ${items.length}: split it`);
}
