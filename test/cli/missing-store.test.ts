import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { smallCatalog } from "../catalog/small-catalog.ts";
import { removeTemporaryDirectories, runCli, temporaryDirectory } from "./run-cli.ts";

const slow = 120_000;
afterAll(removeTemporaryDirectories);

const stdin = JSON.stringify(smallCatalog());

test("a store that does not exist is refused and not created", { timeout: slow }, async () => {
  const directory = await temporaryDirectory();
  const typo = join(directory, "typo.db");
  for (const command of [
    ["audit"],
    ["report"],
    ["key", "list"],
    ["key", "create"],
    ["review", "list"],
    ["quality"],
    ["statements", "close", "2026-01"],
    ["user", "forget", "--platform", "pf_acme", "--visitor", "v1"],
    ["adjust", "--platform", "pf_acme", "--from", "2026-01-01T00:00:00Z", "--plan"],
    ["apply", "-", "--plan"],
    ["export"],
    ["export", "--format", "ndjson", "--out", "rows"],
  ]) {
    expect(
      await runCli([...command, "--store", "sqlite:typo.db"], { directory, stdin }),
      `${command}`,
    ).toEqual({
      code: 1,
      stdout: "",
      stderr:
        `${typo} does not exist yet. \`handbill start\` creates it with a demo, \`handbill apply\` with your catalogue. ` +
        "Or correct HANDBILL_STORE (--store) and HANDBILL_DATA (--data).\n",
    });
  }
  for (const store of ["embedded", "pglite"]) {
    const { code, stderr } = await runCli(["audit", "--data", "typo", "--store", store], { directory });
    expect([code, stderr]).toEqual([1, expect.stringContaining(`${join(directory, "typo")}/`)]);
    expect(stderr).toContain(" does not exist yet.");
  }
  expect(await readdir(directory)).toEqual([]);
});

test("apply and migrate create a store, and other commands find it", { timeout: slow }, async () => {
  for (const first of [["apply", "-"], ["migrate"]]) {
    for (const place of [["--store", "sqlite:new.db"], []]) {
      const directory = await temporaryDirectory();
      expect((await runCli([...first, ...place], { directory, stdin })).code).toBe(0);
      expect((await runCli(["audit", ...place], { directory })).code).toBe(0);
    }
  }
});
