import type { AuditEntry } from "./audit-store.ts";

/** One step of a store's schema. */
export interface PlannedMigration {
  /** Steps are applied in the order of their numbers. */
  readonly number: number;
  /** Words that name the step for the operator. */
  readonly name: string;
  /** Whether the store has this step. */
  readonly applied: boolean;
}

/** How long a store keeps data that it later drops, in milliseconds; `Infinity`: for ever. */
export interface Retention {
  /** A delivery is kept at least this long after its issue. Charges and totals are kept for ever. */
  readonly deliveriesKeptMs: number;
  /** An hour of statistics is kept until it began longer ago than this. */
  readonly countsKeptMs: number;
  /** The network of a delivery is forgotten when it was issued longer ago than this, or up to a week sooner. 0: none is stored. */
  readonly networksKeptMs: number;
  /** Whether deliveries are also kept until an export has them (`exportMark`), however old they are. Absent: no. */
  readonly untilExported?: boolean | undefined;
}

/** A setting that may lose confirmed changes although the database works. */
export interface StoreRisk {
  /** A sentence that names the setting and its effect. */
  readonly message: string;
  /** What to do, as a sentence. */
  readonly fix: string;
}

/**
 * The operations on a whole store: start, upgrade, delete a person's data, stop. The rules of
 * `core/storage/store.ts` for all operations hold here.
 */
export interface InstallationStore {
  /** The retention that the store was opened with. `releaseExpired` or the database itself drops older data. */
  readonly retention: Retention;

  /**
   * Fulfilled when the store can be reached and keeps the promises of the ports. Otherwise rejects with an outage whose message
   * says what to do. Changes nothing. A server calls it before it listens; no other operation depends on the call.
   */
  ready(): Promise<void>;

  /**
   * Risks of the database's present settings that `ready` accepts, such as a standby that no commit waits for. Changes nothing.
   * Absent: the store knows of none.
   */
  readonly findRisks?: () => Promise<readonly StoreRisk[]>;

  /** All steps of the schema in order, applied or not. Empty for a store without a schema. Changes nothing. */
  planMigrations(): Promise<readonly PlannedMigration[]>;

  /**
   * Applies the missing steps, all or none, and returns them. A store that applies them when it is opened returns those from the
   * first call. Any number of instances may call it at once: each step is applied once.
   */
  migrate(): Promise<readonly PlannedMigration[]>;

  /**
   * Stores a value under a name, unless the name has one, and returns the stored value. Without `value` it changes nothing and
   * returns `undefined` for an unknown name. Any number of instances may call it at once: all get the same value. A stored value
   * never changes. Both texts have 1 to 128 characters.
   */
  firstValue(name: string, value?: string): Promise<string | undefined>;

  /**
   * Deletes every delivery of one user and returns their number. Holds of these deliveries are given back. Charges, spent amounts
   * and statistics stay, because they name no user. Frequency caps start again for this user. Works in steps of at most
   * `maxBatch` deliveries: an error leaves whole steps done, and a repeated call deletes the rest. `audit` is noted in the step
   * that deletes first, so a call that finds nothing notes nothing.
   */
  forgetUser(userKey: string, audit?: AuditEntry): Promise<number>;

  /**
   * Releases what the store has opened itself: connections, locks, files. Confirmed changes stay stored. A second call changes
   * nothing. Operations after it may be rejected.
   */
  close(): Promise<void>;
}
