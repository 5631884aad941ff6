import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createMemoryStore } from "../../../adapters/memory/mod.ts";
import { exportStoreRows, refuseServer } from "../../../runtimes/cli/rows-command.ts";
import type { Terminal } from "../../../runtimes/cli/terminal.ts";
import { createTestClock } from "../../conformance/clock.ts";
import { removeTemporaryDirectories, runCli, temporaryDirectory } from "../run-cli.ts";
import { filesOf, fillShop, hourMs } from "./shop.ts";

afterAll(removeTemporaryDirectories);

interface Heard extends Terminal {
  readonly lines: string[];
}

function terminal(): Heard {
  const lines: string[] = [];
  return { lines, data: (text) => void lines.push(text), talk: (text) => void lines.push(`talk: ${text}`) };
}

test("the rows that came are told in words or as JSON", async () => {
  const clock = createTestClock();
  const store = createMemoryStore({ clock: clock.now });
  await fillShop(store, clock, 1);
  clock.advance(3 * hourMs);
  const out = join(await temporaryDirectory(), "rows");
  const [words, json] = [terminal(), terminal()];
  const format = "ndjson";
  expect(await exportStoreRows(store, words, { out, format, json: false })).toBe(0);
  expect(words.lines).toEqual([
    expect.stringMatching(/^Added to .*rows: 40 deliveries, \d+ charges, 2 adjustments\.$/),
  ]);
  expect(await exportStoreRows(store, json, { out, format, json: true })).toBe(0);
  expect(json.lines.map((line) => JSON.parse(line))).toEqual([{ deliveries: 0, charges: 0, adjustments: 0 }]);
});

test("a store without an order of its deliveries exports charges and adjustments, and says so", async () => {
  const clock = createTestClock();
  const { listDeliveries: _, ...store } = createMemoryStore({ clock: clock.now });
  await fillShop(store, clock, 1);
  clock.advance(3 * hourMs);
  const out = join(await temporaryDirectory(), "rows");
  const heard = terminal();
  await exportStoreRows(store, heard, { out, format: "ndjson", json: false });
  expect(heard.lines[0]).toMatch(/: 0 deliveries, [1-9]\d* charges, 2 adjustments\.$/);
  expect(heard.lines[1]).toContain("only charges and adjustments are exported");
  expect([...filesOf(out).keys()].some((path) => path.startsWith("deliveries/"))).toBe(false);
});

test("a store that may drop deliveries before they are exported is told of the setting", async () => {
  const store = {
    ...createMemoryStore(),
    retention: { deliveriesKeptMs: 1, countsKeptMs: 1, networksKeptMs: 0 },
  };
  const out = join(await temporaryDirectory(), "rows");
  const heard = terminal();
  await exportStoreRows(store, heard, { out, format: "ndjson", json: false });
  expect(heard.lines[1]).toContain("HANDBILL_KEEP_UNTIL_EXPORTED=on");
  expect(heard.lines[1]).toContain("untilExported");
});

test("a file in place of the folder is refused with what to do", async () => {
  const out = join(await temporaryDirectory(), "rows");
  await writeFile(out, "");
  const heard = terminal();
  expect(await exportStoreRows(createMemoryStore(), heard, { out, format: "ndjson", json: false })).toBe(2);
  expect(heard.lines).toEqual([`talk: ${out} is a file: name a folder for the rows.`]);
});

test("a folder is needed, and a running server is refused", async () => {
  const heard = terminal();
  expect(await exportStoreRows(createMemoryStore(), heard, { format: "parquet", json: false })).toBe(2);
  expect(heard.lines).toEqual([
    "talk: Name the folder of the rows: handbill export --format parquet --out FOLDER",
  ]);
  expect(refuseServer(heard)).toBe(2);
});

test("the command exports a file of SQLite, and its other form still prints the catalogue", async () => {
  const directory = await temporaryDirectory();
  const env = { HANDBILL_STORE: "sqlite:shop.db", HANDBILL_KEEP_UNTIL_EXPORTED: "on" };
  expect((await runCli(["migrate"], { directory, env })).code).toBe(0);
  const rows = await runCli(["export", "--format", "parquet", "--out", "rows"], { directory, env });
  expect(rows).toEqual({
    code: 0,
    stdout: "Added to rows: 0 deliveries, 0 charges, 0 adjustments.\n",
    stderr: "",
  });
  expect([...filesOf(join(directory, "rows")).keys()]).toEqual(["manifest.ndjson"]);
  const inVain = await runCli(["export", "--format", "ndjson", "--out", "rows"], { directory, env });
  expect(inVain.code).toBe(2);
  expect(inVain.stderr).toContain("is an export with --format parquet");
  const catalog = await runCli(["export"], { directory, env });
  expect(JSON.parse(catalog.stdout)).toMatchObject({ campaigns: [] });
  const upstash = { ...env, UPSTASH_REDIS_REST_URL: "https://redis.example", UPSTASH_REDIS_REST_TOKEN: "t" };
  const refused = await runCli(["export"], { directory, env: { ...upstash, HANDBILL_STORE: "upstash" } });
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain("HANDBILL_KEEP_UNTIL_EXPORTED cannot be on with the store upstash");
}, 60_000);
