import type { Delivery } from "../../core/storage/delivery.ts";
import type { RecentQuery } from "../../core/storage/report-store.ts";
import { type Context, chunks, nowArgument } from "./context.ts";
import { misfit, parseNumber, parseText } from "./json.ts";
import { listArgument } from "./owner-arguments.ts";
import { findDeliveries } from "./reads.ts";
import { platformsScript, recentScript } from "./scripts/reads.ts";

/** Platforms of one script. */
const maxPlatforms = 16;

interface Found {
  readonly at: number;
  readonly id: string;
}

/** `ReportStore.readRecentDeliveries`: which they are, then as they stand. */
export async function readRecentDeliveries(
  context: Context,
  query: RecentQuery,
): Promise<readonly Delivery[]> {
  const found = new Map<string, Found>();
  for (const list of await lists(context, query)) {
    for (const one of await readList(context, query, list)) found.set(one.id, one);
  }
  const newest = [...found.values()].sort((a, b) => b.at - a.at).slice(0, query.limit);
  const deliveries = await findDeliveries(
    context,
    newest.map(({ id }) => id),
  );
  return deliveries.filter((delivery) => delivery !== undefined);
}

/** The lists in which to look: of all, or of the platforms that were asked for or that have deliveries of the publishers. */
async function lists({ run, keys }: Context, query: RecentQuery): Promise<readonly (readonly string[])[]> {
  const { publisherIds, platformIds } = query;
  if (publisherIds === undefined && platformIds === undefined) return [["all"]];
  let platforms = platformIds ?? [];
  if (platformIds === undefined) {
    const { head, lines } = await run(platformsScript, [keys.root], publisherIds ?? []);
    if (head[0] !== "platforms") misfit("platforms");
    platforms = lines.map(parseText);
  }
  return chunks([...new Set(platforms)], maxPlatforms).map((ids) => ["of", ...ids]);
}

async function readList(
  context: Context,
  { limit, publisherIds, advertisers, apiKeyIds, campaignIds, marks }: RecentQuery,
  list: readonly string[],
): Promise<readonly Found[]> {
  const filters = [publisherIds, advertisers, apiKeyIds, campaignIds, marks].map(listArgument);
  const found: Found[] = [];
  for (let next = ""; ; ) {
    const args = [nowArgument(context), String(limit), next, ...filters, ...list];
    const { head, lines } = await context.run(recentScript, [context.keys.root], args);
    if (head[0] !== "recent") misfit("recent deliveries");
    for (const line of lines) {
      const [at, id = ""] = line.split("\t");
      found.push({ at: parseNumber(at), id });
    }
    next = head[1] ?? "";
    if (next === "") return found;
  }
}
