/**
 * Exports the rows of an SQLite file: `child.ts FILE FOLDER NOW STEPS`. Ends itself with SIGKILL after so many steps, and writes each
 * step before.
 */
import { writeSync } from "node:fs";
import process from "node:process";
import { openSqlite } from "../../../adapters/sqlite/mod.ts";
import { exportRows } from "../../../runtimes/cli/rows/export-rows.ts";

const [file = "", directory = "", now = "", steps = ""] = process.argv.slice(2);
const store = openSqlite({ file, clock: () => Number(now) });
let done = 0;
await exportRows(store, {
  directory,
  format: "parquet",
  onStep: (step) => {
    writeSync(1, `${step}\n`);
    done += 1;
    if (done === Number(steps)) process.kill(process.pid, "SIGKILL");
  },
});
await store.close();
