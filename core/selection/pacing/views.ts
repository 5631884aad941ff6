import { type CountTotal, maxTotals } from "../../storage/counts.ts";
import type { ServingStore } from "../../storage/serving-store.ts";
import type { EpochMs } from "../../timing/clock.ts";
import type { CountedViews } from "./token-bucket.ts";

const hourMs = 3_600_000;

/** Reads the counted web deliveries of campaigns since yesterday. At most {@link maxBatch} campaigns. */
export async function countedViews(
  store: Pick<ServingStore, "readCounts">,
  campaignIds: readonly string[],
  now: EpochMs,
): Promise<ReadonlyMap<string, CountedViews>> {
  const hour = Math.floor(now / hourMs) * hourMs;
  const totals = await store.readCounts({
    from: hour - 24 * hourMs,
    to: hour + hourMs,
    metrics: ["issued", "seen", "unlearned_issued", "unlearned_seen"],
    campaignIds,
    by: ["campaignId", "metric", "format"],
    limit: maxTotals,
  });
  const byCampaign = Map.groupBy(
    // A bot's message has no view to confirm.
    totals.filter(({ format }) => format !== "bot"),
    ({ campaignId }) => campaignId ?? "",
  );
  return new Map(
    [...byCampaign].map(([id, lines]) => [
      id,
      {
        issued: sumOf(lines, "issued") - sumOf(lines, "unlearned_issued"),
        seen: sumOf(lines, "seen") - sumOf(lines, "unlearned_seen"),
      },
    ]),
  );
}

function sumOf(lines: readonly CountTotal[], metric: string): number {
  return lines.reduce((sum, line) => (line.metric === metric ? sum + line.n : sum), 0);
}
