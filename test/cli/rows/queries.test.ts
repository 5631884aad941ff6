import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createMemoryStore } from "../../../adapters/memory/mod.ts";
import type { Store } from "../../../core/storage/store.ts";
import { reportOfStore } from "../../../runtimes/cli/report.ts";
import { exportRows } from "../../../runtimes/cli/rows/export-rows.ts";
import { createTestClock } from "../../conformance/clock.ts";
import { count } from "../../conformance/fixtures.ts";
import { type Cell, queryDuckDb } from "../../setup/duckdb.ts";
import { cleanUp, newFile } from "../../sqlite/temporary.ts";
import { fillShop, hourMs, type StoredRows, storedRows } from "./shop.ts";

const folder = new URL("../../../runtimes/deploy/warehouse/", import.meta.url);
const dayMs = 24 * hourMs;

let data = "";
let rows: StoredRows;
let users = new Map<string, Set<string>>();
const advertiserCounts = [
  ["2026-03-04", "a", 20],
  ["2026-03-05", "b", 3],
] as const;

beforeAll(async () => {
  const clock = createTestClock();
  const store: Store = createMemoryStore({ clock: clock.now });
  await fillShop(store, clock, 2);
  clock.advance(8 * dayMs);
  await fillShop(store, clock, 1);
  for (const [platformId, n] of [
    ["pf_one", 100],
    ["pf_two", 64],
  ] as const) {
    const hours = [
      ...new Set((await storedRows(store, clock.now())).deliveries.map((one) => hourOf(one.issuedAt))),
    ];
    await store.addCounts(hours.map((hour) => count({ hour, platformId, n })));
  }
  clock.advance(3 * hourMs);
  rows = await storedRows(store, clock.now());
  users = await usersOf(store);
  data = dirname(newFile());
  await exportRows(store, { directory: join(data, "rows"), format: "parquet" });
  const options = { from: "2026-03-04", to: "2026-03-12", timeZone: "UTC", csv: false, json: true };
  const found = await reportOfStore(store, { ...options, by: "day,platform" });
  writeFileSync(join(data, "report.json"), JSON.stringify("report" in found ? found.report : found));
  const lines = advertiserCounts.map((cells) => cells.join(","));
  writeFileSync(join(data, "advertiser.csv"), `day,campaign_id,impressions\n${lines.join("\n")}\n`);
});
afterAll(cleanUp);

function hourOf(at: number): number {
  return at - (at % hourMs);
}

async function usersOf(store: Store): Promise<Map<string, Set<string>>> {
  const all = await store.findDeliveries(rows.deliveries.map(({ id }) => id));
  const found = new Map<string, Set<string>>();
  for (const one of all) {
    if (one?.seenAt === undefined) continue;
    const day = dayOf(one.seenAt);
    found.set(day, (found.get(day) ?? new Set()).add(one.userKey));
  }
  return found;
}

/** Runs a file of queries in the folder of the data. Days are texts. */
async function run(file: string): Promise<readonly Record<string, Cell>[]> {
  const read = (name: string): string => readFileSync(new URL(name, folder), "utf8");
  const tables = read("tables.sql").replaceAll(/'(rows\/|report\.json|advertiser\.csv)/g, `'${data}/$1`);
  const found = await queryDuckDb(...tables.split(";\n").filter((part) => part.includes(" ")), read(file));
  return found.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        ["day", "cohort"].includes(name) && typeof value === "number" ? dayOf(value) : value,
      ]),
    ),
  );
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

function sumBy<T>(
  items: readonly T[],
  keyOf: (item: T) => string,
  of: (item: T) => number,
): Map<string, number> {
  const sums = new Map<string, number>();
  for (const item of items) sums.set(keyOf(item), (sums.get(keyOf(item)) ?? 0) + of(item));
  return sums;
}

/** As DuckDB rounds. */
function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

/** Cells of some columns of each row, in the order of their texts. */
function cells(found: readonly Record<string, Cell>[], ...columns: readonly string[]): readonly string[] {
  return found.map((row) => columns.map((name) => String(row[name])).join(" ")).sort();
}

test("spend is charges less adjustments by day and campaign", async () => {
  const key = (at: number, campaignId: string): string => `${dayOf(at)} ${campaignId}`;
  const charged = sumBy(
    rows.charges,
    (c) => key(c.chargedAt, c.campaignId),
    (c) => c.priceMicros,
  );
  const taken = sumBy(
    rows.adjustments,
    (a) => key(a.at, a.campaignId),
    (a) => a.micros,
  );
  expect(taken.size).toBeGreaterThan(0);
  const found = await run("spend.sql");
  expect(cells(found, "day", "campaign_id", "spend_micros")).toEqual(
    [...charged].map(([name, micros]) => `${name} ${micros - (taken.get(name) ?? 0)}`).sort(),
  );
});

test("fill is ads by the requests of the report", async () => {
  const issued = sumBy(
    rows.deliveries,
    (d) => `${dayOf(d.issuedAt)} ${d.platformId}`,
    () => 1,
  );
  const found = await run("fill.sql");
  const requests = (name: string): number => {
    const [day = "", platform] = name.split(" ");
    const hours = new Set(rows.deliveries.map((d) => hourOf(d.issuedAt)).filter((at) => dayOf(at) === day))
      .size;
    return hours * (platform === "pf_one" ? 100 : 64);
  };
  expect(cells(found, "day", "platform", "requests", "ads", "fill_rate")).toEqual(
    [...issued].map(([name, n]) => `${name} ${requests(name)} ${n} ${rounded(n / requests(name))}`).sort(),
  );
});

test("reach is the users of the report, and how often they saw an ad", async () => {
  const seen = sumBy(
    rows.deliveries.filter(({ seenAt }) => seenAt !== undefined),
    ({ seenAt = 0 }) => dayOf(seenAt),
    () => 1,
  );
  const found = await run("reach.sql");
  expect(found.length).toBe(2);
  expect(cells(found, "day", "users", "impressions", "frequency")).toEqual(
    [...seen].map(([day, n]) => {
      const reached = users.get(day)?.size ?? 0;
      return `${day} ${reached} ${n} ${rounded(n / reached)}`;
    }),
  );
});

test("a discrepancy is what the advertiser counted beside the charges that stand", async () => {
  const standing = rows.charges.filter(({ priceMicros, adjustedMicros }) => adjustedMicros < priceMicros);
  expect(standing.length).toBeLessThan(rows.charges.length);
  const ours = sumBy(
    standing,
    (c) => `${dayOf(c.chargedAt)} ${c.campaignId}`,
    () => 1,
  );
  const theirs = new Map<string, number>(advertiserCounts.map(([day, id, n]) => [`${day} ${id}`, n]));
  const names = [...new Set([...ours.keys(), ...theirs.keys()])];
  const found = await run("discrepancy.sql");
  expect(cells(found, "day", "campaign_id", "charged", "counted", "percent")).toEqual(
    names
      .map((name) => {
        const [charged, counted] = [ours.get(name) ?? 0, theirs.get(name) ?? 0];
        const percent = charged === 0 ? null : Math.round((10_000 * (counted - charged)) / charged) / 100;
        return `${name} ${charged} ${counted} ${percent}`;
      })
      .sort(),
  );
});

test("cohorts are campaigns by the Monday of their first charge", async () => {
  const mondayOf = (at: number): number => {
    const day = at - (at % dayMs);
    return day - ((new Date(day).getUTCDay() + 6) % 7) * dayMs;
  };
  const firsts = new Map<string, number>();
  for (const { campaignId, chargedAt } of rows.charges) {
    firsts.set(campaignId, Math.min(firsts.get(campaignId) ?? Number.POSITIVE_INFINITY, mondayOf(chargedAt)));
  }
  const spent = sumBy(
    rows.charges,
    ({ campaignId, chargedAt }) => {
      const cohort = firsts.get(campaignId) ?? 0;
      return `${dayOf(cohort)} ${(mondayOf(chargedAt) - cohort) / (7 * dayMs)}`;
    },
    ({ priceMicros }) => priceMicros,
  );
  expect(spent.size).toBe(2);
  expect(cells(await run("cohorts.sql"), "cohort", "weeks_later", "spend_micros")).toEqual(
    [...spent].map(([name, micros]) => `${name} ${micros}`).sort(),
  );
});

test("quality is the share that is seen, clicked and marked by platform and key", async () => {
  const groups = Map.groupBy(rows.deliveries, (d) => `${d.platformId} ${d.apiKeyId}`);
  const found = await run("quality.sql");
  const wanted = [...groups].map(([name, ads]) => {
    const seen = ads.flatMap(({ seenAt, issuedAt }) =>
      seenAt === undefined ? [] : [(seenAt - issuedAt) / 1_000],
    );
    const clicked = ads.filter(({ clickedAt }) => clickedAt !== undefined).length;
    const marked = ads.filter(({ mark }) => mark !== "").length;
    const sorted = seen.sort((a, b) => a - b);
    const middle = sorted.length / 2;
    const median = ((sorted[Math.ceil(middle - 1)] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
    return [
      name,
      ads.length,
      rounded(seen.length / ads.length),
      rounded(clicked / seen.length),
      rounded(marked / ads.length),
      median,
    ].join(" ");
  });
  const columns = [
    "platform_id",
    "api_key_id",
    "ads",
    "view_rate",
    "click_rate",
    "marked_share",
    "median_seconds",
  ];
  expect(cells(found, ...columns)).toEqual(wanted.sort());
});
