import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSqlite } from "../../adapters/sqlite/mod.ts";
import { recentTraffic } from "../core/management/quality-traffic.ts";
import { type Finished, removeTemporaryDirectories, runCli, temporaryDirectory } from "./run-cli.ts";

// Each command is a process of its own.
const slow = 60_000;

let directory = "";
let file = "";
beforeAll(async () => {
  directory = await temporaryDirectory();
  file = join(directory, "handbill.db");
  const store = openSqlite({ file });
  for (const platformId of ["pf_a", "pf_b", "pf_c", "pf_odd"]) {
    await store.addCounts(recentTraffic({ platformId, clicks: platformId === "pf_odd" ? 54 : 6 }));
  }
  await store.close();
});
afterAll(removeTemporaryDirectories);

const quality = (...args: readonly string[]): Promise<Finished> =>
  runCli(["quality", ...args, "--store", `sqlite:${file}`], { directory });

test("`quality` prints a line for each platform, the medians, and what stands out", {
  timeout: slow,
}, async () => {
  const { code, stdout, stderr } = await quality();
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const lines = stdout.trimEnd().split("\n");
  expect(lines).toHaveLength(7);
  expect(lines[0]).toMatch(/^PLATFORM +KEY +REQUESTS/);
  expect(stdout).toMatch(/^pf_odd +4000 +1200 +60\.0 % +4\.0 +9\.0 % +0 +- +0 +- +5\.0 % +3\.0 %$/m);
  expect(stdout).toMatch(/^median +60\.0 % +4\.0 +1\.0 % +- +- +5\.0 %/m);
  expect(lines.at(-1)).toBe("pf_odd: Clicks per view are 9 times the median of this installation.");
});

test("`quality --json` prints the answer of the API, and a range without traffic has no lines", {
  timeout: slow,
}, async () => {
  const json: unknown = JSON.parse((await quality("--json")).stdout);
  expect(json).toMatchObject({ medians: { clicksPerView: 0.01 } });
  const past = await quality("--from", "2020-01-01", "--to", "2020-01-02");
  expect(past).toEqual({ code: 0, stdout: "", stderr: "No figures for these days.\n" });
});

test.each([
  [["--from", "2026-02-31"], "Write an existing day"],
  [["--from", "2026-03-02", "--to", "2026-03-01"], "Must not be before from."],
])("`quality %j` is refused with what to do", { timeout: slow }, async (args, message) => {
  const { code, stdout, stderr } = await quality(...args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(message);
});
