/**
 * A process that holds a PGlite directory. `storm DIR`: issues and records until it is killed, and writes a
 * line with everything it has confirmed since the last one. `open DIR`: opens, says so, and closes; exit code
 * 1 if it cannot.
 */
import { writeSync } from "node:fs";
import process from "node:process";
import { openPglite } from "../../adapters/postgres/pglite.ts";
import { nothingConfirmed, prepareStorm, storm } from "./postgres-storm.ts";

const [mode, dataDir = ""] = process.argv.slice(2);
try {
  const store = await openPglite({ dataDir });
  if (mode === "storm") {
    await prepareStorm(store);
    const confirmed = nothingConfirmed();
    await storm(store, "child", confirmed, () => {
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
