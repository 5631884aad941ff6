import type { Store } from "../../core/storage/store.ts";

export interface OpenedStore {
  readonly store: Store;
  /** Where the data lies, without a password. */
  readonly location: string;
  /** The embedded data directory, locked by this process; absent with a server and with a file that was named. */
  readonly directory?: string | undefined;
}
