import type { Campaign } from "../catalog/entities.ts";
import type { QualityCounts } from "../reporting/quality.ts";
import { type CountTotal, type Metric, maxTotals } from "../storage/counts.ts";
import { maxBatch, type ServingStore } from "../storage/serving-store.ts";
import type { EpochMs } from "../timing/clock.ts";
import { isExclusionReason } from "../traffic/judgement.ts";

/** Whole hours: from `from` on and before `to`. */
export interface Span {
  readonly from: EpochMs;
  readonly to: EpochMs;
}

type MutableCounts = { -readonly [Field in keyof QualityCounts]: QualityCounts[Field] };
type Sum = Exclude<keyof QualityCounts, "publisherId" | "platformId" | "apiKeyId" | "visitors" | "networks">;

const metrics: readonly Metric[] = ["request", "no_ad", "issued", "seen", "view_seconds", "press", "click"];
const fields = ["publisherId", "platformId", "apiKeyId", "metric", "reason", "format"] as const;

/**
 * Reads the events by platform and key, without visitors and networks, the most requests first. `undefined`: there are more than
 * a query returns.
 */
export async function readQualityCounts(
  store: Pick<ServingStore, "readCounts">,
  campaigns: Iterable<Campaign>,
  span: Span,
): Promise<readonly QualityCounts[] | undefined> {
  const query = { ...span, metrics, by: fields, limit: maxTotals };
  const all = await store.readCounts(query);
  if (all.length >= maxTotals) return undefined;
  const lines = new Map<string, MutableCounts>();
  addTotals(lines, all, 1);
  // An ad without a price has no view of its own: it is seen by its first press or click.
  const free = [...campaigns].filter(({ priceMicros }) => priceMicros === 0).map(({ id }) => id);
  for (let start = 0; start < free.length; start += maxBatch) {
    const campaignIds = free.slice(start, start + maxBatch);
    const ofFree = await store.readCounts({ ...query, campaignIds });
    if (ofFree.length >= maxTotals) return undefined;
    addTotals(lines, ofFree, -1);
  }
  return [...lines.values()].sort((a, b) => b.requests - a.requests);
}

/** Adds up the keys of each platform. */
export function ofPlatforms(lines: readonly QualityCounts[]): readonly QualityCounts[] {
  const platforms = Map.groupBy(lines, ({ publisherId, platformId }) => `${publisherId} ${platformId}`);
  return [...platforms.values()].flatMap((keys) => {
    const [first] = keys;
    if (first === undefined) return [];
    const sum = (name: Sum): number => keys.reduce((n, one) => n + one[name], 0);
    const known = (name: "visitors" | "networks"): number | null =>
      keys.reduce<number | null>((n, { [name]: more }) => (n === null || more === null ? null : n + more), 0);
    return {
      publisherId: first.publisherId,
      platformId: first.platformId,
      apiKeyId: "",
      requests: sum("requests"),
      excluded: sum("excluded"),
      issued: sum("issued"),
      seen: sum("seen"),
      clicks: sum("clicks"),
      viewSeconds: sum("viewSeconds"),
      adEvents: sum("adEvents"),
      marked: sum("marked"),
      visitors: known("visitors"),
      networks: known("networks"),
    };
  });
}

function addTotals(lines: Map<string, MutableCounts>, totals: readonly CountTotal[], sign: 1 | -1): void {
  for (const total of totals) {
    // A message of a bot has no view.
    if (total.format === "bot") continue;
    const { publisherId = "", platformId = "", apiKeyId = "" } = total;
    const key = JSON.stringify([publisherId, platformId, apiKeyId]);
    const line = lines.get(key) ?? noCounts(publisherId, platformId, apiKeyId);
    lines.set(key, line);
    add(line, total, sign * total.n);
  }
}

function add(line: MutableCounts, { metric, reason = "" }: CountTotal, n: number): void {
  if (metric === "request") line.requests += n;
  else if (metric === "view_seconds") line.viewSeconds += n;
  else if (metric === "no_ad") line.excluded += isExclusionReason(reason) ? n : 0;
  else {
    line.adEvents += n;
    line.marked += reason === "" ? 0 : n;
    if (metric === "issued") line.issued += n;
    if (metric === "seen") line.seen += n;
    if (metric === "click") line.clicks += n;
  }
}

function noCounts(publisherId: string, platformId: string, apiKeyId: string): MutableCounts {
  const none = { requests: 0, excluded: 0, issued: 0, seen: 0, clicks: 0, viewSeconds: 0 };
  return {
    publisherId,
    platformId,
    apiKeyId,
    ...none,
    adEvents: 0,
    marked: 0,
    visitors: null,
    networks: null,
  };
}
