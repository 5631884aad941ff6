/**
 * A process that holds an SQLite file. `storm FILE`: issues and records until it is killed, and writes a line with
 * everything it has confirmed since the last one. `open FILE`: opens, says so, and closes; exit code 1 if it cannot.
 */
import { writeSync } from "node:fs";
import process from "node:process";
import { openSqlite } from "../../adapters/sqlite/mod.ts";
import { nothingConfirmed, prepareStorm, storm } from "../setup/postgres-storm.ts";

const [mode, file = ""] = process.argv.slice(2);
try {
  const store = openSqlite({ file });
  if (mode === "storm") {
    await prepareStorm(store);
    const confirmed = nothingConfirmed();
    await storm(store, `child-${process.pid}`, confirmed, () => {
      const { issued, recorded, charged } = confirmed;
      writeSync(
        1,
        `${JSON.stringify({ issued: [...issued], recorded: [...recorded], charged: [...charged] })}\n`,
      );
      for (const set of [issued, recorded, charged]) set.clear();
    });
  }
  writeSync(1, "opened\n");
  await store.close();
} catch (error) {
  writeSync(2, error instanceof Error ? `${error.name}: ${error.message}\n` : String(error));
  process.exit(1);
}
