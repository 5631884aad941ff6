import { spawn } from "node:child_process";
import { appendFileSync, cpSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, test } from "vitest";
import type { Store } from "../../../core/storage/store.ts";
import { exportRows } from "../../../runtimes/cli/rows/export-rows.ts";
import { createTestClock } from "../../conformance/clock.ts";
import { compileCache } from "../../setup/compile-cache.ts";
import { cleanUp, newFile, open } from "../../sqlite/temporary.ts";
import { expectRows, filled, newFolder, settledMs } from "./expect-rows.ts";
import { filesOf, fillShop, hourMs } from "./shop.ts";

afterEach(cleanUp);

describe("an export that is interrupted", () => {
  const child = fileURLToPath(new URL("child.ts", import.meta.url));

  /** Runs a child that ends after so many steps; the steps that it did. */
  async function interrupted(args: readonly string[]): Promise<readonly string[]> {
    const run = spawn(process.execPath, [child, ...args], {
      env: { PATH: process.env["PATH"] ?? "", ...compileCache },
      stdio: ["ignore", "pipe", "inherit"],
    });
    let steps = "";
    run.stdout.on("data", (chunk) => {
      steps += chunk;
    });
    const signal = await new Promise((resolve) => run.once("close", (_, by) => resolve(by)));
    return [...steps.trim().split("\n"), ...(signal === "SIGKILL" ? [] : ["done"])];
  }

  test("by kill -9 after any step has the same files after its repetition, no row twice and none missing", async () => {
    const file = newFile();
    const clock = createTestClock();
    const filling = open(file, { clock: clock.now });
    await fillShop(filling, clock, 2);
    clock.advance(settledMs - hourMs);
    await filling.close();
    const now = String(clock.now());
    const whole = `${file}-whole`;
    const store = open(file, { clock: clock.now });
    await exportRows(store, { directory: whole, format: "parquet" });
    await expectRows(whole, store, clock.now(), "parquet");
    await store.close();
    const seen = new Set<string>();
    for (let steps = 1; ; steps += 1) {
      const directory = `${file}-${steps}`;
      const done = await interrupted([file, directory, now, String(steps)]);
      seen.add(done.at(-1) ?? "");
      if (done.at(-1) === "done") break;
      expect(done).toHaveLength(steps);
      const next = open(file, { clock: clock.now });
      await exportRows(next, { directory, format: "parquet" });
      await next.close();
      expect(filesOf(directory), `after ${done.join(", ")}`).toEqual(filesOf(whole));
    }
    expect(seen).toEqual(new Set(["opened", "written", "manifest", "placed", "marked", "done"]));
  }, 120_000);

  /** Stops a run at the first step of this name, as if the process had ended there. */
  async function stopAt(store: Store, directory: string, wanted: string): Promise<void> {
    const stop = new Error("stopped");
    const onStep = (step: string): void => {
      if (step === wanted) throw stop;
    };
    await expect(exportRows(store, { directory, format: "parquet", onStep })).rejects.toBe(stop);
  }

  test.each(["written", "manifest", "placed"])(
    "while it writes an hour again, after %s, has no row twice after its repetition",
    async (step) => {
      const { store, clock } = await filled(2);
      clock.advance(settledMs);
      const directory = newFolder();
      await exportRows(store, { directory, format: "parquet" });
      clock.set(clock.now() - settledMs - 1.5 * hourMs);
      await fillShop(store, clock, 1);
      clock.advance(10 * hourMs);
      await stopAt(store, directory, step);
      await exportRows(store, { directory, format: "parquet" });
      await expectRows(directory, store, clock.now(), "parquet");
    },
  );

  test("in the middle of a line of the manifest goes on with the line before", async () => {
    const { store, clock } = await filled(1);
    clock.advance(settledMs);
    const directory = newFolder();
    await stopAt(store, directory, "written");
    appendFileSync(join(directory, "manifest.ndjson"), '{"kind":"deliveries","from":"19');
    await exportRows(store, { directory, format: "parquet" });
    await expectRows(directory, store, clock.now(), "parquet");
  });

  test("planted fault: finished files that a start removes although the manifest has them are missed", async () => {
    const { store, clock } = await filled(1);
    clock.advance(settledMs);
    const directory = newFolder();
    await stopAt(store, directory, "manifest");
    rmSync(join(directory, ".unfinished"), { recursive: true });
    await exportRows(store, { directory, format: "parquet" });
    await expect(expectRows(directory, store, clock.now(), "parquet")).rejects.toThrow();
  });

  test("planted fault: files that are placed before the manifest has them are found twice", async () => {
    const { store, clock } = await filled(1);
    clock.advance(settledMs);
    const directory = newFolder();
    await stopAt(store, directory, "written");
    const hidden = join(directory, ".unfinished");
    const folder = join(directory, "deliveries/week=2026-02-26");
    cpSync(hidden, folder, { recursive: true });
    // Their content is not always the same: a user was forgotten meanwhile.
    await store.forgetUser("secret-user-1");
    await exportRows(store, { directory, format: "parquet" });
    expect(readdirSync(folder)).toHaveLength(2);
    await expect(expectRows(directory, store, clock.now(), "parquet")).rejects.toThrow();
  });
});
