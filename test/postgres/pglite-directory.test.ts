import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { lockDirectory } from "../../adapters/postgres/directory-lock.ts";
import { openPglite } from "../../adapters/postgres/pglite.ts";
import { order } from "../conformance/fixtures.ts";
import { idNamed } from "../setup/delivery-ids.ts";
import { lost, nothingConfirmed, prepareStorm } from "../setup/postgres-storm.ts";

const child = fileURLToPath(new URL("../setup/postgres-pglite-child.ts", import.meta.url));

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "handbill-pglite-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

test("stored data is there when the directory is opened again", async () => {
  const before = await openPglite({ dataDir });
  await prepareStorm(before);
  const [outcome] = await before.issue([order(idNamed("kept"), ["storm-a"])]);
  await before.close();
  const after = await openPglite({ dataDir });
  expect(await after.findDeliveries([idNamed("kept")])).toEqual([
    outcome?.outcome === "issued" ? outcome.delivery : undefined,
  ]);
  expect((await after.readCatalog()).catalog.campaigns).toHaveLength(3);
  await after.close();
}, 60_000);

test("a second process is refused with the pid of the holder, and let in once the holder has closed", async () => {
  const store = await openPglite({ dataDir });
  const refused = spawnSync(process.execPath, [child, "open", dataDir], { encoding: "utf8" });
  expect(refused.status).toBe(1);
  expect(refused.stderr).toContain(`in use by process ${process.pid}. Stop it, or choose another directory.`);
  await store.close();
  const admitted = spawnSync(process.execPath, [child, "open", dataDir], { encoding: "utf8" });
  expect(admitted.stdout).toBe("opened\n");
}, 60_000);

test("a second store of the same process is refused", () => {
  const lock = lockDirectory(dataDir);
  expect(() => lockDirectory(dataDir)).toThrow(`in use by process ${process.pid} (this one)`);
  lock.release();
  lock.release();
  lockDirectory(dataDir).release();
});

const lockScript = `import { lockDirectory } from ${JSON.stringify(new URL("../../adapters/postgres/directory-lock.ts", import.meta.url).href)};
  process.stdout.write("ready\\n");
  process.stdin.once("data", () => {
    try { globalThis.held = lockDirectory(process.env.DATA_DIR); process.stdout.write("held\\n"); }
    catch (error) { process.stdout.write(error.name + "\\n"); }
  });`;

/** A process that tries to take the directory on command. */
function racer(): { readonly child: ChildProcess; readonly line: () => Promise<string> } {
  const child = spawn(process.execPath, ["--input-type=module", "-e", lockScript], {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ["pipe", "pipe", "ignore"],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return { child, line: async () => String((await lines.next()).value) };
}

test.each(["the lock of a process that was killed", "no lock"])(
  "of many processes that find %s, exactly one takes it",
  async (found) => {
    if (found !== "no lock") {
      const { child, line } = racer();
      expect(await line()).toBe("ready");
      child.stdin?.write("go\n");
      expect(await line()).toBe("held");
      expect(() => lockDirectory(dataDir)).toThrow(`in use by process ${child.pid}. Stop it`);
      const exited = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGKILL");
      await exited;
    }
    const racers = Array.from({ length: 6 }, racer);
    for (const { line } of racers) expect(await line()).toBe("ready");
    for (const { child } of racers) child.stdin?.write("go\n");
    const answers = await Promise.all(racers.map(({ line }) => line()));
    for (const { child } of racers) child.kill();
    expect(answers.sort()).toEqual([...Array(5).fill("DirectoryInUse"), "held"]);
  },
  30_000,
);

test("a directory that cannot be locked is named with the remedy", () => {
  writeFileSync(join(dataDir, "pgdata.lock"), "no database".repeat(100));
  expect(() => lockDirectory(dataDir)).toThrow(
    /pgdata\.lock cannot be locked: file is not a database\. Let this user read and write/,
  );
});

test("everything confirmed before a kill -9 of the process is there when the directory is opened again", async () => {
  const confirmed = nothingConfirmed();
  const stormer = spawn(process.execPath, [child, "storm", dataDir], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = new Promise((resolve) => stormer.once("exit", (_, signal) => resolve(signal)));
  let rounds = 0;
  for await (const line of createInterface({ input: stormer.stdout })) {
    const part: typeof confirmed = JSON.parse(line);
    for (const id of part.issued) confirmed.issued.add(id);
    for (const id of part.recorded) confirmed.recorded.add(id);
    for (const id of part.charged) confirmed.charged.add(id);
    rounds += 1;
    if (rounds === 40) stormer.kill("SIGKILL");
  }
  expect(await exited).toBe("SIGKILL");
  expect(confirmed.charged.size).toBeGreaterThan(100);
  const store = await openPglite({ dataDir });
  expect(await lost(store, confirmed)).toEqual([]);
  for (const line of (await store.auditLedger()).campaigns) {
    expect(line).toMatchObject({
      chargedMicros: line.usedMicros,
      openMicros: line.heldMicros,
      daysOutOfBalance: [],
    });
  }
  await store.close();
}, 60_000);
