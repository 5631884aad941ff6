import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { lockDirectory } from "../../adapters/postgres/directory-lock.ts";
import { DirectoryInUse, openPglite } from "../../adapters/postgres/pglite.ts";
import { order } from "../conformance/fixtures.ts";
import { idNamed } from "../setup/delivery-ids.ts";
import { lost, nothingConfirmed, prepareStorm } from "../setup/postgres-storm.ts";

const child = fileURLToPath(new URL("../setup/postgres-pglite-child.ts", import.meta.url));

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "handbill-pglite-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

test("what was stored is there when the directory is opened again", async () => {
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
  expect(() => lockDirectory(dataDir)).toThrow(DirectoryInUse);
  lock.release();
  lockDirectory(dataDir).release();
  expect(existsSync(join(dataDir, "handbill.lock"))).toBe(false);
});

test.each(["a dead one's lock", "no lock"])(
  "of many processes that find %s, exactly one takes it",
  async (found) => {
    const gone = spawnSync(process.execPath, ["-e", ""]).pid;
    const path = join(dataDir, "handbill.lock");
    const lock = JSON.stringify({ pid: gone, host: hostname(), started: "", token: "t" });
    if (found !== "no lock") writeFileSync(path, lock);
    const url = new URL("../../adapters/postgres/directory-lock.ts", import.meta.url).href;
    const script = `import { lockDirectory } from ${JSON.stringify(url)};
    process.stdout.write("ready\\n");
    process.stdin.once("data", () => {
      try { lockDirectory(${JSON.stringify(dataDir)}); process.stdout.write("held\\n"); }
      catch (error) { process.stdout.write(error.name + "\\n"); }
    });`;
    const racers = Array.from({ length: 6 }, () => {
      const process_ = spawn(process.execPath, ["--input-type=module", "-e", script]);
      return { process_, lines: createInterface({ input: process_.stdout })[Symbol.asyncIterator]() };
    });
    for (const { lines } of racers) expect((await lines.next()).value).toBe("ready");
    for (const { process_ } of racers) process_.stdin.write("go\n");
    const answers = await Promise.all(racers.map(async ({ lines }) => String((await lines.next()).value)));
    for (const { process_ } of racers) process_.kill();
    expect(answers.filter((answer) => answer === "held")).toHaveLength(1);
    expect(answers.filter((answer) => answer === "DirectoryInUse")).toHaveLength(5);
  },
  30_000,
);

test("a lock of a process that died with our pid, or that was cut short, is taken over", () => {
  const path = join(dataDir, "handbill.lock");
  for (const left of [
    JSON.stringify({ pid: process.pid, host: hostname(), started: "1", token: "t" }),
    '{"pid":',
  ]) {
    writeFileSync(path, left);
    const lock = lockDirectory(dataDir);
    expect(readFileSync(path, "utf8")).toContain(`"pid":${process.pid}`);
    lock.release();
  }
});

test("a lock of another host is never taken over, and the refusal names the file to delete", () => {
  const path = join(dataDir, "handbill.lock");
  writeFileSync(path, JSON.stringify({ pid: 1, host: "elsewhere", started: "", token: "t" }));
  expect(() => lockDirectory(dataDir)).toThrow(
    `on the host elsewhere, which cannot be checked from here. If it no longer runs, delete ${path}`,
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
      chargedMicros: line.spentMicros,
      openMicros: line.heldMicros,
      daysOutOfBalance: [],
    });
  }
  await store.close();
}, 60_000);
