import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
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
    campaigns: [campaign("a"), campaign("b")],
    topics: [],
    creatives: [],
  };
  await store.applyCatalog({ expectedVersion: version, upserts, removals: [] });
  for (const id of ["a", "a", "b"]) {
    const delivery = createDeliveryId(at, systemRandom);
    await store.issue([order(delivery, [choice(id, 3_000)])]);
    await store.record([press(delivery)]);
  }
  await store.close();
});
afterAll(removeTemporaryDirectories);

const cli = (...args: readonly string[]): Promise<Finished> =>
  runCli([...args, "--store", `sqlite:${file}`], { directory });

test("`audit` prints the sums, and ends with 1 when an amount differs from the ledger", {
  timeout: slow,
}, async () => {
  const good = await cli("audit");
  expect(good).toMatchObject({ code: 0, stderr: "" });
  expect(
    good.stdout
      .replaceAll("\u00a0", " ")
      .split("\n")
      .map((line) => line.split(/ {2,}/)),
  ).toEqual([
    ["charges", "3"],
    ["advertisers pay (USD)", "0.0090"],
    ["publishers earn", "0.0045"],
    ["operator keeps", "0.0045"],
    ["balance", "ok"],
    [""],
  ]);
  const change = (micros: number): void => {
    const database = new DatabaseSync(file);
    database.exec(`UPDATE campaigns SET used_micros = used_micros + ${micros} WHERE id = 'a'`);
    database.close();
  };
  change(7);
  const wrong = await cli("audit");
  expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining("Keep a copy of the database") });
  expect(wrong.stdout).toContain("campaign a: usedMicros is 6007, the ledger says 6000\n");
  const json = await cli("audit", "--json");
  expect([json.code, JSON.parse(json.stdout)]).toMatchObject([
    1,
    {
      isBalanced: false,
      charges: 3,
      currency: "USD",
      differences: [{ campaignId: "a" }, { campaignId: "a" }],
    },
  ]);
  change(-7);
  expect((await cli("audit")).code).toBe(0);
});

test("`report` shows the money of a period, as table, JSON and CSV of the API", {
  timeout: slow,
}, async () => {
  const report = ["report", "--from", "2026-03-01", "--to", "2026-03-31", "--by", "campaign"];
  const table = await cli(...report);
  expect(table).toMatchObject({ code: 0, stderr: "" });
  const rows = table.stdout.trimEnd().split("\n");
  expect(rows.map((row) => row.split(/ {2,}/))).toEqual([
    "CAMPAIGN,REQUESTS,ISSUED,SEEN,CLICKS,CHARGES,SPEND (USD),EARNINGS (USD),ADJUSTED (USD)".split(","),
    ["a", "0", "0", "0", "0", "2", "0.006", "0.0030", "0.00"],
    ["b", "0", "0", "0", "0", "1", "0.003", "0.0015", "0.00"],
    ["total", "0", "0", "0", "0", "3", "0.009", "0.0045", "0.00"],
  ]);
  const json = JSON.parse((await cli(...report, "--json")).stdout);
  expect(json).toMatchObject({
    from: "2026-03-01",
    to: "2026-03-31",
    currency: "USD",
    total: { charges: 3 },
  });
  const csv = await cli(...report, "--csv", "--campaign", "b");
  const [header = "", line = "", ...more] = csv.stdout.trimEnd().split(/\r?\n/);
  expect(header).toMatch(/^campaign,requests,.*,spendMicros \(USD\),/);
  expect([line.split(",")[0], more]).toEqual(["b", []]);
  expect(await cli("report", "--by", "colour")).toMatchObject({
    code: 2,
    stdout: "",
    stderr: expect.stringContaining("separated by commas"),
  });
  for (const zone of ["PST", "+01:00"]) {
    const refused = await cli("report", "--time-zone", zone);
    expect(refused).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("IANA name") });
  }
  expect((await cli("report", "--from", "2020-01-01", "--to", "2020-01-02")).stderr).toBe(
    "No figures for these days.\n",
  );
});
