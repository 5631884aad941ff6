import { rmSync } from "node:fs";
import { join } from "node:path";
import { createMemoryStore } from "../../adapters/memory/mod.ts";
import { openSqlite } from "../../adapters/sqlite/mod.ts";
import type { Store } from "../../core/storage/store.ts";
import { serverBackend } from "../setup/postgres-backends.ts";
import { newDirectory } from "../sqlite/temporary.ts";

export interface OpenedStore {
  readonly store: Store;
  readonly close: () => Promise<void>;
}

/** An empty store of each kind that a test of bad input has to be true on. */
export const storeKinds: readonly { readonly name: string; readonly open: () => Promise<OpenedStore> }[] = [
  { name: "memory", open: async () => ({ store: createMemoryStore(), close: async () => {} }) },
  {
    name: "SQLite",
    open: async () => {
      const directory = newDirectory();
      const store = openSqlite({ file: join(directory, "handbill.db") });
      const close = async (): Promise<void> => {
        await store.close();
        rmSync(directory, { recursive: true });
      };
      return { store, close };
    },
  },
  {
    name: "PostgreSQL",
    open: async () => {
      const backend = await serverBackend();
      const opened = await backend.open();
      const close = async (): Promise<void> => {
        await opened.close();
        await backend.close();
      };
      return { store: opened.stores[0], close };
    },
  },
];
