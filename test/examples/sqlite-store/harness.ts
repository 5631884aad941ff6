import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { StoreHarness } from "../../conformance/mod.ts";
import { openSqliteStore } from "./store.ts";

/** Two stores, each with a connection of its own, on one fresh file. */
export const harness: StoreHarness = {
  open: async (clock) => {
    const directory = mkdtempSync(join(tmpdir(), "handbill-sqlite-"));
    const path = join(directory, "handbill.db");
    const stores = [openSqliteStore(path, clock.now), openSqliteStore(path, clock.now)] as const;
    return {
      stores: [stores[0], stores[1]],
      close: async () => {
        for (const store of stores) store.close();
        rmSync(directory, { recursive: true });
      },
    };
  },
};
