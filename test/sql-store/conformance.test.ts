import { describe, it } from "vitest";
import { createSqlStore } from "../../adapters/kit/mod.ts";
import { type StoreHarness, storeCases } from "../conformance/mod.ts";
import { openMemoryDatabase, sqliteDialect } from "./sqlite-dialect.ts";

const harness: StoreHarness = {
  open: async ({ now }) => {
    const database = openMemoryDatabase();
    // Fewer than a batch has items, so that lists and rows are split.
    const dialect = { ...sqliteDialect, maxParameters: 100 };
    const open = () => createSqlStore({ ...database, close: undefined }, dialect, { clock: now });
    const stores = [open(), open()] as const;
    await stores[0].migrate();
    return { stores, close: async () => void (await database.close?.()) };
  },
};

describe("the SQL store on SQLite, with 100 parameters of a statement", () => {
  it.each(storeCases)("$name", ({ run }) => run(harness));
});
