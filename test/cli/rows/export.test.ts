import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { takeLock } from "../../../adapters/kit/process-lock.ts";
import type { ListedDelivery } from "../../../core/storage/report-store.ts";
import { maxListedDeliveries } from "../../../core/storage/report-store.ts";
import type { Store } from "../../../core/storage/store.ts";
import { exportRows } from "../../../runtimes/cli/rows/export-rows.ts";
import { type ExportedFile, type Manifest, openManifest } from "../../../runtimes/cli/rows/manifest.ts";
import { createParquetFile, rowGroupRows } from "../../../runtimes/cli/rows/parquet-file.ts";
import { deliveryColumns } from "../../../runtimes/cli/rows/row-kinds.ts";
import { createTestClock } from "../../conformance/clock.ts";
import { adjustment, choice, deliveryIdAt, order, press } from "../../conformance/fixtures.ts";
import { queryDuckDb } from "../../setup/duckdb.ts";
import { cleanUp, newFile, open } from "../../sqlite/temporary.ts";
import { expectRows, exported, filesIn, filled, formats, newFolder, settledMs } from "./expect-rows.ts";
import { filesOf, fillShop, hourMs, storedRows } from "./shop.ts";

afterEach(cleanUp);

describe.each(formats)("an export of %s", (format) => {
  test("has every row of the expired hours once, and its sums are the ledger's", async () => {
    const { store, clock } = await filled(3);
    clock.advance(settledMs);
    const directory = newFolder();
    const rows = await storedRows(store, clock.now());
    expect(await exportRows(store, { directory, format })).toEqual({
      deliveries: 120,
      charges: rows.charges.length,
      adjustments: 2,
    });
    expect(rows.charges.length).toBeGreaterThan(50);
    await expectRows(directory, store, clock.now(), format);
    const [sums] = await queryDuckDb(`select
      (select sum(price_micros) from ${filesIn(directory, "charges", format)})
        - (select sum(micros) from ${filesIn(directory, "adjustments", format)}) as advertiser,
      (select sum(publisher_micros) from ${filesIn(directory, "charges", format)})
        - (select sum(publisher_micros) from ${filesIn(directory, "adjustments", format)}) as publisher`);
    const audit = await store.auditLedger();
    expect(sums).toEqual({ advertiser: audit.advertiserMicros, publisher: audit.publisherMicros });
  });

  test("leaves out an hour until its ads have expired and ten minutes are over, then adds it", async () => {
    const { store, clock } = await filled(2);
    const start = clock.now() - 2 * hourMs;
    const directory = newFolder();
    clock.set(start + settledMs - 1);
    expect(await exportRows(store, { directory, format })).toEqual({
      deliveries: 0,
      charges: 0,
      adjustments: 0,
    });
    clock.set(start + settledMs);
    expect(await exportRows(store, { directory, format })).toMatchObject({ deliveries: 40, adjustments: 2 });
    const before = filesOf(directory);
    expect(await exportRows(store, { directory, format })).toMatchObject({ deliveries: 0, charges: 0 });
    expect(filesOf(directory)).toEqual(before);
    clock.advance(hourMs);
    expect(await exportRows(store, { directory, format })).toMatchObject({ deliveries: 40, adjustments: 0 });
    await expectRows(directory, store, clock.now(), format);
    for (const [path, content] of before)
      if (path !== "manifest.ndjson") expect(filesOf(directory).get(path)).toBe(content);
  });

  test("writes an hour again that has more rows since the store's clock was set back", async () => {
    const { store, clock } = await filled(3);
    clock.advance(settledMs);
    const directory = newFolder();
    await exportRows(store, { directory, format });
    const before = [...filesOf(directory).keys()];
    const right = clock.now();
    clock.set(clock.now() - settledMs - 1.5 * hourMs);
    const id = deliveryIdAt(clock.now(), 90_000);
    await store.issue([order(id, [choice("a", 5)])]);
    await store.record([press(id)]);
    await store.adjustCharges([adjustment("late", id, 2)]);
    clock.set(right + 30 * 24 * hourMs);
    await fillShop(store, clock, 1);
    clock.advance(settledMs);
    const rows = { deliveries: 41, adjustments: 1 };
    expect(await exportRows(store, { directory, format })).toMatchObject(rows);
    await expectRows(directory, store, clock.now(), format);
    const after = [...filesOf(directory).keys()];
    const gone = before.filter((path) => !after.includes(path));
    expect(gone.map((path) => path.slice(0, path.indexOf("/"))).sort()).toEqual(["charges", "deliveries"]);
    const manifest = readFileSync(join(directory, "manifest.ndjson"), "utf8").trim().split("\n");
    const replaced = manifest.flatMap((line) => JSON.parse(line).replaces ?? []);
    expect(replaced.sort()).toEqual(gone.sort());
    expect(await exportRows(store, { directory, format })).toMatchObject({ deliveries: 0, charges: 0 });
    expect([...filesOf(directory).keys()]).toEqual(after);
  });

  test("writes the hours again that came late while the store's clock was days ahead", async () => {
    const { store, clock } = await filled(1);
    const right = clock.now();
    clock.advance(30 * 24 * hourMs);
    const directory = newFolder();
    await exportRows(store, { directory, format });
    clock.set(right);
    await fillShop(store, clock, 2);
    clock.advance(settledMs);
    expect(await exportRows(store, { directory, format })).toMatchObject({ deliveries: 80 });
    await expectRows(directory, store, clock.now(), format);
  });

  test("holds no user, no network and no actor", async () => {
    const { store, clock } = await filled(1);
    clock.advance(settledMs);
    const directory = newFolder();
    await exportRows(store, { directory, format });
    const kinds = ["deliveries", "charges", "adjustments"] as const;
    const rows = await Promise.all(kinds.map((kind) => exported(directory, kind, format)));
    const text = JSON.stringify(rows);
    expect(text).toContain("KEY00001");
    expect(text).not.toMatch(/secret-|operator"/);
    for (const path of filesOf(directory).keys())
      expect(readFileSync(join(directory, path)).toString("latin1")).not.toContain("secret-");
  });

  test("splits a file's name into kind, week, hour and content", async () => {
    const { store, clock } = await filled(1);
    clock.advance(settledMs);
    const directory = newFolder();
    await exportRows(store, { directory, format });
    const [first = ""] = [...filesOf(directory).keys()].filter((path) => path.startsWith("deliveries"));
    expect(first).toMatch(new RegExp(`^deliveries/week=2026-02-26/2026-03-04T12-[0-9a-f]{16}\\.${format}$`));
  });
});

describe("a folder", () => {
  test("that another process exports to is refused, and free again when that one has ended", async () => {
    const { store, clock } = await filled(1);
    clock.advance(settledMs);
    const directory = newFolder();
    await exportRows(store, { directory, format: "parquet" });
    const lock = takeLock(join(directory, ".lock"));
    await expect(exportRows(store, { directory, format: "parquet" })).rejects.toThrow(
      /process \d+ .*exports to .*: wait until it is done, or name another folder\./,
    );
    lock?.release();
    expect(await exportRows(store, { directory, format: "parquet" })).toMatchObject({ deliveries: 0 });
  });

  test("of another format or store, or with a strange manifest, is refused with what to do", async () => {
    const { store, clock } = await filled(1);
    clock.advance(settledMs);
    const directory = newFolder();
    await exportRows(store, { directory, format: "parquet" });
    const before = filesOf(directory);
    await expect(exportRows(store, { directory, format: "ndjson" })).rejects.toThrow(
      "is an export with --format parquet: use this format, or name another folder.",
    );
    const other = await filled(1);
    await expect(exportRows(other.store, { directory, format: "parquet" })).rejects.toThrow(
      "is the export of another store: name another folder for this one.",
    );
    expect(filesOf(directory)).toEqual(before);
    appendFileSync(join(directory, "manifest.ndjson"), '{"kind":"dreams"}\n');
    await expect(exportRows(store, { directory, format: "parquet" })).rejects.toThrow(
      "has a line that this version did not write",
    );
  });

  test.each(["finished", "killed before its files are placed"])(
    "keeps a file of an hour that is written again with the same content: %s",
    (end) => {
      const directory = newFolder();
      const again = (): Manifest => openManifest(directory, "ndjson", "one");
      const file = (name: string): ExportedFile => ({
        file: `charges/${name}`,
        rows: 1,
        bytes: 1,
        sha256: name,
      });
      const write = (manifest: Manifest, ...names: readonly string[]): readonly ExportedFile[] =>
        names.map((name) => {
          writeFileSync(manifest.unfinished(name), name);
          return file(name);
        });
      const span = {
        kind: "charges",
        from: new Date(0).toISOString(),
        to: new Date(hourMs).toISOString(),
      } as const;
      mkdirSync(directory);
      const manifest = again();
      manifest.add({ ...span, files: write(manifest, "first", "second") }, () => {});
      const replaces = manifest.filesOf("charges", 0).map((one) => one.file);
      const repeat = (): void =>
        manifest.add({ ...span, files: write(manifest, "first", "later"), replaces }, (step) => {
          if (step === "manifest" && end !== "finished") throw new Error("killed");
        });
      if (end === "finished") repeat();
      else expect(repeat).toThrow("killed");
      for (let run = 0; run < 2; run += 1) {
        again();
        expect(readdirSync(join(directory, "charges")).sort()).toEqual(["first", "later"]);
      }
    },
  );

  test("whose files were moved to a warehouse goes on", async () => {
    const { store, clock } = await filled(2);
    const start = clock.now() - 2 * hourMs;
    clock.set(start + settledMs);
    const directory = newFolder();
    await exportRows(store, { directory, format: "parquet" });
    renameSync(join(directory, "deliveries"), `${directory}-moved`);
    clock.advance(hourMs);
    await exportRows(store, { directory, format: "parquet" });
    expect(existsSync(join(directory, "deliveries"))).toBe(true);
    cpSync(`${directory}-moved`, join(directory, "deliveries"), { recursive: true });
    await expectRows(directory, store, clock.now(), "parquet");
  });
});

describe("a store that keeps deliveries until they are exported", () => {
  const dayMs = 24 * hourMs;

  test("drops none of a week before it is exported, and then as soon as they are old", async () => {
    const clock = createTestClock(Date.UTC(2026, 2, 4, 12));
    const options = { clock: clock.now, deliveriesKeptMs: dayMs };
    const [kept, dropping] = [open(newFile(), { ...options, untilExported: true }), open(newFile(), options)];
    const start = clock.now();
    for (const store of [kept, dropping]) {
      clock.set(start);
      await fillShop(store, clock, 1);
    }
    const count = async (store: Store): Promise<number> =>
      (await storedRows(store, clock.now())).deliveries.length;
    clock.set(start + 3 * dayMs);
    for (const store of [kept, dropping]) await store.releaseExpired(512);
    expect([await count(kept), await count(dropping)]).toEqual([40, 0]);
    const directory = newFolder();
    await exportRows(kept, { directory, format: "parquet" });
    await kept.releaseExpired(512);
    expect(await count(kept), "the week has ended, and is exported").toBe(0);
    const [row] = await queryDuckDb(
      `select count(*) as n from ${filesIn(directory, "deliveries", "parquet")}`,
    );
    expect(row).toEqual({ n: 40 });
  });

  test("keeps those of a week that is exported in part", async () => {
    const clock = createTestClock(Date.UTC(2026, 2, 4, 12));
    const store = open(newFile(), { clock: clock.now, deliveriesKeptMs: dayMs, untilExported: true });
    await fillShop(store, clock, 2);
    clock.set(Date.UTC(2026, 2, 4, 23, 59));
    await exportRows(store, { directory: newFolder(), format: "parquet" });
    clock.advance(30 * dayMs);
    await store.releaseExpired(512);
    expect((await storedRows(store, clock.now())).deliveries).toHaveLength(80);
  });
});

test("the writer keeps a row group and a page in memory, however many rows come", () => {
  const path = newFile();
  let most = 0;
  const row: ListedDelivery = {
    id: "d",
    surface: "web",
    publisherId: "p",
    platformId: "pf_one",
    placement: "chat",
    apiKeyId: "",
    language: "en",
    mark: "",
    campaignId: "a",
    advertiser: "An advertiser",
    creativeVersionId: "v1",
    format: "text",
    priceMicros: 1,
    publisherMicros: 0,
    day: "2026-03-04",
    issuedAt: 0,
    presses: [],
  };
  const columns = deliveryColumns.filter(({ name }) => ["delivery_id", "issued_at"].includes(name));
  const file = createParquetFile<ListedDelivery>(path, columns, (rows) => {
    most = Math.max(most, rows);
  });
  const pages = 100;
  for (let n = 0; n < pages; n += 1) file.add(Array.from({ length: maxListedDeliveries }, () => row));
  expect(file.finish().rows).toBe(pages * maxListedDeliveries);
  expect(most).toBeLessThanOrEqual(rowGroupRows + maxListedDeliveries);
});
