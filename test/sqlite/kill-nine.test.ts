import { spawn } from "node:child_process";
import process from "node:process";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import { openDatabase } from "../../adapters/sqlite/database.ts";
import { lost, nothingConfirmed } from "../setup/postgres-storm.ts";
import { expectBooks } from "./expect-books.ts";
import { cleanUp, newFile, open } from "./temporary.ts";

const child = fileURLToPath(new URL("child.ts", import.meta.url));

afterEach(cleanUp);

test("everything confirmed before a kill -9 under load is there when the file is opened again, and balances", async () => {
  const file = newFile();
  const confirmed = nothingConfirmed();
  const stormer = spawn(process.execPath, [child, "storm", file], { stdio: ["ignore", "pipe", "inherit"] });
  const exited = new Promise((resolve) => stormer.once("exit", (_, signal) => resolve(signal)));
  let rounds = 0;
  for await (const line of createInterface({ input: stormer.stdout })) {
    const part: typeof confirmed = JSON.parse(line);
    for (const id of part.issued) confirmed.issued.add(id);
    for (const id of part.recorded) confirmed.recorded.add(id);
    for (const id of part.charged) confirmed.charged.add(id);
    rounds += 1;
    if (rounds === 60) stormer.kill("SIGKILL");
  }
  expect(await exited).toBe("SIGKILL");
  expect(confirmed.charged.size).toBeGreaterThan(100);
  const store = open(file);
  expect(await lost(store, confirmed)).toEqual([]);
  expect(await expectBooks(store)).toBeGreaterThanOrEqual(confirmed.charged.size * 100);
  await store.close();
  const db = new DatabaseSync(file, { readOnly: true });
  expect(db.prepare("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
  db.close();
});

// A test cannot cut the power, but it can check that SQLite waits for the disk before it answers.
test("a commit is on the disk before it is confirmed", () => {
  const db = openDatabase(newFile());
  expect(db.all("PRAGMA journal_mode")).toEqual([{ journal_mode: "wal" }]);
  expect(db.all("PRAGMA synchronous")).toEqual([{ synchronous: 2 }]);
  db.close();
});
