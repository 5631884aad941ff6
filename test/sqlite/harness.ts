import { rmSync } from "node:fs";
import { join } from "node:path";
import { openSqlite } from "../../adapters/sqlite/mod.ts";
import type { StoreHarness } from "../conformance/mod.ts";
import { newDirectory } from "./temporary.ts";

/** One store on a fresh file, given twice: a file has one process. */
export const harness: StoreHarness = {
  open: async (clock) => {
    const directory = newDirectory();
    const store = openSqlite({ file: join(directory, "handbill.db"), clock: clock.now });
    return {
      stores: [store, store],
      close: async () => {
        await store.close();
        rmSync(directory, { recursive: true });
      },
    };
  },
};
