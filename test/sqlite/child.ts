/**
 * A process that holds an SQLite file. `storm FILE`: issues and records until it is killed, and writes a line with
 * everything it has confirmed since the last one. `write-off FILE TO`: takes back all charges before an instant, with a line for each
 * piece. `open FILE`: opens, says so, and closes; exit code 1 if it cannot.
 */
import { writeSync } from "node:fs";
import process from "node:process";
import { openSqlite } from "../../adapters/sqlite/mod.ts";
import { runWriteOff } from "../../core/settlement/write-off.ts";
import type { ChargePlace } from "../../core/settlement/write-off-sums.ts";
import { nothingConfirmed, prepareStorm, storm } from "../setup/postgres-storm.ts";

const [mode, file = "", to = ""] = process.argv.slice(2);
try {
  const store = openSqlite({ file });
  await store.ready();
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
  if (mode === "write-off") {
    const words = { restoresBudget: false, reason: "Views of a bot", actor: "operator" };
    const selection = { from: 0, to: Number(to) };
    for (let after: ChargePlace | null | undefined; after !== null; ) {
      const limits = { maxCharges: 500, maxMs: 60_000, clock: Date.now, after };
      const call = await runWriteOff(store, { operation: "interrupted", selection, ...words }, limits);
      if ("conflict" in call) throw new Error(call.conflict);
      after = call.next;
      writeSync(1, "piece\n");
    }
  }
  writeSync(1, "opened\n");
  await store.close();
} catch (error) {
  writeSync(2, error instanceof Error ? `${error.name}: ${error.message}\n` : String(error));
  process.exit(1);
}
