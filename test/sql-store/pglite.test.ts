import { PGlite } from "@electric-sql/pglite";
import { afterAll, beforeAll, describe, it } from "vitest";
import { createSqlStore } from "../../adapters/kit/mod.ts";
import { type StoreHarness, storeCases } from "../conformance/mod.ts";
import { pgliteDatabase, pgliteDialect } from "./pglite-dialect.ts";

/** Emptying the tables of the last case is faster than making new ones. */
const emptyTables = `DO $$ DECLARE name text; BEGIN
  FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = current_schema() LOOP
    EXECUTE format('DELETE FROM %I', name);
  END LOOP;
END $$`;

describe("the SQL store on PGlite", () => {
  let pglite: PGlite;
  beforeAll(async () => {
    pglite = await PGlite.create();
  });
  afterAll(() => pglite.close());

  const harness: StoreHarness = {
    open: async ({ now }) => {
      await pglite.exec(emptyTables);
      const open = () => createSqlStore(pgliteDatabase(pglite), pgliteDialect, { clock: now });
      const stores = [open(), open()] as const;
      await stores[0].migrate();
      return { stores, close: async () => {} };
    },
  };

  it.each(storeCases)("$name", ({ run }) => run(harness));
});
