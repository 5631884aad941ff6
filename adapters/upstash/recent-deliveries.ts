import type { RecentQuery } from "../../core/reporting/report-store.ts";
import type { Delivery } from "../../core/storage.ts";
import { type Context, chunks, nowArgument } from "./context.ts";
import { misfit, parseNumber } from "./json.ts";
import { findDeliveries } from "./reads.ts";
import { recentScript } from "./scripts/reads.ts";

/** Platforms of one script, each of which may have 512 deliveries. */
const maxPlatforms = 16;

/** `ReportStore.readRecentDeliveries`: which they are, then as they stand. */
export async function readRecentDeliveries(
  context: Context,
  { limit, platformIds }: RecentQuery,
): Promise<readonly Delivery[]> {
  const asked =
    platformIds === undefined
      ? [["all"]]
      : chunks([...new Set(platformIds)], maxPlatforms).map((ids) => ["of", ...ids]);
  const found: { readonly at: number; readonly id: string }[] = [];
  for (const platforms of asked) {
    const args = [nowArgument(context), String(limit), ...platforms];
    const { head, lines } = await context.run(recentScript, [context.keys.root], args);
    if (head[0] !== "recent") misfit("recent deliveries");
    for (const line of lines) {
      const [at, id = ""] = line.split("\t");
      found.push({ at: parseNumber(at), id });
    }
  }
  const newest = found.sort((a, b) => b.at - a.at).slice(0, limit);
  const deliveries = await findDeliveries(
    context,
    newest.map(({ id }) => id),
  );
  return deliveries.filter((delivery) => delivery !== undefined);
}
