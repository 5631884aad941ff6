import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import { openSqlite, type SqliteStore } from "../../adapters/sqlite/mod.ts";
import type { Delivery } from "../../core/storage/delivery.ts";
import { freePort, mainFile } from "../cli/run-cli.ts";
import { openBusyShop } from "../deploy/busy-shop.ts";
import { type Program, runProgram, startProgram } from "../deploy/program.ts";
import { isKept, type SentEvent, sendAgain, startShopLoad } from "../deploy/shop-load.ts";
import { expectBooks } from "./expect-books.ts";
import { cleanUp, newFile } from "./temporary.ts";

const recipes = fileURLToPath(new URL("../../runtimes/deploy/sqlite/", import.meta.url));
let running: Program | undefined;
afterEach(async () => {
  await running?.stop();
  running = undefined;
  await cleanUp();
});

/** A unit's command as it stands; only where things lie is another. */
function commandOf(unit: string, folder: string): readonly [file: string, ...args: string[]] {
  const line = /^ExecStart=(.+)$/m.exec(readFileSync(join(recipes, unit), "utf8"))?.[1] ?? "";
  const [file = "", ...args] = line
    .replaceAll("/var/lib/handbill", folder)
    .replace("/usr/bin/node", process.execPath)
    .replace("node_modules/handbill/dist/runtimes/cli/main.js", mainFile)
    .replace("/opt/handbill/", recipes)
    .split(" ");
  return [file, ...args];
}

async function start(folder: string): Promise<string> {
  const port = await freePort();
  const [file, ...args] = commandOf("handbill.service", folder);
  const lines = readFileSync(join(recipes, "handbill.env"), "utf8").matchAll(/^([A-Z_]+)=(.*)$/gm);
  const env = {
    ...Object.fromEntries([...lines].map(([, name = "", value = ""]) => [name, value])),
    PORT: String(port),
    HANDBILL_SECRET: "a secret for the tests of the recipes and nothing else",
  };
  running = await startProgram(file, args, { cwd: folder, env });
  return `http://127.0.0.1:${port}`;
}

async function stop(): Promise<void> {
  expect(await running?.stop()).toBe(0);
  running = undefined;
}

/** Runs a recipe as it stands; what it printed. */
function recipe(file: string, ...args: readonly string[]): Promise<string> {
  return runProgram(process.execPath, [join(recipes, file), ...args], { cwd: "/", env: {} });
}

async function deliveriesOf(
  store: SqliteStore,
  events: readonly SentEvent[],
): Promise<readonly (Delivery | undefined)[]> {
  const found: (Delivery | undefined)[] = [];
  for (let from = 0; from < events.length; from += 512) {
    const ids = events.slice(from, from + 512).map(({ deliveryId }) => deliveryId);
    found.push(...(await store.findDeliveries(ids)));
  }
  return found;
}

test("a backup of a serving installation is restored, balances, and goes on", async () => {
  const file = newFile();
  const folder = dirname(file);
  const backups = join(folder, "backups");
  mkdirSync(backups);
  const prepared = openSqlite({ file });
  const apiKey = await openBusyShop(prepared);
  await prepared.close();

  const load = startShopLoad(await start(folder), apiKey, 12);
  await load.reached(300);
  const before = [...load.confirmed];
  const [program, ...args] = commandOf("handbill-backup.service", folder);
  const copy = (await runProgram(program, args, { cwd: "/", env: {} })).trim();
  await load.reached(load.confirmed.length + 100);
  await load.stop();
  await stop();
  expect(readdirSync(backups).map((name) => join(backups, name))).toEqual([copy]);
  expect(statSync(copy).mode & 0o777).toBe(0o600);

  // The error names the file that is in the way, and leaves it alone.
  await expect(recipe("restore.mjs", copy, file)).rejects.toThrow(
    /handbill\.db.*stop the server, and move it away/,
  );
  for (const end of ["", "-wal", "-shm"]) {
    if (existsSync(file + end)) renameSync(file + end, `${file}.lost${end}`);
  }
  await recipe("restore.mjs", copy, file);

  // Nothing to migrate; what was confirmed before the backup is there, what came after is not.
  const restored = openSqlite({ file });
  const lost = openSqlite({ file: `${file}.lost` });
  expect(await restored.migrate()).toEqual([]);
  const kept = await deliveriesOf(restored, before);
  expect(before.filter((event, n) => !isKept(event, kept[n]))).toEqual([]);
  const [was, is] = [await expectBooks(lost), await expectBooks(restored)];
  expect(is).toBeGreaterThan(0);
  expect(is).toBeLessThan(was);
  expect(await restored.listApiKeys()).toEqual(await lost.listApiKeys());
  expect(await restored.readCatalog()).toEqual(await lost.readCatalog());
  await restored.close();
  await lost.close();

  // The copy works: earlier links still lead somewhere, nothing is charged again, new ads are issued and charged.
  const again = await start(folder);
  expect(await sendAgain(again, before)).toEqual([]);
  const next = startShopLoad(again, apiKey, 6);
  await next.reached(50);
  await next.stop();
  await stop();
  expect(next.unanswered).toEqual([]);
  const after = openSqlite({ file });
  const added = await deliveriesOf(after, next.confirmed);
  expect(next.confirmed.filter((event, n) => !isKept(event, added[n]))).toEqual([]);
  const charged = added.reduce((sum, one) => sum + (one?.chargedAt === undefined ? 0 : one.priceMicros), 0);
  expect(await expectBooks(after)).toBe(is + charged);
  await after.close();
});

test("a damaged database gives no backup, and a damaged copy is not restored", async () => {
  const file = newFile();
  const store = openSqlite({ file });
  await openBusyShop(store);
  await store.close();
  const folder = dirname(file);
  const copy = (await recipe("backup.mjs", file, folder)).trim();
  for (const path of [file, copy]) {
    const bytes = readFileSync(path);
    bytes.fill(0xa5, bytes.length - 12_288);
    chmodSync(path, 0o600);
    writeFileSync(path, bytes);
  }
  await expect(recipe("backup.mjs", file, folder)).rejects.toThrow(/malformed|damaged/);
  expect(
    readdirSync(folder).filter((name) => name.startsWith("handbill-") && name.endsWith(".db")),
  ).toHaveLength(1);
  await expect(recipe("restore.mjs", copy, join(folder, "new.db"))).rejects.toThrow(/malformed|damaged/);
  expect(existsSync(join(folder, "new.db"))).toBe(false);
});

test("the units have nothing that systemd does not know", () => {
  const folder = dirname(newFile());
  const units = readdirSync(recipes).filter((name) => /\.(service|timer)$/.test(name));
  for (const name of units) {
    const text = readFileSync(join(recipes, name), "utf8");
    writeFileSync(join(folder, name), text.replaceAll("/usr/bin/node", process.execPath));
  }
  const { status, stderr, error } = spawnSync("systemd-analyze", ["verify", ...units], {
    cwd: folder,
    encoding: "utf8",
  });
  expect(error, "systemd-analyze is missing: apt-get install systemd").toBeUndefined();
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});
