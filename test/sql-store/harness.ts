import { createSqlStore } from "../../adapters/kit/mod.ts";
import type { StoreHarness } from "../conformance/mod.ts";
import { openMemoryDatabase, sqliteDialect } from "./sqlite-dialect.ts";

/** Two stores on one SQLite in memory. A statement takes fewer parameters than a batch has items, so that lists are split. */
export const harness: StoreHarness = {
  open: async ({ now }) => {
    const database = openMemoryDatabase();
    const dialect = { ...sqliteDialect, maxParameters: 100 };
    const open = () => createSqlStore({ ...database, close: undefined }, dialect, { clock: now });
    const stores = [open(), open()] as const;
    await stores[0].migrate();
    return { stores, close: async () => void (await database.close?.()) };
  },
};
