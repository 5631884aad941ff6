import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSqlite } from "../../adapters/sqlite/mod.ts";
import { createDeliveryId } from "../../core/signing/delivery-id.ts";
import { systemRandom } from "../../core/signing/random.ts";
import { campaign, choice, order, platform, press, publisher } from "../conformance/fixtures.ts";
import { type Finished, removeTemporaryDirectories, runCli, temporaryDirectory } from "./run-cli.ts";

// Each command is a process of its own.
const slow = 60_000;
const at = Date.parse("2026-03-10T12:00:00Z");

let directory = "";
let file = "";
beforeAll(async () => {
  directory = await temporaryDirectory();
  file = join(directory, "handbill.db");
  const store = openSqlite({ file, clock: () => at });
  const { version } = await store.readCatalog();
  const upserts = {
    publishers: [publisher()],
    platforms: [platform()],
    campaigns: [campaign("a")],
    topics: [],
  };
  await store.applyCatalog({
    expectedVersion: version,
    upserts: { ...upserts, creatives: [] },
    removals: [],
  });
  for (let n = 0; n < 3; n += 1) {
    const id = createDeliveryId(at, systemRandom);
    await store.issue([order(id, [choice("a", 3_000)])]);
    await store.record([press(id)]);
  }
  await store.close();
});
afterAll(removeTemporaryDirectories);

const statements = (...args: readonly string[]): Promise<Finished> =>
  runCli(["statements", ...args, "--store", `sqlite:${file}`], { directory });

test("`statements close` closes a month for all accounts, once", { timeout: slow }, async () => {
  const first = await statements("close", "2026-03");
  expect(first.code).toBe(0);
  expect(first.stdout.trimEnd().split("\n")).toEqual([
    "closed  1  2026-03  UTC  advertiser:An advertiser  3 views  USD\u00a00.009 charged  USD\u00a00.00 adjusted",
    "closed  1  2026-03  UTC  publisher:publisher-1  3 views  USD\u00a00.009 charged  USD\u00a00.00 adjusted",
  ]);
  const again = await statements("close", "2026-03", "--account", "publisher:publisher-1", "--json");
  expect(JSON.parse(again.stdout)).toMatchObject({ outcome: "stored", statement: { number: 1 } });
  const listed = await statements("list", "publisher:publisher-1");
  expect(listed.stdout).toBe(
    "1  2026-03  UTC  publisher:publisher-1  3 views  USD\u00a00.009 charged  USD\u00a00.00 adjusted\n",
  );
  const csv = await statements("show", "publisher:publisher-1", "--csv");
  expect(csv.stdout.split(/\r?\n/)).toEqual([
    "kind,id,seen,charges,adjustments,chargedMicros (USD),adjustedMicros (USD),spentMicros (USD),chargedEarningsMicros (USD),adjustedEarningsMicros (USD),earningsMicros (USD),operatorMicros (USD)",
    "platform,pf_one,0,3,0,9000,0,9000,4500,0,4500,4500",
    "total,,0,3,0,9000,0,9000,4500,0,4500,4500",
    "",
  ]);
});

test.each([
  [["close", "2026-13"], 2, "Write a month from 1970 on"],
  [["close", "2026-03", "--time-zone", "Mars/Phobos"], 2, "Give an IANA name"],
  [["close", "2026-03", "--time-zone", "PST"], 2, "Give an IANA name"],
  [["close", "2026-03", "--time-zone", "+01:00"], 2, "Give an IANA name"],
  [["close", "2026-03", "--account", "publisher:nobody"], 0, "Nothing was charged or adjusted"],
  [["list", "publisher:nobody"], 0, "This account has no statements."],
  [["close", "2026-03", "--account", "north"], 2, "Name the account with publisher:"],
  [["close", "2099-01", "--account", "publisher:p"], 1, "Close 2099-01 from 2099-02-01T00:10:00.000Z on"],
  [["close", "2099-01"], 1, "Close 2099-01 from 2099-02-01T00:10:00.000Z on"],
  [["close", "2026-01"], 0, "No account has a charge before the end of 2026-01."],
  [["list", "north"], 2, "Name the account with publisher:"],
  [["list", "publisher:none"], 0, "This account has no statements."],
  [["show", "publisher:none"], 1, "No such statement"],
  [["show", "publisher:publisher-1", "--number", "0"], 2, "Give the number of a statement"],
])("`statements %j` says what to do", { timeout: slow }, async (args, code, message) => {
  const finished = await statements(...args);
  expect({ code: finished.code, stdout: finished.stdout }).toEqual({ code, stdout: "" });
  expect(finished.stderr).toContain(message);
});
