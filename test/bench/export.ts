/**
 * Exports generated deliveries to Parquet files, which are removed as soon as they are complete: `npm run bench:export`. Prints the
 * resident memory on the way to a hundred million rows, or to as many as `-- --rows N` says.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { createMemoryStore } from "../../adapters/memory/mod.ts";
import type { DeliveryListQuery, ListedDelivery } from "../../core/storage/report-store.ts";
import { exportRows } from "../../runtimes/cli/rows/export-rows.ts";
import { deliveryIdAt } from "../conformance/fixtures.ts";

const { values } = parseArgs({ options: { rows: { type: "string", default: "100000000" } } });
const most = Number(values.rows);
const steps = [1_000_000, 2_000_000, 5_000_000, 10_000_000, 100_000_000].filter((n) => n < most).concat(most);

const start = Date.UTC(2026, 2, 5);
/** 100 million rows in 90 days. */
const everyMs = 77.76;

function row(n: number): ListedDelivery {
  const issuedAt = timeOf(n);
  const isSeen = n % 3 !== 0;
  return {
    id: deliveryIdAt(issuedAt, n),
    surface: "web",
    publisherId: `publisher-${n % 50}`,
    platformId: `pf_${n % 200}`,
    placement: "chat",
    apiKeyId: n % 2 === 0 ? "KEY00001" : "",
    language: "en",
    mark: n % 97 === 0 ? "velocity" : "",
    campaignId: `campaign-${n % 1_000}`,
    advertiser: `Advertiser ${n % 100}`,
    creativeVersionId: `version-${n % 3_000}`,
    format: "text",
    topicId: n % 4 === 0 ? undefined : `topic-${n % 40}`,
    priceMicros: 2_000 + (n % 700),
    publisherMicros: 1_400,
    day: "2026-03-05",
    issuedAt,
    ...(isSeen && { seenAt: issuedAt + 1_500, chargedAt: issuedAt + 1_500 }),
    presses: [],
  };
}

function timeOf(n: number): number {
  return start + Math.floor(n * everyMs);
}

/** The first row at an instant or after it. */
function firstAt(at: number): number {
  let n = Math.max(Math.floor((at - start) / everyMs) - 1, 0);
  while (timeOf(n) < at) n += 1;
  return n;
}

/** As no two rows are of one millisecond, a page begins after the time of the last row. */
async function list({ from, to, after, limit }: DeliveryListQuery): Promise<readonly ListedDelivery[]> {
  const rows: ListedDelivery[] = [];
  for (let n = firstAt(after === undefined ? from : after.issuedAt + 1); rows.length < limit; n += 1) {
    if (n >= most || timeOf(n) >= to) break;
    rows.push(row(n));
  }
  return rows;
}

function print(rows: number, startedAt: number): void {
  const rss = Math.round(process.memoryUsage().rss / 1e6);
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  console.log(`${rows.toLocaleString("en").padStart(12)} rows: ${rss} MB resident, ${seconds} s`);
}

const directory = mkdtempSync(join(tmpdir(), "handbill-export-"));
const store = {
  ...createMemoryStore({ clock: () => timeOf(most) + 3 * 3_600_000 }),
  listDeliveries: list,
};
const startedAt = performance.now();
print(0, startedAt);
let done = 0;
try {
  const exported = await exportRows(store, {
    directory,
    format: "parquet",
    onFile: ({ file, rows }) => {
      rmSync(join(directory, file));
      done += rows;
      while (done >= (steps[0] ?? Number.POSITIVE_INFINITY)) print(steps.shift() ?? 0, startedAt);
    },
  });
  if (exported.deliveries !== most) throw new Error(`${exported.deliveries} rows came, not ${most}`);
} finally {
  rmSync(directory, { recursive: true, force: true });
}
