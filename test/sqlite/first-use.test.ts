import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { createServer } from "node:net";
import { dirname } from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { FileInUse } from "../../adapters/sqlite/mod.ts";
import { compileCache } from "../setup/compile-cache.ts";
import { cleanUp, newFile, open } from "./temporary.ts";

afterEach(cleanUp);

const run = promisify(execFile);
const example = new URL("../examples/module-level.ts", import.meta.url).href;

/** Runs a module that imports the example, in an empty folder. */
async function importIn(folder: string, then: string, env: Record<string, string> = {}): Promise<string> {
  const script = `const { installation } = await import(${JSON.stringify(example)}); ${then}`;
  const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", script], {
    cwd: folder,
    env: { PATH: process.env["PATH"] ?? "", ...compileCache, ...env },
  });
  return stdout;
}

test("a module that opens a store at its top makes no file before the first operation", async () => {
  const folder = dirname(newFile());
  await importIn(folder, "");
  expect(readdirSync(folder)).toEqual([]);
  await importIn(folder, "await installation.close();");
  expect(readdirSync(folder)).toEqual([]);
  await importIn(folder, "await installation.store.ready(); await installation.close();");
  expect(readdirSync(folder)).toContain("handbill.db");
});

test("a build beside a running server is not refused", async () => {
  const file = newFile();
  const store = open(file);
  await store.ready();
  await importIn(dirname(file), "");
  expect(
    await importIn(dirname(file), "await installation.store.ready().catch(({ name }) => console.log(name));"),
  ).toBe("FileInUse\n");
});

test("a module that opens PostgreSQL at its top connects with the first operation only", async () => {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const env = { DATABASE_URL: `postgres://handbill@127.0.0.1:${port}/postgres` };
  const folder = dirname(newFile());
  await importIn(folder, "await installation.close();", env);
  expect(connections).toBe(0);
  await importIn(
    folder,
    "await installation.store.ready().catch(() => {}); await installation.close();",
    env,
  );
  expect(connections).toBeGreaterThan(0);
});

test("a store that was never used closes without a file, and stays closed", async () => {
  const file = newFile();
  const store = open(file);
  await store.close();
  await expect(store.ready()).rejects.toThrow("The store is closed");
  await expect(store.migrate()).rejects.toThrow("The store is closed");
  expect(existsSync(file)).toBe(false);
});

test("an operation that could not open the file is an outage, and the next one tries again", async () => {
  const file = newFile();
  const first = open(file);
  await first.ready();
  const second = open(file);
  const write = second.firstValue("currency", "EUR");
  await expect(write).rejects.toThrow(FileInUse);
  await expect(write).rejects.toMatchObject({ outage: true });
  await first.close();
  expect(await second.firstValue("currency", "EUR")).toBe("EUR");
  expect(await second.migrate()).toEqual([]);
});

test("a plan reads a file that is not open, without making it; the first migrate names the steps", async () => {
  const file = newFile();
  const store = open(file);
  const planned = await store.planMigrations();
  expect(planned.map(({ applied }) => applied)).not.toContain(true);
  expect(existsSync(file)).toBe(false);
  const applied = planned.map((step) => ({ ...step, applied: true }));
  expect(await store.migrate()).toEqual(applied);
  expect(await store.migrate()).toEqual([]);
  expect(await store.planMigrations()).toEqual(applied);
});
