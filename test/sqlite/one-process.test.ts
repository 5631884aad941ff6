import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import { FileInUse } from "../../adapters/sqlite/mod.ts";
import { campaign, click, order } from "../conformance/fixtures.ts";
import { idNamed } from "../setup/delivery-ids.ts";
import { issueAll, storeCampaigns } from "../setup/store-campaigns.ts";
import { cleanUp, newFile, open } from "./temporary.ts";

const child = fileURLToPath(new URL("child.ts", import.meta.url));
const bin = new URL("../../node_modules/.bin/", import.meta.url);

afterEach(cleanUp);

test("stored data is there when the file is opened again", async () => {
  const file = newFile();
  const before = open(file);
  await storeCampaigns(before, campaign("a"));
  const [delivery] = await issueAll(before, [order(idNamed("kept"), ["a"])]);
  const [recorded] = await before.record([click(idNamed("charged"))]);
  expect(recorded).toEqual({ outcome: "unknown" });
  const catalog = await before.readCatalog();
  await before.close();
  const after = open(file);
  expect(await after.findDeliveries([idNamed("kept")])).toEqual([delivery]);
  expect(await after.readCatalog()).toEqual(catalog);
  expect((await after.catalogChanges(catalog.version)).delta).toBeUndefined();
});

test("a second process is refused with the pid of the holder, and let in once the holder has closed", async () => {
  const file = newFile();
  const store = open(file);
  await storeCampaigns(store, campaign("a"));
  const refused = spawnSync(process.execPath, [child, "open", file], { encoding: "utf8" });
  expect(refused.status).toBe(1);
  expect(refused.stderr).toContain(
    `FileInUse: ${file} is in use by process ${process.pid}. Stop it, or name another file.`,
  );
  await issueAll(store, [order(idNamed("undisturbed"), ["a"])]);
  await store.close();
  const admitted = spawnSync(process.execPath, [child, "open", file], { encoding: "utf8" });
  expect(admitted.stdout).toBe("opened\n");
});

test.each([
  ["Bun", "bun", []],
  ["Deno", "deno", ["run", "--no-lock", "--no-check", "--allow-all"]],
] as const)(
  "a process on %s sees the lock of one on Node.js, and what that has stored",
  async (_, program, flags) => {
    const file = newFile();
    const store = open(file);
    await storeCampaigns(store, campaign("a"));
    const run = () =>
      spawnSync(fileURLToPath(new URL(program, bin)), [...flags, child, "open", file], { encoding: "utf8" });
    const refused = run();
    expect(refused.stderr).toContain(`${file} is in use by process ${process.pid}`);
    expect(refused.status).toBe(1);
    await store.close();
    expect(run().stdout).toBe("opened\n");
    expect((await open(file).readCatalog()).catalog.campaigns).toHaveLength(1);
  },
);

test("a second store of the same process is refused, under another name of the file, too", async () => {
  const file = newFile();
  const store = open(file);
  await store.ready();
  await expect(open(file).ready()).rejects.toThrow(FileInUse);
  const link = join(dirname(file), "link.db");
  symlinkSync(file, link);
  const linked = open(link);
  await expect(linked.ready()).rejects.toThrow(`in use by process ${process.pid} (this one)`);
  await store.close();
  await store.close();
  // The next operation tries again.
  await linked.ready();
});

test("after a kill -9 of the holder nothing has to be removed", async () => {
  const file = newFile();
  const holder = spawn(process.execPath, [child, "storm", file], { stdio: ["ignore", "pipe", "inherit"] });
  const exited = new Promise((resolve) => holder.once("exit", resolve));
  for await (const _ of createInterface({ input: holder.stdout })) break;
  await expect(open(file).ready()).rejects.toThrow(`in use by process ${holder.pid}`);
  holder.kill("SIGKILL");
  await exited;
  expect((await open(file).readCatalog()).catalog.campaigns).toHaveLength(3);
});

test("of many processes that want one file at the same moment exactly one gets it", async () => {
  const folder = join(dirname(newFile()), "race");
  mkdirSync(folder);
  const url = new URL("../../adapters/sqlite/mod.ts", import.meta.url).href;
  const script = `import { openSqlite } from ${JSON.stringify(url)};
    process.stdout.write("ready\\n");
    process.stdin.once("data", async () => {
      globalThis.held = openSqlite({ file: ${JSON.stringify(join(folder, "handbill.db"))} });
      try { await held.ready(); process.stdout.write("held\\n"); }
      catch (error) { process.stdout.write(error.name + "\\n"); }
    });`;
  const racers = Array.from({ length: 6 }, () => {
    const racer = spawn(process.execPath, ["--input-type=module", "-e", script]);
    return { racer, lines: createInterface({ input: racer.stdout })[Symbol.asyncIterator]() };
  });
  for (const { lines } of racers) expect((await lines.next()).value).toBe("ready");
  for (const { racer } of racers) racer.stdin.write("go\n");
  const answers = await Promise.all(racers.map(async ({ lines }) => String((await lines.next()).value)));
  for (const { racer } of racers) racer.kill();
  expect(answers.sort()).toEqual([...Array(5).fill("FileInUse"), "held"]);
});
