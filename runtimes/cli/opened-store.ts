import type { PlannedMigration } from "../../adapters/postgres/mod.ts";
import type { AuditEntry } from "../../core/storage/audit-store.ts";
import type { Store } from "../../core/storage/store.ts";

/** What the command line does with a store, whichever it is. */
export interface CliStore extends Store {
  /** Rejects with `StoreUnavailable` when the store cannot be reached or cannot keep its promises. */
  readonly ready: () => Promise<void>;
  /** Empty where there is no schema. */
  readonly planMigrations: () => Promise<readonly PlannedMigration[]>;
  readonly migrate: () => Promise<readonly PlannedMigration[]>;
  readonly forgetUser: (userKey: string, audit?: AuditEntry) => Promise<number>;
  readonly close: () => Promise<void>;
}

export interface OpenedStore {
  readonly store: CliStore;
  /** Where the data lies, without a password. */
  readonly location: string;
  /** The embedded data directory, locked by this process; absent with a server and with a file that was named. */
  readonly directory?: string | undefined;
  /** What the operator should know of how it was opened. */
  readonly notice?: string | undefined;
}
