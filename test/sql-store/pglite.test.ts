import { PGlite } from "@electric-sql/pglite";
import { afterAll, beforeAll, describe, it } from "vitest";
import { createSqlStore } from "../../adapters/kit/mod.ts";
import { type StoreHarness, storeCases } from "../conformance/mod.ts";
import { pgliteDatabase, pgliteDialect } from "./pglite-dialect.ts";

describe("the SQL store on PGlite", () => {
  let pglite: PGlite;
  let opened = 0;
  beforeAll(async () => {
    pglite = await PGlite.create();
  });
  afterAll(() => pglite.close());

  const harness: StoreHarness = {
    open: async ({ now }) => {
      opened += 1;
      const options = { clock: now, tablePrefix: `place_${opened}_` };
      const open = () => createSqlStore(pgliteDatabase(pglite), pgliteDialect, options);
      const stores = [open(), open()] as const;
      await stores[0].migrate();
      return { stores, close: async () => {} };
    },
  };

  it.each(storeCases)("$name", ({ run }) => run(harness));
});
