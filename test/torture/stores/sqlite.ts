import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqlite } from "../../../adapters/sqlite/mod.ts";
import type { TorturedStore } from "../tortured-store.ts";

/** A file that one server has open at a time. */
export const tortured: TorturedStore = {
  servers: 1,
  start: async () => {
    const folder = mkdtempSync(join(tmpdir(), "handbill-torture-"));
    return {
      address: join(folder, "handbill.db"),
      stop: async () => rmSync(folder, { recursive: true, force: true }),
    };
  },
  open: async (file, clock) => openSqlite({ file, clock }),
};
