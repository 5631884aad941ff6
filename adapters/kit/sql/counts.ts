import { toBase64Url } from "../../../core/signing/base64url.ts";
import { sha256 } from "../../../core/signing/hash.ts";
import type { Count, CountField, CountQuery, CountTotal } from "../../../core/storage/counts.ts";
import { maxBatch } from "../../../core/storage/serving-store.ts";
import { textOf } from "../stored-values.ts";
import { countTotal } from "../totals.ts";
import { columnIn, integerOf } from "./columns.ts";
import type { Connection } from "./session.ts";
import { groupOf, ownerFilters, sumsOf } from "./sums.ts";
import { type CountRow, counts } from "./tables.ts";

const encoder = new TextEncoder();

export async function addCounts(db: Connection, added: readonly Count[]): Promise<void> {
  const rows = new Map<string, CountRow>();
  for (const count of added) {
    const line = lineOf(count);
    const n = (rows.get(line)?.n ?? 0) + count.n;
    rows.set(line, { ...count, line, n });
  }
  // In the order of keys, so that two batches do not wait for each other.
  const sorted = [...rows.values()].sort((a, b) => (a.line < b.line ? -1 : 1));
  await db.write((session) => session.upsert(counts, sorted, [], ["n"]));
}

/** A digest of all fields but `n`. */
function lineOf({ n: _, ...fields }: Count): string {
  const sorted = Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));
  return toBase64Url(sha256(encoder.encode(JSON.stringify(sorted))));
}

const selectOld = `SELECT line FROM @counts WHERE hour < ? ORDER BY hour LIMIT ${maxBatch}`;

/** Drops at most {@link maxBatch} lines of hours that began before `before`, and returns how many. */
export async function dropOldCounts(db: Connection, before: number): Promise<number> {
  const lines = (await db.all(selectOld, before)).map((row) => textOf(row["line"])).sort();
  if (lines.length > 0)
    await db.write((session) => session.run("DELETE FROM @counts WHERE line IN (?)", lines));
  return lines.length;
}

export async function readCounts(db: Connection, query: CountQuery): Promise<readonly CountTotal[]> {
  const by = [...new Set<CountField>(query.by)];
  const rows = await sumsOf(db, {
    from: "@counts",
    by: by.map((field) => columnIn(counts, field)),
    sums: ["SUM(n) AS total"],
    largestFirst: "total",
    filters: [
      ["hour >= ?", query.from],
      ["hour < ?", query.to],
      ["metric IN (?)", query.metrics],
      ...ownerFilters(query),
    ],
    limit: query.limit,
  });
  return rows.map((row) => countTotal(integerOf(row["total"]), by, groupOf(row, by), query.metrics));
}
