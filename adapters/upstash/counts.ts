import type { Count, CountField, CountQuery, CountTotal } from "../../core/storage/counts.ts";
import { countTotal } from "../kit/totals.ts";
import { type Context, newNonce } from "./context.ts";
import { misfit, parseNumber, valuesOf } from "./json.ts";
import { ownerArguments } from "./owner-arguments.ts";
import { addCountsScript, readCountsScript } from "./scripts/counts.ts";

/** The fields of a line after its hour, in their order. */
const fields = [
  "metric",
  "reason",
  "platformId",
  "placement",
  "format",
  "language",
  "campaignId",
  "creativeId",
  "topicId",
  "publisherId",
  "apiKeyId",
  "advertiser",
] as const satisfies readonly CountField[];

/** Lines that one script adds up. */
const enoughLines = 20_000;

export async function addCounts(context: Context, counts: readonly Count[]): Promise<void> {
  if (counts.length === 0) return;
  const args = counts.flatMap((count) => [
    String(count.hour),
    fields.map((field) => JSON.stringify(count[field])).join("\t"),
    String(count.n),
  ]);
  const head = [String(context.countsKeptMs), newNonce()];
  await context.run(addCountsScript, [context.keys.root], [...head, ...args]);
}

export async function readCounts(context: Context, query: CountQuery): Promise<readonly CountTotal[]> {
  const by = [...new Set(query.by)];
  const sums = new Map<string, number>();
  let from = String(query.from);
  while (from !== "") {
    const { head, lines } = await context.run(
      readCountsScript,
      [context.keys.root],
      [
        from,
        String(query.to),
        String(enoughLines),
        JSON.stringify(query.metrics),
        ...ownerArguments(query),
        ...by.map(placeOf),
      ],
    );
    if (head[0] !== "counts") misfit("counts");
    for (const line of lines) {
      const end = line.indexOf("\t");
      const key = line.slice(end + 1);
      sums.set(key, (sums.get(key) ?? 0) + parseNumber(line.slice(0, end)));
    }
    from = head[1] ?? "";
  }
  const largestFirst = [...sums].sort(([, a], [, b]) => b - a).slice(0, query.limit);
  return largestFirst.map(([key, n]) => countTotal(n, by, valuesOf(key, by), query.metrics));
}

function placeOf(field: CountField): string {
  return field === "hour" ? "0" : String(fields.indexOf(field) + 1);
}
