import { onceDone } from "../../../core/once.ts";
import type { InstallationStore } from "../../../core/storage/installation-store.ts";
import type { Store } from "../../../core/storage/store.ts";
import { type Clock, systemClock } from "../../../core/timing/clock.ts";
import { maxFrequencyWindowMs } from "../../../core/timing/windows.ts";
import { returnedOnce } from "../../kit/migrations.ts";
import { checkedRetention } from "../../kit/retention.ts";
import { storeOn } from "../store.ts";
import type { ObjectStorage } from "./context.ts";
import { objectDialect, objectStatements, objectTransactions } from "./driver.ts";
import { migrateObject, planObject } from "./migrate.ts";

/** How long a store in an object keeps data. */
export interface ObjectRetention {
  /**
   * How long deliveries are kept, in milliseconds: at least this, and dropped soon after. Default 90 days, the longest
   * frequency window; a longer window forgets dropped deliveries. At least one day.
   */
  readonly deliveriesKeptMs?: number | undefined;
  /** How long statistics are kept, in milliseconds. Default 400 days, at least one. */
  readonly countsKeptMs?: number | undefined;
  /** How long the networks of deliveries are kept, in milliseconds: 7 to 30 days. Default 30 days; 0 stores none. */
  readonly networksKeptMs?: number | undefined;
  /** Whether deliveries are also kept until an export has them, however old they are. Default false. */
  readonly untilExported?: boolean | undefined;
}

/** Options of {@link openObjectStore}. */
export interface ObjectStoreOptions extends ObjectRetention {
  /** Default: the clock of the platform, which stands still while the object computes. */
  readonly clock?: Clock | undefined;
}

/**
 * A store on the SQLite of a Durable Object, for code that runs in the object. Does no I/O: the first operation brings the schema up to
 * date. The platform holds back every answer of the object until its writes are durable, so a confirmed change is stored.
 */
export function openObjectStore(storage: ObjectStorage, options: ObjectStoreOptions = {}): Store {
  const { clock = systemClock } = options;
  const db = objectStatements(storage.sql);
  const migrated = onceDone(() => storage.transaction(async () => migrateObject(db)));
  const transactions = objectTransactions(storage, db, migrated);
  let applied: InstallationStore["migrate"] | undefined;
  return {
    ...storeOn(db, transactions, clock, objectRetention(options), objectDialect),
    planMigrations: async () => planObject(db),
    migrate: async () => {
      applied ??= returnedOnce(await migrated());
      return applied();
    },
  };
}

/** The retention of a store in an object, with its defaults. */
export function objectRetention(options: ObjectRetention): Store["retention"] {
  const { deliveriesKeptMs = maxFrequencyWindowMs, countsKeptMs, networksKeptMs, untilExported } = options;
  return checkedRetention(deliveriesKeptMs, countsKeptMs, networksKeptMs, untilExported);
}
